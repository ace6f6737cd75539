import type { Failure, Result } from '#shared/contract/result.ts';
import { inLanes } from '../../../dead-letters/in-lanes.ts';
import { concernsAll } from '../../../reads/paid-reads.ts';
import type { ListedBatch } from '../listing/listed-batch.ts';
import { isLonger } from './longer-than-counted.ts';
import type { Metered } from './metered.ts';

type Meterings = 'done' | 'budget' | 'failed';

interface Parts {
  /** How many documents may be read. */
  readonly budget: number;
  readonly read: (
    batch: ListedBatch,
    mostRead: number,
  ) => Promise<{ readonly value: Result<Metered>; readonly isMine: boolean }>;
  readonly metered: (batch: ListedBatch, metered: Metered, isMine: boolean) => void;
  readonly lost: (batch: ListedBatch, failure: Failure) => void;
}

/** The reader has eight slots for everybody: a page that is looked at meanwhile finds one. */
const atOnce = 3;
/** Then it is not a batch that is in trouble. */
const mostInARow = 3;

/** The newest first. One that the budget has no room for is left, and a smaller one behind it may be read. */
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
    // Whoever began it has paid for it.
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
      // All that was left has been read of it. With a larger budget it may come to its end.
      if (isMine) left = Math.max(0, left - had);
      isShort = true;
      return;
    }
    // As a policy may say of one tenant: the others are no worse for it.
    const isDenied = failure.code === 'read-denied' || failure.code === 'tenant-out-of-scope';
    if (isDenied) denied.add(batch.tenantId);
    else inARow += 1;
    if (concernsAll(failure) || inARow === mostInARow) hasFailed = true;
  });
  if (hasFailed) return 'failed';
  return isShort ? 'budget' : 'done';
}
