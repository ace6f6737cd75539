import type { AnsweredFrom } from '#shared/contract/fleet.ts';
import type { Batch } from '#shared/contract/pipeline-items.ts';
import { ok, type Result } from '#shared/contract/result.ts';
import type { TodayReview } from '#shared/contract/today.ts';
import { knownBefore, unopened } from '#shared/domain/review/review-queue.ts';
import { waitingBuckets, waitingIn } from '#shared/domain/today-figures.ts';
import type { Handlers } from '../../gate/gate.ts';
import type { QueueReads } from '../../reads/queue-filters.ts';
import {
  advanceQueue,
  beginFromAttention,
  knownDueBefore,
  neverWhole,
  openBatch,
  streamKey,
  toDue,
  wholeForEver,
  type QueuePlace,
} from '../../reads/review-queue.ts';
import { noWorkflows } from '../../reads/workflow-facts.ts';
import { batchesByStatus } from './batches-by-status.ts';
import { fromAttentionOr, type FleetParts } from './from-attention.ts';
import {
  askedTenants,
  tenantsOfToday,
  todayReads,
  type ListingParts,
  type TodayReads,
} from './today-reads.ts';

/**
 * Limits the documents read to the longest waiting, some thirty reads; younger ones are known only by the batches'
 * counts.
 */
const mostDocuments = 400;
/** A waiting document is in a batch with one of these statuses. */
const statuses = ['REVIEW_REQUIRED', 'PROCESSING', 'FAILED'] as const;

/** Measures how long documents have waited for a person, the longest waiting first. */
export function countWaiting({
  doors,
  session,
  dueHours,
  readList,
  attention,
  workflows,
  now,
}: ListingParts): Handlers['today.review'] {
  return async ({ tenantId }) => {
    const asked = { pattern: 'extraction.documentsToReview', index: 'GSI2' } as const;
    const held = session();
    const own = todayReads(asked, { reader: doors().reader, who: held.who, now });
    const parts = {
      ...own,
      session: held,
      attention,
      readList,
      workflows: workflows && ((batches: readonly Batch[]) => workflows.read(held, batches, own)),
    };
    const due = dueHours();
    return own.reads.billed(
      await fromAttentionOr(tenantId, parts, {
        attention: (answeredFrom) => waitingOfAll(answeredFrom, due, parts),
        tenants: (whyNot) => waitingOfTenants({ tenantId, whyNot }, due, parts),
      }),
    );
  };
}

async function waitingOfAll(
  answeredFrom: AnsweredFrom,
  dueHours: number,
  parts: FleetParts & Pick<QueueReads, 'workflows'>,
): Promise<Result<TodayReview>> {
  const times = await waitingTimes(beginFromAttention(parts.now, answeredFrom), dueHours, parts);
  if (!times.ok) return times;
  const { said, isAllFound } = times.value;
  const waiting = { count: said.waiting, isAtLeast: !(said.waitingExact && isAllFound) };
  return ok(review(times.value, { answeredFrom, waiting, problems: [] }, dueHours, parts));
}

async function waitingOfTenants(
  { tenantId, whyNot }: { readonly tenantId: string | null; readonly whyNot: string | null },
  dueHours: number,
  parts: FleetParts & Pick<ListingParts, 'readList'> & Pick<QueueReads, 'workflows'>,
): Promise<Result<TodayReview>> {
  const scope = await tenantsOfToday(tenantId, parts);
  if (!scope.ok) return scope;
  const listed = await batchesByStatus(scope.value, statuses, parts);
  if (!listed.ok) return listed;
  const lists = statuses.map(listed.value.of);
  const isAll = lists.every((one) => one.isAll);
  const batches = lists.flatMap((list) => list.batches.map(({ batch }) => batch)).filter(mayWait);
  const found = await (parts.workflows?.(batches) ?? noWorkflows);
  const place = placeBefore(batches, isAll, parts.now, (batch) => openBatch(batch, { dueHours }, found));
  const times = await waitingTimes(place, dueHours, parts);
  if (!times.ok) return times;
  const told = {
    answeredFrom: askedTenants(scope.value, whyNot),
    waiting: waitingIn(lists),
    problems: [...scope.value.problems, ...listed.value.problems],
  };
  return ok(review(times.value, told, dueHours, parts));
}

function review(
  { since, known, dueAt, dueKnown, said }: WaitingTimes,
  told: Pick<TodayReview, 'answeredFrom' | 'waiting' | 'problems'>,
  dueHours: number,
  { now, calls, readAt }: TodayReads,
): TodayReview {
  const oldest = since[0];
  return {
    ...told,
    ...waitingBuckets(since, known, { dueHours, now }),
    // Each document is due by its own workflow, as in Review.
    overdue: { count: dueAt.filter((at) => at <= now).length, isAtLeast: dueKnown <= now },
    dueHours,
    oldestAt: oldest === undefined ? null : new Date(oldest).toISOString(),
    documentsRead: said.read,
    problems: [...told.problems, ...said.notAsked.map(({ why }) => why)],
    calls: calls(),
    readAt: readAt(),
  };
}

function mayWait({ counts }: Batch): boolean {
  return counts.REVIEW_REQUIRED !== 0;
}

interface WaitingTimes {
  /** Lists the oldest first. */
  readonly since: readonly number[];
  /** All documents that began to wait before this time are included. */
  readonly known: number;
  readonly dueAt: readonly number[];
  /** All documents that are due before this time are included. */
  readonly dueKnown: number;
  readonly said: QueuePlace['said'];
  /** All batches with waiting documents were found. */
  readonly isAllFound: boolean;
}

/** Merges batches like the review queue, but without further pages. */
async function waitingTimes(
  place: QueuePlace,
  dueHours: number,
  { reader, reads, workflows }: TodayReads & Pick<QueueReads, 'workflows'>,
): Promise<Result<WaitingTimes>> {
  const advanced = await advanceQueue({ dueHours }, place, mostDocuments, { reader, reads, workflows });
  if (!advanced.ok) return advanced;
  const { streams, shards, given, said, wholeUntil } = advanced.value.place;
  const next = [...streams.values()].flatMap(({ rows }) => rows.map(toDue('waiting')));
  const all = [...given, ...next];
  const times = all.map((one) => one.since);
  const placed = times.filter((at) => Number.isFinite(at));
  const nowhere = placed.length === times.length ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
  return ok({
    since: placed.toSorted((a, b) => a - b),
    known: Math.min(wholeUntil.since, nowhere, knownBefore(streams)),
    dueAt: all.map((one) => one.dueAt),
    dueKnown: Math.min(nowhere, knownDueBefore('waiting', advanced.value.place)),
    said,
    isAllFound: shards.size === 0,
  });
}

function placeBefore(
  batches: readonly Batch[],
  isAll: boolean,
  now: number,
  open: (batch: Batch) => ReturnType<typeof openBatch>,
): QueuePlace {
  const all = new Map(batches.map((batch) => [streamKey(batch), batch]));
  return {
    begunAt: now,
    keptAt: now,
    streams: new Map(
      [...all].map(([key, { createdAt }]) => [
        key,
        // No document of a batch can have waited longer than the batch exists.
        unopened(key, createdAt === null ? Number.NEGATIVE_INFINITY : Date.parse(createdAt)),
      ]),
    ),
    open: new Map([...all].map(([key, batch]) => [key, open(batch)])),
    shards: new Map(),
    tenantNames: new Map(),
    given: [],
    said: {
      answeredFrom: { from: 'tenants', asked: 0, areAll: isAll, whyNotAttention: null },
      waiting: 0,
      waitingExact: false,
      batches: all.size,
      read: 0,
      notAsked: [],
      leftOut: new Map(),
    },
    wholeUntil: isAll ? wholeForEver : neverWhole,
  };
}
