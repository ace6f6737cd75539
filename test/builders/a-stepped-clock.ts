export const startOfJobs = Date.parse('2026-11-20T14:25:00.000Z');

/**
 * The clock stands still until a test moves it. Each timer's work is finished before the next timer fires.
 */
export interface SteppedClock {
  now(): number;
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  advance(ms: number): Promise<void>;
}

export function steppedClock(start = startOfJobs): SteppedClock {
  let time = start;
  let timers: { at: number; go: () => void }[] = [];
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  };
  return {
    now: () => time,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        const end = (): void => {
          timers = timers.filter((one) => one !== timer);
          signal.removeEventListener('abort', end);
          resolve();
        };
        const timer = { at: time + ms, go: end };
        timers.push(timer);
        signal.addEventListener('abort', end);
      }),
    async advance(ms) {
      const target = time + ms;
      await settle();
      for (;;) {
        const next = timers.toSorted((a, b) => a.at - b.at)[0];
        if (!next || next.at > target) break;
        time = Math.max(time, next.at);
        next.go();
        await settle();
      }
      time = target;
    },
  };
}
