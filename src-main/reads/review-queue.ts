import { randomBytes } from 'node:crypto';
import type { AnsweredFrom } from '#shared/contract/fleet.ts';
import type { Batch } from '#shared/contract/pipeline-items.ts';
import { ok, type Result } from '#shared/contract/result.ts';
import type { QueueInput } from '#shared/contract/review.ts';
import { attentionShards, type AttentionShard } from '#shared/domain/attention.ts';
import {
  dueAtPlace,
  findMergeOrder,
  leastDueAtPlace,
  leastPlace,
  placeInOrder,
  type MergeOrder,
  type ReviewOrder,
} from '#shared/domain/review/review-order.ts';
import {
  takeInOrder,
  unopened,
  withPage,
  type Placed,
  type ReadPage,
  type Stream,
  type Streams,
} from '#shared/domain/review/review-queue.ts';
import { openReadings, type Readings } from '../aws/dynamodb/reading.ts';
import { batchOfAttention } from '../rows/attention-rows.ts';
import type { SchemaTypes } from '../rows/judged-document.ts';
import { itemsOfKind } from '../rows/page-of-rows.ts';
import { placeInQueue, waitingDocument, type WaitingDocument } from '../rows/waiting-document.ts';
import { readShard } from './attention.ts';
import { concernsAll, explainUnreadBatch, isFirstOfKind, type NotAsked } from './paid-reads.ts';
import { addLeftOut, isWanted, latestWanted } from './queue-filters.ts';
import type { LeftOut, QueueReads, Verdict } from './queue-filters.ts';
import { explainUsualOrder, noWorkflows, toReviewOrder, type FoundWorkflows } from './workflow-facts.ts';

interface Advanced {
  readonly rows: readonly Placed<WaitingDocument>[];
  readonly place: QueuePlace;
  readonly throttled: number;
}

const openedAtOnce = 8;
/** One call reads at most this much and then returns what it has found; the caller may continue. */
const most = { documents: 400, pages: 120 };

/** Returns the next rows in the order of all batches. A batch is read only when it may have the next row. */
export async function advanceQueue(
  input: QueueInput,
  place: QueuePlace,
  count: number,
  parts: QueueReads,
): Promise<Result<Advanced>> {
  const latest = latestWanted(input, place.begunAt);
  const order = findMergeOrder(input.sort) ?? 'waiting';
  const nextPage = batchPages(input, order, parts);
  const findWorkflows = parts.workflows ?? (() => Promise.resolve(noWorkflows));
  const open = new Map(place.open);
  const leftOut = new Map(place.said.leftOut);
  const lost: NotAsked[] = [];
  const rows: Placed<WaitingDocument>[] = [];
  let streams: Map<string, Stream<WaitingDocument>> = new Map(place.streams);
  const shards = new Map(place.shards);
  let { wholeUntil } = place;
  let { waiting, waitingExact, batches } = place.said;
  let [read, pages, throttled] = [0, 0, 0];

  for (;;) {
    const taken = takeInOrder(streams, count - rows.length);
    rows.push(...taken.rows);
    streams = new Map(taken.rest);
    const isEnough = rows.length >= count || read >= most.documents || pages >= most.pages;
    if (isEnough || taken.unread.length === 0) break;
    const due = taken.unread.slice(0, openedAtOnce).flatMap((key) => {
      const [stream, of] = [streams.get(key), open.get(key)];
      return stream === undefined || of === undefined ? [] : [{ key, stream, of }];
    });
    const dueShards = taken.unread.slice(0, openedAtOnce).flatMap((key) => shards.get(key) ?? []);
    const [answers, found] = await Promise.all([
      Promise.all(due.map(async (one) => ({ ...one, answer: await nextPage(one.of) }))),
      Promise.all(dueShards.map(async (of) => ({ of, answer: await nextBatches(of, parts) }))),
    ]);
    // One question for all that was found in this round, because a person waits for each.
    const listed = found.flatMap(({ answer }) => (answer.ok ? answer.value.rows : []));
    const workflows = await findWorkflows(listed.map(({ row }) => batchOfAttention(row)));
    lost.push(...explainUsualOrder(workflows, listed[0]?.row.tenantId));
    for (const { of, answer } of found) {
      // Documents of the other shards have no order without this one.
      if (!answer.ok) return answer;
      pages += 1;
      throttled += answer.value.throttled;
      const key = shardKey(of.shard);
      let { since } = of;
      for (const { row, at } of answer.value.rows) {
        since = Math.max(since, at ?? since);
        const batch = batchOfAttention(row);
        const isAsked = input.workflowId === undefined || input.workflowId === row.workflowId;
        waiting += row.waiting ?? 0;
        waitingExact &&= row.waiting !== null;
        if (isAsked) batches += 1;
        if (!isAsked || since > latest || open.has(streamKey(batch))) continue;
        const unread = openBatch(batch, input, workflows);
        streams.set(streamKey(batch), unopened(streamKey(batch), placeInOrder(order, since, unread.order)));
        open.set(streamKey(batch), unread);
      }
      const { cursor } = answer.value;
      if (cursor === null || since > latest) streams.delete(key);
      else streams.set(key, { key, from: leastPlace(order, since), rows: [], hasMore: true });
      if (cursor === null) shards.delete(key);
      else shards.set(key, { ...of, cursor, since });
    }
    for (const { key, stream, of, answer } of answers) {
      const { tenantId, batchId } = of.batch;
      pages += 1;
      if (answer.ok) {
        const { page } = answer.value;
        const after = withPage(stream, page, placeInOrder(order, latest, of.order));
        streams.set(key, after);
        open.set(key, goneOn(of, answer.value, [stream, after]));
        read += page.rows.length;
        throttled += answer.value.throttled;
        leftOut.set(tenantId, addLeftOut(leftOut.get(tenantId), answer.value.verdicts));
      } else if (answer.failure.code === 'cursor-refused' && of.cursor !== undefined) {
        // More lists are open than cursors are stored for, but it is known what this one has returned.
        open.set(key, fromItsBeginning(of, stream));
      } else {
        if (concernsAll(answer.failure)) return answer;
        streams.delete(key);
        lost.push({ tenantId, why: explainUnreadBatch(batchId, answer.failure.message) });
        wholeUntil = earliest(wholeUntil, findTimes(order, stream.from, of.order));
      }
    }
  }

  const { said, given } = place;
  const next: QueuePlace = {
    ...place,
    streams,
    shards,
    open: new Map([...open].filter(([key]) => streams.has(key))),
    given: [...given, ...rows.map(toDue(order))],
    said: {
      ...said,
      waiting,
      waitingExact,
      batches,
      read: said.read + read,
      notAsked: [...said.notAsked, ...lost.filter(isFirstOfKind(said.notAsked))],
      leftOut,
    },
    wholeUntil,
  };
  return ok({ rows, place: next, throttled });
}

/** Returns the place before the first page of a batch. */
export function openBatch(
  batch: Batch,
  { dueHours }: Pick<QueueInput, 'dueHours'>,
  workflows: FoundWorkflows,
): OpenBatch {
  const facts = workflows.of(batch);
  const order = toReviewOrder(facts, dueHours);
  return { batch, order, types: facts.types, cursor: undefined, atFrom: [], again: null };
}

interface Waited {
  readonly since: number;
  readonly dueAt: number;
}

/** Returns since when a document waits and when it is due, by its place in the order. */
export function toDue(order: MergeOrder): (placed: Placed<WaitingDocument>) => Waited {
  return ({ at, row: { row } }) => findTimes(order, at, row);
}

function findTimes(order: MergeOrder, place: number, of: ReviewOrder): Waited {
  const dueAt = dueAtPlace(order, place, of);
  return { since: dueAt - of.dueHours * 3_600_000, dueAt };
}

function earliest(one: Waited, other: Waited): Waited {
  return { since: Math.min(one.since, other.since), dueAt: Math.min(one.dueAt, other.dueAt) };
}

/** Nothing may be missing. */
export const wholeForEver: Waited = { since: Number.POSITIVE_INFINITY, dueAt: Number.POSITIVE_INFINITY };
/** Anything may be missing. */
export const neverWhole: Waited = { since: Number.NEGATIVE_INFINITY, dueAt: Number.NEGATIVE_INFINITY };

/** Returns the time before which no unread document is due. */
export function knownDueBefore(
  order: MergeOrder,
  { streams, open, wholeUntil }: Pick<QueuePlace, 'streams' | 'open' | 'wholeUntil'>,
): number {
  let least = wholeUntil.dueAt;
  for (const { key, hasMore, from } of streams.values()) {
    if (!hasMore) continue;
    const batch = open.get(key);
    const dueAt = batch === undefined ? leastDueAtPlace(order, from) : dueAtPlace(order, from, batch.order);
    least = Math.min(least, dueAt);
  }
  return least;
}

/** This is the place where reading continues in one batch. */
export interface OpenBatch {
  readonly batch: Batch;
  /** The order of its workflow when the batch was found. */
  readonly order: ReviewOrder;
  readonly types: SchemaTypes | null;
  /** It is undefined before the first page of the batch. */
  readonly cursor: string | undefined;
  /** These are the documents already read whose time equals the last time reached. */
  readonly atFrom: readonly string[];
  /**
   * It is set when the batch is read again from its beginning to the place it had reached, because its cursor was
   * evicted.
   */
  readonly again: { readonly until: number; readonly but: readonly string[] } | null;
}

/**
 * This is the place in the queue after a page. It is never changed, so that the same page can be asked for twice.
 */
export interface QueuePlace {
  /** Ages refer to the first page, so that no document joins while the person reads on. */
  readonly begunAt: number;
  readonly keptAt: number;
  readonly streams: Streams<WaitingDocument>;
  readonly open: ReadonlyMap<string, OpenBatch>;
  /** These are the shards of attention that have further batches; empty where tenants were asked. */
  readonly shards: ReadonlyMap<string, OpenShard>;
  readonly tenantNames: ReadonlyMap<string, string | null>;
  /** These are the times of the returned documents. */
  readonly given: readonly Waited[];
  readonly said: {
    readonly answeredFrom: AnsweredFrom;
    readonly waiting: number;
    /** Each batch that was found gives a number. There are more batches while there are `shards`. */
    readonly waitingExact: boolean;
    readonly batches: number;
    readonly read: number;
    readonly notAsked: readonly NotAsked[];
    /** By tenant. */
    readonly leftOut: ReadonlyMap<string, LeftOut>;
  };
  /** A document after these times may be missing, because a batch could not be read. */
  readonly wholeUntil: Waited;
}

/** This is the place where reading continues in one shard of attention. */
interface OpenShard {
  readonly shard: AttentionShard;
  readonly cursor: string | undefined;
  readonly readings: Readings;
  /** No batch that is not listed yet has a document that waits longer. */
  readonly since: number;
}

/** A person reads some 50 documents, which rarely lie in more batches than this of each shard. */
const batchesOfShard = 25;

/**
 * Begins a queue over the batches of all tenants. Each shard of attention is a stream beside those of the batches that
 * were found in it, so further batches are listed once a document of theirs may be the next: the order is that of all
 * customers together, however many batches wait.
 */
export function beginFromAttention(now: number, answeredFrom: AnsweredFrom): QueuePlace {
  const readings = openReadings(randomBytes(32));
  const keys = attentionShards.map((shard) => ({ shard, key: shardKey(shard) }));
  return {
    begunAt: now,
    keptAt: now,
    streams: new Map(keys.map(({ key }) => [key, unopened(key, Number.NEGATIVE_INFINITY)])),
    open: new Map(),
    shards: new Map(
      keys.map(({ key, shard }) => [
        key,
        { shard, cursor: undefined, readings, since: Number.NEGATIVE_INFINITY },
      ]),
    ),
    tenantNames: new Map(),
    given: [],
    said: {
      answeredFrom,
      waiting: 0,
      waitingExact: true,
      batches: 0,
      read: 0,
      notAsked: [],
      leftOut: new Map(),
    },
    wholeUntil: wholeForEver,
  };
}

function shardKey(shard: AttentionShard): string {
  return `shard ${shard}`;
}

function nextBatches({ shard, cursor, readings }: OpenShard, parts: QueueReads) {
  const question = { list: 'review', order: 'longest', before: null } as const;
  return readShard(question, shard, parts, { cursor, pageSize: batchesOfShard, places: readings });
}

/** No id contains this sign, so it can separate the parts of a key. */
export function streamKey({ tenantId, batchId }: Pick<Batch, 'tenantId' | 'batchId'>): string {
  return `${tenantId}#${batchId}`;
}

/** This is a document of a batch and its place in the index, which is null when it is not a time. */
interface PlacedDocument {
  readonly at: number | null;
  readonly documentId: string;
}

/**
 * Returns the batch's place after a page. `fresh` holds documents not read before; `cursor` is undefined when there
 * are no more.
 */
function goneOn(
  of: OpenBatch,
  { fresh, cursor }: { readonly fresh: readonly PlacedDocument[]; readonly cursor: string | undefined },
  [before, after]: readonly [Stream<unknown>, Stream<unknown>],
): OpenBatch {
  let { from } = before;
  const atFrom = from === after.from ? [...of.atFrom] : [];
  for (const { at, documentId } of fresh) {
    from = Math.max(from, at ?? from);
    if (from === after.from) atFrom.push(documentId);
  }
  return { ...of, cursor, atFrom };
}

/** The cursor was evicted, so the same documents are read again and are not returned a second time. */
function fromItsBeginning(of: OpenBatch, { from }: Stream<unknown>): OpenBatch {
  return { ...of, cursor: undefined, again: { until: from, but: of.atFrom } };
}

function isFresh({ at, documentId }: PlacedDocument, { again }: OpenBatch): boolean {
  if (again === null || (at !== null && at > again.until)) return true;
  return (at === null || at === again.until) && !again.but.includes(documentId);
}

interface BatchPage {
  readonly page: ReadPage<WaitingDocument>;
  /** These are the documents that were not read before. */
  readonly fresh: readonly PlacedDocument[];
  readonly cursor: string | undefined;
  readonly verdicts: readonly Verdict[];
  readonly throttled: number;
}

/** A person rarely reviews more of one batch before another's is older; further pages are read when needed. */
const pageOfBatch = 12;
const pageOfSorting = 100;

/** Reads the next page of a batch, within one call. */
function batchPages(
  input: QueueInput,
  order: MergeOrder,
  { reader, reads }: QueueReads,
): (of: OpenBatch) => Promise<Result<BatchPage>> {
  // Where all are read to be sorted, larger pages take fewer calls.
  const pageSize = findMergeOrder(input.sort) === null ? pageOfSorting : pageOfBatch;
  return async (of) => {
    const { batch, cursor } = of;
    const { tenantId, batchId } = batch;
    const read = reads.paid(
      await reader.run('extraction.documentsToReview', { tenantId, batchId }, { cursor, pageSize }),
    );
    if (!read.ok) return read;
    const verdicts: Verdict[] = [];
    const fresh: PlacedDocument[] = [];
    const rows = itemsOfKind(read.value.items, 'Document').own.map((item) => {
      const document = waitingDocument(item, batch, of);
      const since = placeInQueue(item);
      const at = since === null ? null : placeInOrder(order, since, of.order);
      const place = { at, documentId: document.row.documentId };
      if (!isFresh(place, of)) return { at, row: undefined };
      fresh.push(place);
      const verdict = isWanted(input, document);
      verdicts.push(verdict);
      return { at, row: verdict === 'wanted' ? document : undefined };
    });
    const next = read.value.cursor;
    return ok({
      page: { rows, hasMore: next !== null },
      fresh,
      cursor: next ?? undefined,
      verdicts,
      throttled: read.value.throttled,
    });
  };
}
