import { ok, refused, type Failure, type Refusal, type Result } from '#shared/contract/result.ts';
import type { Session } from '#shared/contract/session.ts';
import { addTotals, emptyTotals, computeTotals } from '#shared/pricing/usage-totals.ts';
import { inLanes } from '../../reads/in-lanes.ts';
import { concernsAll } from '../../reads/paid-reads.ts';
import { documentRow } from '../../rows/document-rows.ts';
import { itemsOfKind } from '../../rows/page-of-rows.ts';
import type { CostReads } from './cost-reads.ts';
import { batchKey, worldOfSession, type ListedBatch, type Metered } from './known-costs.ts';
import type { Meter } from './meter-store.ts';

type Meterings = 'done' | 'budget' | 'failed';

interface Parts {
  /** Limits how many documents may be read. */
  readonly budget: number;
  readonly read: (
    batch: ListedBatch,
    mostRead: number,
  ) => Promise<{ readonly value: Result<Metered>; readonly isMine: boolean }>;
  readonly metered: (batch: ListedBatch, metered: Metered, isMine: boolean) => void;
  readonly lost: (batch: ListedBatch, failure: Failure) => void;
}

/** The reader has eight slots in all, so a page that is opened meanwhile finds a free one. */
const atOnce = 3;
/** After this many failures in a row, the cause is not a single batch. */
const mostInARow = 3;

/**
 * Meters the newest first. A batch that exceeds the budget is left out, and a smaller one after it may still be read.
 */
export async function meterAll(
  batches: readonly ListedBatch[],
  { budget, read, metered, lost }: Parts,
): Promise<Meterings> {
  const denied = new Set<string>();
  let left = budget;
  let isShort = false;
  let inARow = 0;
  let hasFailed = false;

  await inLanes(batches, atOnce, async (batch) => {
    if (hasFailed || denied.has(batch.tenantId)) return;
    if (batch.documents > left || left === 0) {
      isShort ||= batch.documents > 0 || !batch.isCounted;
      return;
    }
    left -= batch.documents;
    const had = left;
    const { value, isMine } = await read(batch, batch.documents + had);
    // Another watch began this reading and has paid for it.
    if (!isMine) left += batch.documents;
    if (value.ok) {
      inARow = 0;
      if (isMine) left = Math.max(0, left + batch.documents - value.value.totals.documents);
      metered(batch, value.value, isMine);
      return;
    }
    const { failure } = value;
    lost(batch, failure);
    if (isLonger(failure)) {
      // The rest of the budget was spent on it. With a larger budget its end may be reached.
      if (isMine) left = Math.max(0, left - had);
      isShort = true;
      return;
    }
    // A policy may deny a single tenant, which does not affect the others.
    const isDenied = failure.code === 'read-denied' || failure.code === 'tenant-out-of-scope';
    if (isDenied) denied.add(batch.tenantId);
    else inARow += 1;
    if (concernsAll(failure) || inARow === mostInARow) hasFailed = true;
  });
  if (hasFailed) return 'failed';
  return isShort ? 'budget' : 'done';
}

/**
 * Several batches are read at once, and other requests wait while an answer is parsed; 250 documents fill a megabyte.
 */
const pageOfBatch = 50;

/**
 * Sums what the documents of a batch consumed, page by page, so that their values are never all in memory. It returns
 * all of them or none, because half a batch would be shown as a whole one.
 */
async function meterBatch(
  { tenantId, batchId, documents }: ListedBatch,
  {
    reads,
    mostRead,
    signal,
  }: { readonly reads: CostReads; readonly mostRead: number; readonly signal: AbortSignal },
): Promise<Result<Metered>> {
  let totals = emptyTotals;
  let [repeated, read] = [0, 0];
  let cursor: string | null | undefined;
  while (cursor !== null) {
    if (read > mostRead) return refused(longerThanCounted(batchId, documents));
    const options = { cursor, pageSize: pageOfBatch };
    const page = await reads.run('extraction.documentsOfBatch', { tenantId, batchId }, options, signal);
    if (!page.ok) return page;
    // The partition may hold items of other kinds, which consumed nothing.
    for (const item of itemsOfKind(page.value.items, 'Document').own) {
      const { usage, run } = documentRow(item);
      totals = addTotals(totals, computeTotals(usage));
      if (usage !== null && run !== null && run > 1) repeated += 1;
    }
    read += page.value.items.length;
    cursor = page.value.cursor;
  }
  return ok({ totals, repeated });
}

export type SharedMetering = SharedReads<Result<Metered>>;

interface SharedParts {
  readonly shared: SharedMetering;
  readonly reads: CostReads;
  readonly store: Meter;
  readonly session: Session;
  readonly signal: AbortSignal;
}

/** Meters one batch and stores the result; two windows of one person share the same reading. */
export function meterShared(
  batch: ListedBatch,
  mostRead: number,
  { shared, reads, store, session, signal }: SharedParts,
): Promise<{ readonly value: Result<Metered>; readonly isMine: boolean }> {
  const key = JSON.stringify([worldOfSession(session), batchKey(batch), batch.stamp]);
  return shared.join(key, signal, async (wanted) => {
    const read = await meterBatch(batch, { reads, mostRead, signal: wanted });
    // It is stored here, because the watch that began the reading may be gone while another still waits.
    if (read.ok) store.keep(batch, read.value);
    return read;
  });
}

/** Reads once for several callers, and stops when none of them waits any more. */
interface SharedReads<T> {
  /** `isMine`: this caller began the reading and so pays for it. Throws when `signal` aborts. */
  join(
    key: string,
    signal: AbortSignal,
    begin: (signal: AbortSignal) => Promise<T>,
  ): Promise<{ readonly value: T; readonly isMine: boolean }>;
}

interface Reading<T> {
  readonly work: Promise<T>;
  readonly end: AbortController;
  waiting: number;
}

export function sharedReads<T>(): SharedReads<T> {
  const open = new Map<string, Reading<T>>();

  function beginReading(key: string, begin: (signal: AbortSignal) => Promise<T>): Reading<T> {
    const end = new AbortController();
    const reading: Reading<T> = { work: begin(end.signal), end, waiting: 0 };
    open.set(key, reading);
    const forget = (): void => void (open.get(key) === reading && open.delete(key));
    reading.work.then(forget, forget);
    return reading;
  }

  return {
    async join(key, signal, begin) {
      signal.throwIfAborted();
      const known = open.get(key);
      const reading = known ?? beginReading(key, begin);
      reading.waiting += 1;
      const leave = (): void => {
        reading.waiting -= 1;
        if (reading.waiting > 0) return;
        // The next caller starts a new reading, because this one has been aborted.
        if (open.get(key) === reading) open.delete(key);
        reading.end.abort();
      };
      try {
        return { value: await untilAborted(reading.work, signal), isMine: known === undefined };
      } finally {
        leave();
      }
    },
  };
}

function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason as Error);
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

/** The batch has more documents than it counts, and further reading was not requested. */
export function longerThanCounted(batchId: string, documents: number): Refusal {
  return {
    code: 'not-found',
    message: `It has more documents than the ${documents} it counts, and reading stopped at the requested limit.`,
    what: `${beginning}${batchId}`,
  };
}

function isLonger(failure: Failure): boolean {
  return failure.code === 'not-found' && failure.what.startsWith(beginning);
}

const beginning = 'the end of the batch ';
