import { useQuery } from '@tanstack/react-query';
import { toFailure } from '#renderer/contract/failure-text.ts';
import { operationOptions } from '#renderer/contract/operation-options.ts';
import { useShowReceipt } from '#renderer/ui/view-receipts.tsx';
import type { InputOf, OutputOf, QueryName } from '#shared/contract/contract.ts';
import type { Queues } from '#shared/contract/dead-letters.ts';
import type { Role } from '#shared/contract/define.ts';
import type { ChangedCorrections } from '#shared/contract/changed-corrections.ts';
import type { DownloadDay, DownloadFile } from '#shared/contract/downloads.ts';
import type { Job } from '#shared/contract/jobs.ts';
import type { Monitor } from '#shared/contract/monitor.ts';
import type { Failure, Receipt } from '#shared/contract/result.ts';
import type { Desk } from '#shared/contract/review-document.ts';
import type { Persona } from '#shared/contract/session.ts';
import type { Throughput, TodayBatches, TodayGroups, TodayReview } from '#shared/contract/today.ts';
import { mayReview, maySeeDownloads, maySeeFigures, maySeeQueues, type Scope } from '#shared/permissions.ts';
import { turnOptions } from './turns.ts';

/** The data that Today is made of, as far as it was read. */
export interface Seen {
  readonly me: Me;
  /** The role whose layout is shown. */
  readonly as: Role;
  /** Null for all tenants that this person may see. */
  readonly tenant: string | null;
  /** The time by the clock that stamped the data. */
  readonly now: number;
  /** The page first appears with this and the poller's look. */
  readonly batches: Part<TodayBatches>;
  readonly monitor: Monitor | undefined;
  readonly monitorFailure: Failure | undefined;
  readonly groups: Part<TodayGroups>;
  readonly corrections: Part<ChangedCorrections>;
  readonly review: Part<TodayReview>;
  readonly throughput: Part<Throughput>;
  readonly queues: Part<Queues>;
  readonly day: Part<DownloadDay>;
  readonly stuck: Part<FilesPage>;
  readonly neverPickedUp: Part<FilesPage>;
  readonly desk: Part<Desk>;
  readonly jobs: readonly Job[] | undefined;
  readonly jobsFailure: Failure | undefined;
}

export interface FilesPage {
  readonly rows: readonly DownloadFile[];
  readonly cursor: string | null;
}

/**
 * The permissions of a person on Today. The gate decides; the page only avoids requests that would be
 * refused.
 */
export interface Me extends Scope {
  readonly role: Role | null;
  readonly mayReview: boolean;
  /** Queues, downloads and CloudWatch figures cover all tenants at once (decision 015). */
  readonly seesAllTenants: boolean;
  readonly seesQueues: boolean;
  readonly seesDownloads: boolean;
}

export function useMe(): Me {
  const session = useQuery(operationOptions('session.current', {})).data?.value;
  return deriveMe(session?.who ?? null);
}

export function deriveMe(who: Pick<Persona, 'role' | 'tenants'> | null): Me {
  return {
    role: who?.role ?? null,
    tenants: who?.tenants ?? [],
    mayReview: mayReview(who),
    seesAllTenants: maySeeFigures(who),
    seesQueues: maySeeQueues(who),
    seesDownloads: maySeeDownloads(who),
  };
}

/** One source of Today, which is read, fails and is retried on its own. */
export interface Part<T> {
  readonly value: T | undefined;
  readonly failure: Failure | undefined;
  readonly isReading: boolean;
  readonly readAgain: () => void;
  /** The time of the answer by this page's clock. */
  readonly gotAt: number;
  readonly hasAnswered: boolean;
}

export function usePart<N extends QueryName>(
  operation: N,
  input: InputOf<N>,
  { isWanted, isFirst = false, name, receipt }: PartOptions<OutputOf<N>>,
): Part<OutputOf<N>> {
  const query = useQuery({
    ...(isFirst ? operationOptions(operation, input) : turnOptions(operation, input)),
    enabled: isWanted,
    // A person who returns after a minute gets fresh data; staying on the page reads nothing again.
    staleTime: freshMs,
  });
  const answer = isWanted ? query.data : undefined;
  useShowReceipt(name ?? operation, answer?.receipt ?? (answer && receipt?.(answer.value)));
  return {
    value: answer?.value,
    failure: query.error === null || !isWanted ? undefined : toFailure(query.error),
    isReading: query.isFetching,
    readAgain: () => void query.refetch(),
    gotAt: query.dataUpdatedAt,
    hasAnswered: query.isFetched,
  };
}

interface PartOptions<T> {
  readonly isWanted: boolean;
  /** The page waits for this one, and the others take turns. */
  readonly isFirst?: boolean | undefined;
  /** Distinguishes it from others of the same operation. */
  readonly name?: string | undefined;
  /** Makes the receipt if the answer has none. */
  readonly receipt?: ((value: T) => Receipt) | undefined;
}

const freshMs = 60_000;
