import { ok, type Result } from '#shared/contract/result.ts';
import type { QueueInput, QueuePage } from '#shared/contract/review/queue.ts';
import { dueBuckets } from '#shared/domain/review/due-buckets.ts';
import { knownBefore } from '#shared/domain/review/merged-streams.ts';
import type { Handlers } from '../../../contract/handlers.ts';
import { advanceQueue, type QueuePlace } from '../../../reads/review-queue.ts';
import { beginQueue } from './begin-queue.ts';
import { keptPlaces } from './kept-places.ts';
import { paidReads, type NotAsked } from '../../../reads/paid-reads.ts';
import type { QueueParts } from './queue-parts.ts';
import { rowsFor } from './row-for.ts';

const usualPage = 50;

/** What waits for review over all batches of a scope, those first that wait longest. */
export function readQueue({ doors, session, desk, now }: QueueParts): Handlers['review.queue'] {
  const places = keptPlaces<QueuePlace>(now);

  return async ({ cursor, pageSize = usualPage, ...input }) => {
    // As they are now: somebody may open another connection while this reads.
    const { connection, who, sandboxResets } = session();
    const { reader } = doors();
    // How soon things are due is no part of what was read.
    const { dueHours, ...question } = input;
    const binding = JSON.stringify([
      connection.id,
      sandboxResets,
      who?.id ?? null,
      who?.tenants,
      sorted(question),
    ]);
    const reads = paidReads({ pattern: 'extraction.documentsToReview', index: 'GSI2' }, now);
    const of = { reader, reads, who, now: now() };

    const begun = cursor === undefined ? await beginQueue(input, of) : found(places.find(cursor, binding));
    if (!begun.ok) return reads.billed(begun);
    const advanced = await advanceQueue(input, begun.value.place, pageSize, of);
    if (!advanced.ok) return reads.billed(advanced);
    const { rows, place, throttled } = advanced.value;
    const row = rowsFor({ who, desk, tenantNames: place.tenantNames });
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

function found(place: Result<QueuePlace>): Result<{ place: QueuePlace; throttled: number }> {
  return place.ok ? ok({ place: place.value, throttled: 0 }) : place;
}

type Told = Pick<QueuePage, 'waiting' | 'waitingExact' | 'buckets' | 'read' | 'batches' | 'notAsked'>;

/** Those that are read and not given yet wait all the same. */
function told(
  { streams, given, said, wholeUntil }: QueuePlace,
  due: { readonly dueHours: number; readonly now: number },
): Told {
  const next = [...streams.values()].flatMap(({ rows }) => rows.map(({ at }) => at));
  const { unclear, notAsked, ...counts } = said;
  const left = [...unclear].flatMap(([tenantId, count]) =>
    count === 0 ? [] : [{ tenantId, why: leftOut(count) }],
  );
  return {
    ...counts,
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
    ? 'One document is left out: what the filters ask of it could not be read.'
    : `${count} documents are left out: what the filters ask of them could not be read.`;
}

/** The same question, however it is written down. */
function sorted(input: Omit<QueueInput, 'dueHours'>): unknown {
  const { reasons, ...rest } = input;
  const entries = Object.entries({ ...rest, reasons: reasons?.toSorted() });
  return entries.filter(([, value]) => value !== undefined).toSorted(([a], [b]) => (a < b ? -1 : 1));
}
