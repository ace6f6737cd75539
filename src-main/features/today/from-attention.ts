import { ok, type Failure, type Result } from '#shared/contract/result.ts';
import type { AnsweredFrom } from '#shared/contract/fleet.ts';
import type { FailureGroupOfToday, TodayBatches, TodayGroups } from '#shared/contract/today.ts';
import { batchFigures, figuresOfTenant, type ListedBatches } from '#shared/domain/today-figures.ts';
import { grouped } from '#shared/domain/formatting.ts';
import type { StoredItem } from '../../aws/dynamodb/reading.ts';
import {
  chooseSource,
  fleetQuestion,
  readFirst,
  type AttentionStore,
  type ChosenSource,
  type ListedRow,
  type ReadShards,
} from '../../reads/attention.ts';
import { everyItem } from '../../reads/paid-reads.ts';
import type { Session } from '#shared/contract/session.ts';
import { batchOfAttention } from '../../rows/attention-rows.ts';
import { itemsOfKind } from '../../rows/page-of-rows.ts';
import { readRow } from '../../rows/read-row.ts';
import type { TodayReads } from './today-reads.ts';

export interface FleetParts extends TodayReads {
  readonly session: Session;
  readonly attention: AttentionStore;
}

/**
 * Answers from attention where it is kept and all tenants are meant, and otherwise from the tenants, to whom the reason
 * is given. They are asked as well where this role may read the state of attention, and not its lists.
 */
export async function fromAttentionOr<T>(
  tenantId: string | null,
  parts: FleetParts,
  ask: {
    readonly attention: (answeredFrom: AnsweredFrom) => Promise<Result<T>>;
    readonly tenants: (whyNot: string | null) => Promise<Result<T>>;
  },
): Promise<Result<T>> {
  const source: Result<ChosenSource> = await chooseSource(tenantId, parts.session, parts);
  if (!source.ok) return source;
  if (source.value.from === 'tenants') return ask.tenants(source.value.whyNot);
  const answer = await ask.attention(source.value.answeredFrom);
  return answer.ok || !isDenied(answer.failure) ? answer : ask.tenants(answer.failure.message);
}

function isDenied({ code }: Failure): boolean {
  return code === 'read-denied';
}

/** At most this many batches of a shard are counted: a list of 800 and more is counted as "at least". */
const countedEach = 100;
/** The table by tenant is for choosing one, and the longest part of the page. */
const mostTenants = 40;

/** Counts and lists in 24 reads, however many tenants there are. */
export async function batchesFromAttention(
  answeredFrom: AnsweredFrom,
  parts: FleetParts,
): Promise<Result<TodayBatches>> {
  const { now, session, attention, calls, readAt } = parts;
  const [failed, running, review] = await Promise.all([
    readFirst(fleetQuestion('failed', 'newest', { now }), countedEach, parts),
    readFirst(fleetQuestion('running', 'newest', { now }), countedEach, parts),
    readFirst(fleetQuestion('review', 'longest', { now }), countedEach, parts),
  ]);
  if (!failed.ok) return failed;
  if (!running.ok) return running;
  if (!review.ok) return review;
  const lists = {
    failed: listBatches(failed.value),
    running: listBatches(running.value),
    review: listBatches(review.value),
  };
  const figures = batchFigures(lists, now);
  const inReview = review.value.rows.filter(({ row }) => row.status === 'REVIEW_REQUIRED');
  const tenantIds = busiestTenants(failed.value.rows, review.value.rows, running.value.rows);
  const shown = tenantIds.slice(0, mostTenants);
  const { failed: newestFailed, leftQueued, running: newestRunning } = figures;
  const newest = [...newestFailed.newest, ...leftQueued.most, ...newestRunning.newest].map(
    ({ tenantId }) => tenantId,
  );
  const names = await attention.names(session, [...newest, ...shown], parts);
  const isAll = failed.value.isAll && running.value.isAll && review.value.isAll;
  const hourAgo = now - 3_600_000;
  return ok({
    answeredFrom,
    tenants: [...new Set([...shown, ...newest])].map((id) => ({ tenantId: id, name: names.get(id) ?? null })),
    isAllTenants: isAll && shown.length === tenantIds.length,
    ...figures,
    failed: {
      ...figures.failed,
      lastHour: {
        ...figures.failed.lastHour,
        // The newest are read first, so a list that was cut may still have all of the last hour.
        isAtLeast: (failed.value.wholeUntil ?? Number.NEGATIVE_INFINITY) > hourAgo,
      },
    },
    review: {
      batches: { count: inReview.length, isAtLeast: !review.value.isAll },
      documents: {
        count: review.value.rows.reduce((sum, { row }) => sum + (row.waiting ?? 0), 0),
        isAtLeast: !review.value.isAll || review.value.rows.some(({ row }) => row.waiting === null),
      },
    },
    byTenant: shown.map((tenantId) =>
      figuresOfTenant(tenantId, {
        failed: ofTenant(lists.failed, tenantId),
        running: ofTenant(lists.running, tenantId),
        review: ofTenant(lists.review, tenantId),
      }),
    ),
    problems: [],
    calls: calls(),
    readAt: readAt(),
  });
}

function listBatches({ rows, isAll }: ReadShards): ListedBatches {
  return { batches: rows.map(({ row, at }) => ({ batch: batchOfAttention(row), since: at })), isAll };
}

function ofTenant({ batches, isAll }: ListedBatches, tenantId: string): ListedBatches {
  return { batches: batches.filter(({ batch }) => batch.tenantId === tenantId), isAll };
}

/** Lists the tenants of these batches, those with the most failed ones first, then with the most that wait. */
function busiestTenants(...lists: readonly (readonly ListedRow[])[]): string[] {
  const counts = new Map<string, number[]>();
  for (const [at, rows] of lists.entries()) {
    for (const { row } of rows) {
      const own = counts.get(row.tenantId) ?? lists.map(() => 0);
      own[at] = (own[at] ?? 0) + 1;
      counts.set(row.tenantId, own);
    }
  }
  return [...counts]
    .toSorted(([one, a], [other, b]) => {
      const at = a.findIndex((count, index) => count !== b[index]);
      return at === -1 ? (one < other ? -1 : 1) : (b[at] ?? 0) - (a[at] ?? 0);
    })
    .map(([tenantId]) => tenantId);
}

const dayMs = 86_400_000;
/** Causes are in the order of their keys, so the most frequent are known only at the end: up to 2,000 are read a day. */
const most = { pages: 20, groups: 20 };

interface CauseSum {
  readonly fingerprint: string;
  readonly stage: string | null;
  readonly code: string | null;
  readonly what: string;
  count: number;
  firstAt: string | null;
  lastAt: string | null;
  tenants: number;
  days: number;
}

/** Sums the causes of today and yesterday by UTC, and asks when they were first seen. */
export async function groupsFromAttention(
  answeredFrom: AnsweredFrom,
  parts: FleetParts,
): Promise<Result<TodayGroups>> {
  const { reader, reads, now, calls, readAt } = parts;
  const days = [now, now - dayMs].map((at) => new Date(at).toISOString().slice(0, 10));
  const sums = new Map<string, CauseSum>();
  let isAll = true;
  const answers = await Promise.all(
    days.map((day) =>
      everyItem(
        async (cursor) => reads.paid(await reader.run('extraction.causesOfDay', { day }, { cursor })),
        most.pages,
      ),
    ),
  );
  for (const answer of answers) {
    if (!answer.ok) return answer;
    isAll &&= answer.value.isAll;
    for (const item of itemsOfKind(answer.value.items, 'CauseOfDay').own) addCause(sums, item);
  }
  const causes = [...sums.values()].toSorted((a, b) => b.count - a.count).slice(0, most.groups);
  const first = await firstSeen(causes, parts);
  if (!first.ok) return first;
  const groups = causes.map((cause): FailureGroupOfToday => {
    const { fingerprint, stage, code, what, count, firstAt, lastAt, tenants, days: seenOn } = cause;
    const since = first.value.get(fingerprint) ?? firstAt;
    return {
      fingerprint,
      tenantId: null,
      projectId: null,
      batchId: null,
      tenants: { count: tenants, isAtLeast: seenOn > 1 },
      what,
      stage,
      code,
      count,
      batches: null,
      firstAt: since,
      lastAt,
      isNew: since !== null && Date.parse(since) >= now - dayMs,
    };
  });
  const failures = [...sums.values()].reduce((sum, { count }) => sum + count, 0);
  const left = sums.size - causes.length;
  const ofAll = `The ${most.groups} most frequent causes of today and yesterday are shown, of ${grouped(sums.size)}.`;
  const ofSome = `Only ${grouped(sums.size)} causes of today and yesterday were read, the first by their keys, so more frequent ones may be missing. The ${most.groups} most frequent of these are shown.`;
  return ok({
    answeredFrom,
    groups: groups.toSorted(newAndManyFirst),
    batchesRead: 0,
    batchesLeft: { count: 0, isAtLeast: false },
    documentsRead: { count: failures, isAtLeast: !isAll },
    problems: isAll ? (left > 0 ? [ofAll] : []) : [ofSome],
    calls: calls(),
    readAt: readAt(),
  });
}

function addCause(sums: Map<string, CauseSum>, item: StoredItem): void {
  const { read, id } = readRow(item, 'CauseOfDay');
  const fingerprint = id('cause');
  const sum = sums.get(fingerprint) ?? {
    fingerprint,
    stage: read.text('stage', 'optional') || null,
    code: read.text('code', 'optional') || null,
    what: read.text('pattern', 'optional') ?? '',
    count: 0,
    firstAt: null,
    lastAt: null,
    tenants: 0,
    days: 0,
  };
  const [firstAt, lastAt] = [read.time('firstAt', 'optional'), read.time('lastAt', 'optional')];
  sum.count += read.size('count') ?? 0;
  sum.days += 1;
  // A tenant may be hit on both days, so the day with more of them gives the least number.
  sum.tenants = Math.max(sum.tenants, read.size('tenants', 'optional') ?? 0);
  if (firstAt !== null && (sum.firstAt === null || firstAt < sum.firstAt)) sum.firstAt = firstAt;
  if (lastAt !== null && (sum.lastAt === null || lastAt > sum.lastAt)) sum.lastAt = lastAt;
  sums.set(fingerprint, sum);
}

async function firstSeen(
  causes: readonly CauseSum[],
  { reader, reads }: FleetParts,
): Promise<Result<ReadonlyMap<string, string>>> {
  if (causes.length === 0) return ok(new Map());
  const asked = causes.map(({ fingerprint: cause }) => ({ cause }));
  const read = reads.paid(await reader.run('extraction.knownCauses', asked));
  if (!read.ok) return read;
  const seen = read.value.items.flatMap((item) => {
    const { read: attribute, id } = readRow(item, 'KnownCause');
    const firstAt = attribute.time('firstAt', 'optional');
    return firstAt === null ? [] : [[id('cause'), firstAt] as const];
  });
  return ok(new Map(seen));
}

function newAndManyFirst(a: FailureGroupOfToday, b: FailureGroupOfToday): number {
  if (a.isNew !== b.isNew) return a.isNew ? -1 : 1;
  return b.count - a.count || (a.fingerprint < b.fingerprint ? -1 : 1);
}
