import { useInfiniteQuery } from '@tanstack/react-query';
import { failureOf } from '#renderer/contract/failure-error.ts';
import { pagedOptions } from '#renderer/contract/paged-options.ts';
import { usePeople } from '../queue/use-people.ts';
import { colleaguesOf, type Colleague } from './colleagues.ts';

export interface Colleagues {
  readonly list: readonly Colleague[];
  readonly isRead: boolean;
  readonly isReading: boolean;
  /** Why they could not be read. */
  readonly failure: string | null;
  /** Undefined where all are here. */
  readonly readOn: (() => void) | undefined;
  readonly readAgain: () => void;
}

export function useColleagues(tenantId: string): Colleagues {
  const { me } = usePeople();
  const query = useInfiniteQuery(pagedOptions('users.ofTenant', { tenantId, pageSize: perPage }));
  const people = query.data?.pages.flatMap(({ value }) => value.rows) ?? [];
  return {
    list: colleaguesOf(people, me?.id ?? null),
    isRead: query.data !== undefined,
    isReading: query.isFetching,
    failure: query.error === null ? null : failureOf(query.error).message,
    readOn: query.hasNextPage ? () => void query.fetchNextPage() : undefined,
    readAgain: () => void query.refetch(),
  };
}

const perPage = 200;
