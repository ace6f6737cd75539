import { seededRandomness } from '../randomness.ts';
import type { PlannedTenant } from '../past/plan.ts';
import type { Timer } from '../clock.ts';
import type { World } from '../world.ts';
import { liveBatch } from './live-batch.ts';
import { uploads, type Customer } from './uploads.ts';

export interface TrafficState {
  readonly paused: boolean;
  /** Since the sandbox began. */
  readonly batches: number;
  readonly batchesToday: number;
}

export interface LiveTraffic {
  readonly state: () => TrafficState;
  readonly setPaused: (paused: boolean) => void;
  readonly stop: () => void;
}

/** A day's traffic, so that a sandbox left open over the holidays does not fill the disk. */
export const mostBatchesADay = 24;
/** Whoever opens the sandbox soon sees something in work. */
const firstAfterMs = 4_000;
const leastGapMs = 10 * 60_000;
const mostGapMs = 25 * 60_000;
const day = 86_400_000;

interface Kept {
  readonly paused: boolean;
  readonly batches: number;
  readonly day: number;
  readonly batchesToday: number;
  readonly lastAt: number;
}

/** Customers who send a few documents now and then, through the pipelines' own API, like every caller. */
export function liveTraffic(
  world: World,
  {
    seed,
    tenants,
    customer,
  }: { readonly seed: string; readonly tenants: readonly PlannedTenant[]; readonly customer: Customer },
): LiveTraffic {
  const { clock } = world;
  const states = world.store.collection<Kept>('living/traffic');
  const sending = uploads(world, customer);
  let timer: Timer | undefined;
  let hasStopped = false;

  const kept = (): Kept => states.get('state') ?? begun;
  const today = (): number => Math.floor(clock.now() / day);
  const countToday = (): number => (kept().day === today() ? kept().batchesToday : 0);

  const wait = (ms: number): void => {
    timer?.cancel();
    timer = hasStopped || kept().paused ? undefined : clock.after(ms, next);
  };
  const next = (): void => {
    if (countToday() >= mostBatchesADay) return wait((today() + 1) * day - clock.now());
    const release = clock.hold();
    const n = kept().batches + 1;
    void send(n)
      // Refused or unreachable, on purpose perhaps: a customer tries again another time.
      .catch(() => undefined)
      .finally(() => {
        wait(gapAfter(seed, n));
        release();
      });
  };
  const send = async (n: number): Promise<void> => {
    const batch = liveBatch({ seed, n, now: clock.now() }, tenants);
    const documents = await customer.submit(batch);
    if (hasStopped) return;
    const counted = { batches: n, day: today(), batchesToday: countToday() + 1, lastAt: clock.now() };
    states.set('state', { ...kept(), ...counted });
    sending.add(documents, seededRandomness(`${seed}/uploads/${n}`));
  };

  // Opened again and again, it does not send a batch each time.
  wait(Math.max(firstAfterMs, kept().lastAt + leastGapMs - clock.now()));
  return {
    state: () => ({ paused: kept().paused, batches: kept().batches, batchesToday: countToday() }),
    setPaused(paused) {
      if (paused === kept().paused) return;
      states.set('state', { ...kept(), paused });
      wait(firstAfterMs);
    },
    stop() {
      hasStopped = true;
      timer?.cancel();
      sending.stop();
    },
  };
}

const begun: Kept = { paused: false, batches: 0, day: 0, batchesToday: 0, lastAt: 0 };

function gapAfter(seed: string, n: number): number {
  const share = seededRandomness(`${seed}/gap/${n}`).unit();
  return Math.round(leastGapMs + share * (mostGapMs - leastGapMs));
}
