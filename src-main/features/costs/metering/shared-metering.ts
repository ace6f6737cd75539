import type { Result } from '#shared/contract/result.ts';
import type { Session } from '#shared/contract/session.ts';
import type { CostReads } from '../cost-reads.ts';
import { worldOfSession } from '../known-costs.ts';
import { batchKey, type ListedBatch } from '../listing/listed-batch.ts';
import type { Meter } from '../store/meter-store.ts';
import { meterBatch } from './meter-batch.ts';
import type { Metered } from './metered.ts';
import type { SharedReads } from './shared-reads.ts';

export type SharedMetering = SharedReads<Result<Metered>>;

interface Parts {
  readonly shared: SharedMetering;
  readonly reads: CostReads;
  readonly store: Meter;
  readonly session: Session;
  readonly signal: AbortSignal;
}

/** One batch, kept when it has been read; two windows of one person wait for the same reading. */
export function meterShared(
  batch: ListedBatch,
  mostRead: number,
  { shared, reads, store, session, signal }: Parts,
): Promise<{ readonly value: Result<Metered>; readonly isMine: boolean }> {
  const key = JSON.stringify([worldOfSession(session), batchKey(batch), batch.stamp]);
  return shared.join(key, signal, async (wanted) => {
    const read = await meterBatch(batch, { reads, mostRead, signal: wanted });
    // Here, since who began it may be gone while another still waits.
    if (read.ok) store.keep(batch, read.value);
    return read;
  });
}
