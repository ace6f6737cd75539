import type { Clock } from '../../../world/clock.ts';

/** Holds the clock from now on, but while the function sleeps on it. */
export function whileAwake(clock: Clock): {
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  end: () => void;
} {
  let release = clock.hold();
  let sleepers = 0;
  let hasEnded = false;
  const wake = (): void => {
    sleepers -= 1;
    if (sleepers === 0 && !hasEnded) release = clock.hold();
  };
  return {
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        if (signal.aborted) return resolve();
        sleepers += 1;
        if (sleepers === 1) release();
        const timer = clock.after(ms, () => {
          signal.removeEventListener('abort', stop);
          wake();
          resolve();
        });
        const stop = (): void => {
          timer.cancel();
          wake();
          resolve();
        };
        signal.addEventListener('abort', stop, { once: true });
      }),
    end: () => {
      hasEnded = true;
      release();
    },
  };
}
