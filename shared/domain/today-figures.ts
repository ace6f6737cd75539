import type { Batch } from '../contract/pipeline-items.ts';
import type {
  Counted,
  FailureGroupOfToday,
  Throughput,
  TodayBatches,
  TodayReview,
} from '../contract/today.ts';
import type { DocumentRow } from '../contract/triage.ts';
import { failureGroups } from './failure-groups.ts';
import { countLeftQueued } from './matching-documents.ts';
import type { DocumentStatus } from './statuses.ts';

export interface ListedBatch {
  readonly batch: Batch;
  /** The time in the index since which it has this status; null if that is not a time. */
  readonly since: number | null;
}

/** Batches in one status, the newest first. */
export interface ListedBatches {
  readonly batches: readonly ListedBatch[];
  /** The list contains all batches in this status. */
  readonly isAll: boolean;
}

type BatchFigures = Pick<TodayBatches, 'failed' | 'leftQueued' | 'running' | 'review'>;

interface InWork<List = ListedBatches> {
  readonly failed: List;
  readonly running: List;
  readonly review: List;
}

/** The number that fits on a screen. */
const mostShown = 12;
const hour = 3_600_000;

/** Computes figures from three lists of batches without reading any documents. */
export function batchFigures({ failed, running, review }: InWork, now: number): BatchFigures {
  return {
    failed: {
      batches: counted(failed),
      documents: documentsIn([failed], 'FAILED'),
      lastHour: sinceIn(failed, now - hour),
      newest: listNewest(failed),
    },
    leftQueued: findLeftQueued(failed),
    running: { batches: counted(running), newest: listNewest(running) },
    review: { batches: counted(review), documents: waitingIn([review, running, failed]) },
  };
}

/** A list is null if it was not read. */
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

/** Counts documents that wait for a person, as the review queue does. */
export function waitingIn(lists: readonly ListedBatches[]): Counted {
  return documentsIn(lists, 'REVIEW_REQUIRED');
}

function counted({ batches, isAll }: ListedBatches): Counted {
  return { count: batches.length, isAtLeast: !isAll };
}

/** A batch may change its status between two reads, so it is counted only once. */
function documentsIn(lists: readonly ListedBatches[], status: DocumentStatus): Counted {
  const all = lists.flatMap(({ batches }) => batches);
  const known = new Map(all.map(({ batch }) => [toBatchKey(batch), batch] as const));
  let count = 0;
  let isAtLeast = lists.some(({ isAll }) => !isAll);
  for (const { counts } of known.values()) {
    count += counts[status] ?? 0;
    isAtLeast ||= counts[status] === null;
  }
  return { count, isAtLeast };
}

/** A list that was cut has lost its oldest entries, but after merging several lists it is unknown which are missing. */
function sinceIn({ batches, isAll }: ListedBatches, begin: number): Counted {
  return {
    count: batches.filter(({ since }) => since !== null && since >= begin).length,
    isAtLeast: !isAll || batches.some(({ since }) => since === null),
  };
}

function listNewest({ batches }: ListedBatches): Batch[] {
  return batches.slice(0, mostShown).map(({ batch }) => batch);
}

function findLeftQueued({ batches, isAll }: ListedBatches): TodayBatches['leftQueued'] {
  const all = batches.map(({ batch }) => batch);
  const left = all.filter((batch) => countLeftQueued(batch) > 0);
  const isUncounted = all.some(({ counts }) => counts.QUEUED === null || counts.PROCESSING === null);
  return {
    batches: { count: left.length, isAtLeast: !isAll || isUncounted },
    documents: {
      count: left.reduce((sum, batch) => sum + countLeftQueued(batch), 0),
      isAtLeast: !isAll || isUncounted,
    },
    most: left.toSorted((a, b) => countLeftQueued(b) - countLeftQueued(a)).slice(0, mostShown),
  };
}

function toBatchKey({ tenantId, batchId }: Batch): string {
  return `${tenantId}#${batchId}`;
}

/** A batch with its failed documents that were read. */
export interface FailedBatch {
  readonly batch: Pick<Batch, 'tenantId' | 'projectId' | 'batchId'>;
  readonly documents: readonly DocumentRow[];
}

const day = 86_400_000;

/**
 * Returns a row for each cause in each tenant, the latest first. `newestFirst` is in the order in which the batches
 * were listed.
 */
export function groupsOfToday(newestFirst: readonly FailedBatch[], now: number): FailureGroupOfToday[] {
  const byTenant = new Map<string, FailedBatch[]>();
  for (const one of newestFirst) {
    const { tenantId } = one.batch;
    byTenant.set(tenantId, [...(byTenant.get(tenantId) ?? []), one]);
  }
  return [...byTenant.values()].flatMap((batches) => groupsOfTenant(batches, now)).toSorted(lastFirst);
}

function groupsOfTenant(batches: readonly FailedBatch[], now: number): FailureGroupOfToday[] {
  return failureGroups(batches.flatMap(({ documents }) => documents)).flatMap((group) => {
    const ids = new Set(group.documents.map(({ batchId }) => batchId));
    const own = batches.filter(({ batch }) => ids.has(batch.batchId));
    const [newest] = own;
    if (newest === undefined) return [];
    const { tenantId, projectId, batchId } = newest.batch;
    const { fingerprint, pattern, stage, code, firstAt, lastAt } = group;
    return {
      fingerprint,
      tenantId,
      projectId,
      batchId,
      tenants: { count: 1, isAtLeast: false },
      what: pattern,
      stage,
      code,
      count: group.documents.length,
      batches: own.length,
      firstAt,
      lastAt,
      isNew: firstAt !== null && Date.parse(firstAt) >= now - day,
    };
  });
}

function lastFirst(a: FailureGroupOfToday, b: FailureGroupOfToday): number {
  const [one, other] = [a.lastAt ?? '', b.lastAt ?? ''];
  if (one !== other) return one < other ? 1 : -1;
  return b.count - a.count || (a.fingerprint + a.tenantId < b.fingerprint + b.tenantId ? -1 : 1);
}

type Hour = Throughput['hours'][number];
type Outcome = Exclude<keyof Hour, 'at'>;
type Points = readonly (readonly [at: number, value: number])[];

export const hourMs = 3_600_000;
const hoursShown = 24;

/** Returns the last 24 hours of the clock, including the current one. */
export function lastHours(now: number): { readonly from: number; readonly to: number } {
  const to = (Math.floor(now / hourMs) + 1) * hourMs;
  return { from: to - hoursShown * hourMs, to };
}

/** Returns the reported values of each hour; null if there were none. */
export function hoursOfPoints(series: Readonly<Record<Outcome, Points>>, now: number): Hour[] {
  const of = (points: Points) => new Map(points.map(([at, value]) => [at, Math.round(value)]));
  const [succeeded, review, failed] = [of(series.succeeded), of(series.review), of(series.failed)];
  return listHours(now, (at) => ({
    succeeded: succeeded.get(at) ?? null,
    review: review.get(at) ?? null,
    failed: failed.get(at) ?? null,
  }));
}

/** Returns the outcomes of the documents that came in each hour, by the counts of their batches. */
export function hoursOfBatches(batches: readonly Pick<Batch, 'createdAt' | 'counts'>[], now: number): Hour[] {
  const sums = new Map<number, Record<Outcome, number>>();
  for (const { createdAt, counts } of batches) {
    const at = Math.floor(Date.parse(createdAt ?? '') / hourMs) * hourMs;
    const sum = sums.get(at) ?? { succeeded: 0, review: 0, failed: 0 };
    sum.succeeded += counts.SUCCEEDED ?? 0;
    sum.review += (counts.REVIEW_REQUIRED ?? 0) + (counts.REJECTED ?? 0);
    sum.failed += counts.FAILED ?? 0;
    sums.set(at, sum);
  }
  return listHours(now, (at) => sums.get(at) ?? { succeeded: 0, review: 0, failed: 0 });
}

/** The figure for its hour is too low, because some of its counts could not be read. */
export function isCountedShort({ counts }: Pick<Batch, 'counts'>): boolean {
  return summed.some((status) => counts[status] === null);
}

const summed = ['SUCCEEDED', 'REVIEW_REQUIRED', 'REJECTED', 'FAILED'] as const;

function listHours(now: number, valuesOf: (at: number) => Omit<Hour, 'at'>): Hour[] {
  const { from } = lastHours(now);
  return Array.from({ length: hoursShown }, (_, index) => {
    const at = from + index * hourMs;
    return { at: new Date(at).toISOString(), ...valuesOf(at) };
  });
}

type WaitingBuckets = Pick<TodayReview, 'buckets' | 'overdue'>;

/**
 * Counts waiting documents by how long they have waited. `since` has the known ones, which are complete before
 * `knownBefore`.
 */
export function waitingBuckets(
  since: readonly number[],
  knownBefore: number,
  { dueHours, now }: { readonly dueHours: number; readonly now: number },
): WaitingBuckets {
  /** Counts those that have waited at least `from` and less than `until` hours. */
  const waited = (from: number, until: number): Counted => {
    const [oldest, youngest] = [now - until * hour, now - from * hour];
    return {
      count: since.filter((at) => at > oldest && at <= youngest).length,
      isAtLeast: knownBefore !== Number.POSITIVE_INFINITY && knownBefore <= youngest,
    };
  };
  const forever = Number.POSITIVE_INFINITY;
  return {
    buckets: {
      // A clock that is behind must not give anyone a negative waiting time.
      'under-1h': waited(-forever, 1),
      'under-4h': waited(1, 4),
      'under-24h': waited(4, 24),
      'over-24h': waited(24, forever),
    },
    overdue: waited(dueHours, forever),
  };
}
