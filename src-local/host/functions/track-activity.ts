import type { Clock, Timer } from '../../world/clock.ts';

/** Keeps a world's clock still while a function works, and lets it go on while the function only waits for the clock. */
export interface Activity {
  /** Something is under way that ends without the clock. Call the returned function at its end. */
  begin(): () => void;
  /** Calls `run` later. */
  after(ms: number, run: () => void): Timer;
  end(): void;
}

/**
 * Waits shorter than this, in milliseconds, only let other writers come first. They pass in real time and hold the
 * clock, so they also end in a world whose clock stands still, and no time passes in that world for them.
 */
const shortest = 1_000;

/**
 * A function has timers that it waits for, and timers that guard what else it does, and both look the same. It counts
 * as waiting when nothing but timers is left: no call of the SDK, no short pause, no code that has just been woken.
 */
export function trackActivity(clock: Pick<Clock, 'after'>, letClockGo: () => () => void): Activity {
  let working = 0;
  let waiting = 0;
  let changes = 0;
  let hasEnded = false;
  let takeClockBack: (() => void) | undefined;

  const follow = (): void => {
    changes += 1;
    takeClockBack?.();
    takeClockBack = undefined;
    if (working > 0 || waiting === 0 || hasEnded) return;
    const seen = changes;
    // Code that goes on after a call or a timer does so before the second turn of the event loop.
    setImmediate(() =>
      setImmediate(() => {
        if (seen === changes) takeClockBack = letClockGo();
      }),
    );
  };

  const begin = (): (() => void) => {
    let isOver = false;
    working += 1;
    follow();
    return () => {
      if (isOver) return;
      isOver = true;
      working -= 1;
      follow();
    };
  };

  return {
    begin,
    after(ms, run) {
      if (ms < shortest) {
        const over = begin();
        const timer = setTimeout(() => {
          run();
          over();
        }, ms);
        return {
          cancel() {
            clearTimeout(timer);
            over();
          },
        };
      }
      let isSet = true;
      waiting += 1;
      follow();
      const stop = (): void => {
        if (!isSet) return;
        isSet = false;
        waiting -= 1;
        follow();
      };
      const timer = clock.after(ms, () => {
        stop();
        run();
      });
      return {
        cancel() {
          timer.cancel();
          stop();
        },
      };
    },
    end() {
      hasEnded = true;
      follow();
    },
  };
}
