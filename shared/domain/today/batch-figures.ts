import type { Counted, TodayBatches } from '../../contract/today/today.ts';
import type { Batch } from '../../contract/triage/batches.ts';
import type { DocumentStatus } from '../document-status.ts';

export interface ListedBatch {
  readonly batch: Batch;
  /** Its place in the index: since when it is in this status; null where that is no time. */
  readonly since: number | null;
}

/** Batches in a status, the newest first. */
export interface ListedBatches {
  readonly batches: readonly ListedBatch[];
  /** Whether no other is in it. */
  readonly isAll: boolean;
}

export type BatchFigures = Pick<TodayBatches, 'failed' | 'running' | 'review'>;

interface InWork<List = ListedBatches> {
  readonly failed: List;
  readonly running: List;
  readonly review: List;
}

/** As many as are on a screen. */
const mostShown = 12;
const hour = 3_600_000;

/** What three lists of batches say without opening any of them. */
export function batchFigures({ failed, running, review }: InWork, now: number): BatchFigures {
  return {
    failed: {
      batches: counted(failed),
      documents: documentsIn([failed], 'FAILED'),
      lastHour: sinceIn(failed, now - hour),
      newest: newestOf(failed),
    },
    running: { batches: counted(running), newest: newestOf(running) },
    review: { batches: counted(review), documents: waitingIn([review, running, failed]) },
  };
}

/** Null: that list was not read. */
export function figuresOfTenant(
  tenantId: string,
  { failed, running, review }: InWork<ListedBatches | null>,
): TodayBatches['byTenant'][number] {
  const lists = [review, running, failed];
  const none: ListedBatches = { batches: [], isAll: false };
  const isRead = lists.some((list) => list !== null);
  return {
    tenantId,
    failed: failed && counted(failed),
    running: running && counted(running),
    waiting: isRead ? waitingIn(lists.map((list) => list ?? none)) : null,
  };
}

/** Documents that wait for a person, as the review queue counts them. */
export function waitingIn(lists: readonly ListedBatches[]): Counted {
  return documentsIn(lists, 'REVIEW_REQUIRED');
}

function counted({ batches, isAll }: ListedBatches): Counted {
  return { count: batches.length, isAtLeast: !isAll };
}

/** It may have gone from one status to another between two questions, and counts once. */
function documentsIn(lists: readonly ListedBatches[], status: DocumentStatus): Counted {
  const all = lists.flatMap(({ batches }) => batches);
  const known = new Map(all.map(({ batch }) => [keyOf(batch), batch] as const));
  let count = 0;
  let isAtLeast = lists.some(({ isAll }) => !isAll);
  for (const { counts } of known.values()) {
    count += counts[status] ?? 0;
    isAtLeast ||= counts[status] === null;
  }
  return { count, isAtLeast };
}

/** A list is cut at its old end, but of several nobody knows whose. */
function sinceIn({ batches, isAll }: ListedBatches, begin: number): Counted {
  return {
    count: batches.filter(({ since }) => since !== null && since >= begin).length,
    isAtLeast: !isAll || batches.some(({ since }) => since === null),
  };
}

function newestOf({ batches }: ListedBatches): Batch[] {
  return batches.slice(0, mostShown).map(({ batch }) => batch);
}

function keyOf({ tenantId, batchId }: Batch): string {
  return `${tenantId}#${batchId}`;
}
