import type { InfiniteData } from '@tanstack/react-query';
import type { Failure, Receipt } from '#shared/contract/result.ts';
import type { OtherItem } from '#shared/contract/pipeline-items.ts';
import { grouped } from '#shared/domain/formatting.ts';
import { toFailure } from '#renderer/contract/failure-text.ts';
import type { Answer } from '#renderer/contract/operation-options.ts';

/** A list as far as it was read, and a way to read more. */
export interface Pages<Row> {
  readonly rows: readonly Row[];
  /** Items of another kind among the rows. */
  readonly others: readonly OtherItem[];
  readonly isRead: boolean;
  /** True if there is nothing left to read. */
  readonly complete: boolean;
  readonly reading: boolean;
  readonly failure: Failure | undefined;
  readonly receipts: readonly Receipt[];
  /** How often DynamoDB throttled the reading. */
  readonly throttled: number;
  readonly readOn: () => void;
  readonly readAgain: () => void;
}

interface Page<Row> {
  readonly rows: readonly Row[];
  readonly others?: readonly OtherItem[] | undefined;
  readonly cursor: string | null;
  readonly throttled: number;
}

interface PagedQuery<Row> {
  readonly data: InfiniteData<Answer<Page<Row>>, string | undefined> | undefined;
  readonly error: Error | null;
  readonly isFetching: boolean;
  readonly hasNextPage: boolean;
  readonly fetchNextPage: () => Promise<unknown>;
  readonly refetch: () => Promise<unknown>;
}

export function toPages<Row>(query: PagedQuery<Row>): Pages<Row> {
  const pages = query.data?.pages ?? [];
  return {
    rows: pages.flatMap(({ value }) => value.rows),
    others: pages.flatMap(({ value }) => value.others ?? []),
    isRead: query.data !== undefined,
    complete: query.data !== undefined && !query.hasNextPage,
    reading: query.isFetching,
    failure: query.error === null ? undefined : toFailure(query.error),
    receipts: pages.flatMap(({ receipt }) => receipt ?? []),
    throttled: pages.reduce((sum, { value }) => sum + value.throttled, 0),
    readOn: () => {
      if (!query.isFetching && query.hasNextPage) void query.fetchNextPage();
    },
    readAgain: () => void query.refetch(),
  };
}

/** "1 item of another kind in this list: Project, SK PROJECT#carrier" */
export function describeOtherItems(others: readonly OtherItem[]): string {
  if (others.length === 0) return '';
  const named = others
    .slice(0, mostNamed)
    .map(({ entity, sortKey }) => `${entity ?? 'unknown'}, SK ${sortKey}`);
  const more = others.length - named.length;
  const many = others.length === 1 ? '1 item' : `${grouped(others.length)} items`;
  return `${many} of another kind in this list: ${named.join('; ')}${more > 0 ? `; and ${grouped(more)} more` : ''}`;
}

const mostNamed = 3;

/** "9", "25+" while there is more to read, and undefined for a list that was not read. */
export function formatCount({
  rows,
  isRead,
  complete,
}: Pick<Pages<unknown>, 'rows' | 'isRead' | 'complete'>): string | undefined {
  if (!isRead) return undefined;
  return `${rows.length.toLocaleString('en')}${complete ? '' : '+'}`;
}
