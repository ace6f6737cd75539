import { blobsInMemory } from '../../journal/blobs.ts';
import { collectionsStore } from '../../journal/store.ts';
import type { Told } from '../../journal/told.ts';
import { drivenClock, type Clock } from '../clock.ts';
import { createFaults } from '../faults.ts';
import { seededRandomness } from '../randomness.ts';
import { eventsBus, metricsBus, type World } from '../world.ts';

/**
 * A world in memory in which an engine goes through the past at once, on a clock that its caller moves. Nothing else is
 * in it, so nothing can be called.
 */
export function stillWorld(
  { region, account }: Pick<World, 'region' | 'account'>,
  {
    clock,
    random = seededRandomness('still'),
    told = new Map(),
  }: {
    readonly clock: Pick<Clock, 'now'> & Partial<Clock>;
    readonly random?: World['random'];
    readonly told?: Told;
  },
): World {
  const store = collectionsStore();
  store.tell(told);
  return {
    region,
    account,
    endpoint: '',
    clock: { ...drivenClock(0), ...clock },
    random,
    store,
    blobs: blobsInMemory(),
    faults: createFaults(random),
    metrics: metricsBus(),
    events: eventsBus(),
    writtenStreams: eventsBus(),
    ended: new AbortController().signal,
    call: () => Promise.reject(new Error('There is nothing to call in the past')),
  };
}
