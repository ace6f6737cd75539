import { ok, type Failure, type Result } from '#shared/contract/result.ts';
import type { ReviewKey } from '#shared/contract/review-document.ts';
import type { QueueInput, QueuePage, QueueRow } from '#shared/contract/review.ts';
import type { Persona, Session } from '#shared/contract/session.ts';
import { dueBuckets, knownBefore } from '#shared/domain/review/review-queue.ts';
import type { ConnectionDoors } from '../../aws/doors.ts';
import { storePlaces } from '../../aws/places.ts';
import type { Handlers } from '../../gate/gate.ts';
import { chooseSource, type AttentionStore } from '../../reads/attention.ts';
import type { IdOrders } from '../../reads/batches-by-time.ts';
import { paidReads, type NotAsked } from '../../reads/paid-reads.ts';
import { advanceQueue, beginFromAttention, type QueuePlace } from '../../reads/review-queue.ts';
import type { WaitingDocument } from '../../rows/waiting-document.ts';
import { beginQueue } from './begin-queue.ts';
import type { DeskStore } from './desk-store.ts';
import { explainOwnOpinion } from './document-standing.ts';

const usualPage = 50;

/** Lists the documents that wait for review over all batches of a scope, the longest waiting first. */
export function readQueue({ doors, session, desk, attention, now }: QueueParts): Handlers['review.queue'] {
  const places = storePlaces<QueuePlace>(now);

  return async ({ cursor, pageSize = usualPage, ...input }) => {
    // The session is read now, because another connection may be opened while this reads.
    const held = session();
    const { connection, who, sandboxResets } = held;
    const { reader } = doors();
    // The time until documents are due does not affect what is read.
    const { dueHours, ...question } = input;
    const binding = JSON.stringify([
      connection.id,
      sandboxResets,
      who?.id ?? null,
      who?.tenants,
      sorted(question),
    ]);
    const reads = paidReads({ pattern: 'extraction.documentsToReview', index: 'GSI2' }, now);
    const of = { reader, reads, who, held, attention, now: now() };

    const begun = cursor === undefined ? await begin(input, of) : atPlace(places.find(cursor, binding));
    if (!begun.ok) return reads.billed(begun);
    let advanced = await advanceQueue(input, begun.value.place, pageSize, of);
    if (!advanced.ok && cursor === undefined && mayAskTenants(begun.value.place, advanced.failure)) {
      const again = await beginQueue(input, { ...of, whyNot: advanced.failure.message });
      if (!again.ok) return reads.billed(again);
      advanced = await advanceQueue(input, again.value.place, pageSize, of);
    }
    if (!advanced.ok) return reads.billed(advanced);
    const { rows, place, throttled } = advanced.value;
    const tenantIds = rows.map((one) => one.row.row.tenantId);
    const isOfAll = place.said.answeredFrom.from === 'attention';
    const tenantNames = isOfAll ? await attention.names(held, tenantIds, of) : place.tenantNames;
    const row = rowsFor({ who, desk, tenantNames });
    return reads.billed(
      ok({
        rows: rows.map((one) => row(one.row)),
        cursor: place.streams.size === 0 ? null : places.keep(place, binding),
        ...told(place, { dueHours, now: now() }),
        throttled: throttled + begun.value.throttled,
      }),
    );
  };
}

type Begun = Result<{ place: QueuePlace; throttled: number }>;

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
  if (source.value.from === 'tenants') return beginQueue(input, { ...of, whyNot: source.value.whyNot });
  return ok({ place: beginFromAttention(of.now, source.value.answeredFrom), throttled: 0 });
}

/** Tenants can still be asked where this role may read the state of attention, and not its lists. */
function mayAskTenants({ said }: QueuePlace, { code }: Failure): boolean {
  return said.answeredFrom.from === 'attention' && code === 'read-denied';
}

function atPlace(place: Result<QueuePlace>): Result<{ place: QueuePlace; throttled: number }> {
  return place.ok ? ok({ place: place.value, throttled: 0 }) : place;
}

type Told = Pick<
  QueuePage,
  'answeredFrom' | 'waiting' | 'waitingExact' | 'buckets' | 'read' | 'batches' | 'notAsked'
>;

/** Includes documents that were read but not returned yet, because they wait too. */
function told(
  { streams, shards, given, said, wholeUntil }: QueuePlace,
  due: { readonly dueHours: number; readonly now: number },
): Told {
  const next = [...streams.values()].flatMap(({ rows }) => rows.map(({ at }) => at));
  const { unclear, notAsked, ...counts } = said;
  const left = [...unclear].flatMap(([tenantId, count]) =>
    count === 0 ? [] : [{ tenantId, why: leftOut(count) }],
  );
  return {
    ...counts,
    waitingExact: counts.waitingExact && shards.size === 0,
    buckets: dueBuckets([...given, ...next], Math.min(wholeUntil, knownBefore(streams)), due),
    notAsked: onePerTenant([...notAsked, ...left]),
  };
}

function onePerTenant(all: readonly NotAsked[]): NotAsked[] {
  const reasons = new Map<string, string[]>();
  for (const { tenantId, why } of all) reasons.set(tenantId, [...(reasons.get(tenantId) ?? []), why]);
  return [...reasons].map(([tenantId, whys]) => ({ tenantId, why: whys.join(' ') }));
}

function leftOut(count: number): string {
  return count === 1
    ? '1 document hidden: its filtered values could not be read.'
    : `${count} documents hidden: their filtered values could not be read.`;
}

/** Puts equal questions into equal form. */
function sorted(input: Omit<QueueInput, 'dueHours'>): unknown {
  const { reasons, ...rest } = input;
  const entries = Object.entries({ ...rest, reasons: reasons?.toSorted() });
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
  readonly now: () => number;
}
