import type { ScheduledFunction } from '#pipelines/parts.ts';
import type { Timer } from '../clock.ts';
import type { World } from '../world.ts';

export interface Schedule {
  readonly name: string;
  readonly everyMs: number;
  /** The delay after each multiple of `everyMs` since 1970. */
  readonly offsetMs?: number;
  readonly run: ScheduledFunction;
}

/** The waits after the first and the second failure; then it waits for its next time (domain, 1.3). */
const retriesAfterMs = [60_000, 120_000] as const;

/**
 * Calls functions as EventBridge does: on the world's clock, with two retries. A time that passed while the machine was
 * off is made up for once, or a sandbox of yesterday would have stood still since.
 */
export function keepSchedules(world: World, schedules: readonly Schedule[]): { readonly stop: () => void } {
  const { clock } = world;
  const lastTimes = world.store.collection<number>('living/schedules');
  const timers = new Map<string, Timer>();
  let hasStopped = false;

  const waitUntil = (time: number, schedule: Schedule, due: number, attempt: number): void => {
    if (hasStopped) return;
    const timer = clock.at(time, () => call(schedule, due, attempt));
    timers.set(schedule.name, timer);
  };

  const call = (schedule: Schedule, due: number, attempt: number): void => {
    const release = clock.hold();
    void attempted(schedule, due, attempt).finally(release);
  };

  const attempted = async (schedule: Schedule, due: number, attempt: number): Promise<void> => {
    const isDone = await runSafely(schedule.run);
    if (hasStopped) return;
    const retryAfter = isDone ? undefined : retriesAfterMs[attempt];
    if (retryAfter !== undefined) {
      waitUntil(clock.now() + retryAfter, schedule, due, attempt + 1);
      return;
    }
    lastTimes.set(schedule.name, due);
    waitForNext(schedule);
  };

  const waitForNext = (schedule: Schedule): void => {
    const next = findNextTime(schedule, clock.now());
    waitUntil(next, schedule, next, 0);
  };

  for (const schedule of schedules) {
    const latest = findNextTime(schedule, clock.now()) - schedule.everyMs;
    const last = lastTimes.get(schedule.name);
    if (last === undefined) lastTimes.set(schedule.name, latest);
    if (last === undefined || last >= latest) waitForNext(schedule);
    else waitUntil(clock.now(), schedule, latest, 0);
  }
  return {
    stop() {
      hasStopped = true;
      for (const timer of timers.values()) timer.cancel();
    },
  };
}

function findNextTime({ everyMs, offsetMs = 0 }: Schedule, now: number): number {
  return (Math.floor((now - offsetMs) / everyMs) + 1) * everyMs + offsetMs;
}

async function runSafely(run: ScheduledFunction): Promise<boolean> {
  try {
    await run();
    return true;
  } catch {
    return false;
  }
}
