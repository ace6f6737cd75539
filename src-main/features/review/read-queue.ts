import type { Batch } from '#shared/contract/pipeline-items.ts';
import { ok, type Failure, type Result } from '#shared/contract/result.ts';
import type { ReviewKey } from '#shared/contract/review-document.ts';
import type { QueueInput, QueuePage, QueueRow } from '#shared/contract/review.ts';
import type { Persona, Session } from '#shared/contract/session.ts';
import {
  compareSortValues,
  findMergeOrder,
  priorities,
  type MergeOrder,
} from '#shared/domain/review/review-order.ts';
import { dueBuckets, type Placed } from '#shared/domain/review/review-queue.ts';
import type { ConnectionDoors } from '../../aws/doors.ts';
import { storePlaces } from '../../aws/places.ts';
import type { Handlers } from '../../gate/gate.ts';
import { chooseSource, type AttentionStore } from '../../reads/attention.ts';
import type { IdOrders } from '../../reads/batches-by-time.ts';
import { paidReads, type NotAsked } from '../../reads/paid-reads.ts';
import type { QueueReads } from '../../reads/queue-filters.ts';
import {
  advanceQueue,
  beginFromAttention,
  knownDueBefore,
  toDue,
  type QueuePlace,
} from '../../reads/review-queue.ts';
import type { WorkflowFactsStore } from '../../reads/workflow-facts.ts';
import type { WaitingDocument } from '../../rows/waiting-document.ts';
import { beginQueue } from './begin-queue.ts';
import type { DeskStore } from './desk-store.ts';
import { explainOwnOpinion } from './document-standing.ts';
import { listHandedOver } from './handed-over.ts';
import type { AmountsRead } from './read-amounts.ts';

const usualPage = 50;
/** Sorting by a value reads this many at most, because a person waits and each read costs money. */
const mostSorted = 2_000;

interface ListPlace {
  readonly keptAt: number;
  readonly queue: QueuePlace;
  /** The rest of the rows that were read to be sorted; null where the queue is read in its order. */
  readonly sorted: { readonly left: readonly Placed<WaitingDocument>[]; readonly of: number } | null;
  /** The documents that were handed over to this person. The first page has them, and no later one. */
  readonly handed: ReadonlySet<string>;
}

/** Lists the documents that wait for review over all batches of a scope, in the chosen order. */
export function readQueue(parts: QueueParts): Handlers['review.queue'] {
  const readPage = readQueuePage(parts);
  return (input) => readPage(input);
}

export function readQueuePage(parts: QueueParts): (input: QueueInput) => Promise<Result<QueuePage>> {
  const { doors, session, desk, attention, workflows, now } = parts;
  const places = storePlaces<ListPlace>(now);

  return async ({ cursor, pageSize = usualPage, ...input }) => {
    // The session is read now, because another connection may be opened while this reads.
    const held = session();
    const { connection, who, sandboxResets } = held;
    const { reader } = doors();
    const binding = JSON.stringify([
      connection.id,
      sandboxResets,
      who?.id ?? null,
      who?.tenants,
      sorted(input),
    ]);
    const reads = paidReads({ pattern: 'extraction.documentsToReview', index: 'GSI2' }, now);
    const found = workflows && ((of: readonly Batch[]) => workflows.read(held, of, { reader, reads }));
    const of = { reader, reads, workflows: found, who, held, attention, now: now() };

    const [begun, handed] = await Promise.all([
      cursor === undefined ? begin(input, of) : atPlace(places.find(cursor, binding)),
      cursor === undefined ? listHandedOver(input, of) : [],
    ]);
    if (!begun.ok) return reads.billed(begun);
    let advanced = await advance(input, begun.value.place, pageSize, of);
    if (!advanced.ok && cursor === undefined && mayAskTenants(begun.value.place.queue, advanced.failure)) {
      const again = await beginQueue(input, { ...of, whyNot: advanced.failure.message });
      if (!again.ok) return reads.billed(again);
      advanced = await advance(input, unsorted(again.value.place), pageSize, of);
    }
    if (!advanced.ok) return reads.billed(advanced);
    const { throttled } = advanced.value;
    const place: ListPlace = {
      ...advanced.value.place,
      handed:
        cursor === undefined ? new Set(handed.map(({ row }) => documentKey(row))) : begun.value.place.handed,
    };
    const { queue } = place;
    const others = advanced.value.rows.map(({ row }) => row);
    const rows = [...handed, ...others.filter(({ row }) => !place.handed.has(documentKey(row)))];
    const tenantIds = rows.map(({ row }) => row.tenantId);
    const isOfAll = queue.said.answeredFrom.from === 'attention';
    const tenantNames = isOfAll ? await attention.names(held, tenantIds, of) : queue.tenantNames;
    for (const one of rows) parts.amounts?.keep(held, one);
    const isEnd = place.sorted === null ? queue.streams.size === 0 : place.sorted.left.length === 0;
    return reads.billed(
      ok({
        rows: rows.map(rowsFor({ who, desk, tenantNames })),
        cursor: isEnd ? null : places.keep(place, binding),
        ...told(place, findMergeOrder(input.sort) ?? 'waiting', now()),
        throttled: throttled + begun.value.throttled,
      }),
    );
  };
}

interface Advanced {
  readonly rows: readonly Placed<WaitingDocument>[];
  readonly place: ListPlace;
  readonly throttled: number;
}

async function advance(
  input: QueueInput,
  { queue, sorted: before }: ListPlace,
  count: number,
  parts: QueueReads,
): Promise<Result<Advanced>> {
  if (findMergeOrder(input.sort) !== null) {
    const advanced = await advanceQueue(input, queue, count, parts);
    return advanced.ok ? ok({ ...advanced.value, place: unsorted(advanced.value.place) }) : advanced;
  }
  const read = before === null ? await readToSort(input, queue, parts) : null;
  if (read !== null && !read.ok) return read;
  const left = before === null ? (read?.value.rows ?? []) : before.left;
  const place: ListPlace = {
    keptAt: 0,
    queue: read?.value.place ?? queue,
    sorted: { left: left.slice(count), of: before?.of ?? left.length },
    handed: new Set(),
  };
  return ok({ rows: left.slice(0, count), place, throttled: read?.value.throttled ?? 0 });
}

/** Reads the longest waiting documents up to a limit, and sorts them. */
async function readToSort(
  input: QueueInput,
  begun: QueuePlace,
  parts: QueueReads,
): Promise<Result<{ rows: readonly Placed<WaitingDocument>[]; place: QueuePlace; throttled: number }>> {
  const rows: Placed<WaitingDocument>[] = [];
  let place = begun;
  let throttled = 0;
  while (rows.length < mostSorted && place.said.read < mostSorted && place.streams.size > 0) {
    const advanced = await advanceQueue(input, place, mostSorted - rows.length, parts);
    if (!advanced.ok) return advanced;
    rows.push(...advanced.value.rows);
    place = advanced.value.place;
    throttled += advanced.value.throttled;
  }
  const { by, direction } = input.sort ?? { by: 'waiting', direction: 'asc' };
  const due = toDue('waiting');
  const valueOf = (placed: Placed<WaitingDocument>): string | number | null => {
    const { row, amount } = placed.row;
    switch (by) {
      case 'waiting':
        return placed.at;
      case 'due':
        return due(placed).dueAt;
      case 'priority':
        return priorities.indexOf(row.priority);
      case 'document':
        return row.fileName ?? row.documentId;
      case 'tenant':
        return place.tenantNames.get(row.tenantId) ?? row.tenantId;
      case 'workflow':
        return row.workflowId;
      case 'amount':
        return amount?.value ?? null;
      default:
        return row[by];
    }
  };
  const ordered = rows.toSorted((left, right) => compareSortValues(direction, valueOf(left), valueOf(right)));
  return ok({ rows: ordered, place, throttled });
}

function unsorted(queue: QueuePlace): ListPlace {
  return { keptAt: 0, queue, sorted: null, handed: new Set() };
}

type Begun = Result<{ place: ListPlace; throttled: number }>;

/** Begins with attention where it is kept and all tenants are meant. */
async function begin(
  input: QueueInput,
  of: Omit<Parameters<typeof beginQueue>[1], 'whyNot'> & {
    readonly held: Session;
    readonly attention: AttentionStore;
  },
): Promise<Begun> {
  const source = await chooseSource(input.tenantId ?? null, of.held, of);
  if (!source.ok) return source;
  if (source.value.from === 'attention') {
    return ok({ place: unsorted(beginFromAttention(of.now, source.value.answeredFrom)), throttled: 0 });
  }
  const begun = await beginQueue(input, { ...of, whyNot: source.value.whyNot });
  return begun.ok ? ok({ place: unsorted(begun.value.place), throttled: begun.value.throttled }) : begun;
}

/** Tenants can still be asked where this role may read the state of attention, and not its lists. */
function mayAskTenants({ said }: QueuePlace, { code }: Failure): boolean {
  return said.answeredFrom.from === 'attention' && code === 'read-denied';
}

function atPlace(place: Result<ListPlace>): Begun {
  return place.ok ? ok({ place: place.value, throttled: 0 }) : place;
}

type Told = Pick<
  QueuePage,
  | 'answeredFrom'
  | 'waiting'
  | 'waitingExact'
  | 'buckets'
  | 'sorted'
  | 'read'
  | 'withoutAmount'
  | 'batches'
  | 'notAsked'
>;

/** Includes documents that were read but not returned yet, because they wait too. */
function told({ queue, sorted: list }: ListPlace, order: MergeOrder, now: number): Told {
  const { streams, shards, given, said } = queue;
  const next = [...streams.values()].flatMap(({ rows }) => rows.map(toDue(order)));
  const dueAt = [...given, ...next].map((one) => one.dueAt);
  const { leftOut, notAsked, ...counts } = said;
  const unclear = [...leftOut].flatMap(([tenantId, left]) =>
    left.unclear === 0 ? [] : [{ tenantId, why: describeUnclear(left.unclear) }],
  );
  return {
    ...counts,
    waitingExact: counts.waitingExact && shards.size === 0,
    buckets: dueBuckets(dueAt, knownDueBefore(order, queue), now),
    sorted: list && { documents: list.of, isAll: streams.size === 0 },
    notAsked: onePerTenant([...notAsked, ...unclear]),
    withoutAmount: [...leftOut.values()].reduce((sum, left) => sum + left.withoutAmount, 0),
  };
}

function onePerTenant(all: readonly NotAsked[]): NotAsked[] {
  const reasons = new Map<string, string[]>();
  for (const { tenantId, why } of all) reasons.set(tenantId, [...(reasons.get(tenantId) ?? []), why]);
  return [...reasons].map(([tenantId, whys]) => ({ tenantId, why: whys.join(' ') }));
}

function describeUnclear(count: number): string {
  return count === 1
    ? '1 document is not listed, because filters do not read the values that are stored in S3.'
    : `${count} documents are not listed, because filters do not read values that are stored in S3.`;
}

/** Puts equal questions into equal form. */
function sorted(input: QueueInput): unknown {
  const { reasons, sort, ...rest } = input;
  const order = sort && `${sort.by} ${sort.direction}`;
  const entries = Object.entries({ ...rest, sort: order, reasons: reasons?.toSorted() });
  return entries.filter(([, value]) => value !== undefined).toSorted(([a], [b]) => (a < b ? -1 : 1));
}

interface Onlooker {
  readonly who: Persona | null;
  readonly desk: Pick<DeskStore, 'drafts' | 'postponed'>;
  readonly tenantNames: ReadonlyMap<string, string | null>;
}

/** Builds rows for this person: with what is on their desk, and why they may not decide. */
function rowsFor({ who, desk, tenantNames }: Onlooker): (of: WaitingDocument) => QueueRow {
  const drafts = new Set(desk.drafts().map(({ key }) => documentKey(key)));
  const postponed = new Map(desk.postponed().map(({ key, until }) => [documentKey(key), until]));
  return ({ row, opinionsBy }) => ({
    ...row,
    tenantName: tenantNames.get(row.tenantId) ?? null,
    hasDraft: drafts.has(documentKey(row)),
    postponedUntil: postponed.get(documentKey(row)) ?? null,
    whyNot: who === null ? null : explainOwnOpinion(opinionsBy, who.id),
  });
}

/** Identifies a document on the desk; no id contains this separator. */
export function documentKey({ tenantId, batchId, documentId }: Omit<ReviewKey, 'projectId'>): string {
  return [tenantId, batchId, documentId].join('#');
}

export interface QueueParts {
  /** Uses the open connection, limited to the current person's tenants. */
  readonly doors: () => ConnectionDoors;
  readonly session: () => Session;
  readonly desk: Pick<DeskStore, 'drafts' | 'postponed'>;
  readonly orders: IdOrders;
  readonly attention: AttentionStore;
  /** Without it every document has the usual order. */
  readonly workflows?: WorkflowFactsStore | undefined;
  /** Keeps the amounts of the listed documents, for a person who asks for them. */
  readonly amounts?: AmountsRead | undefined;
  readonly now: () => number;
}
