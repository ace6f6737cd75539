import type { Clock } from '../clock.ts';

/**
 * Holds a clock while a function works, but not while it sleeps on that clock: time would never reach its wake-up.
 * Functions that wait for something outside use it together with their callers.
 */
export function awakeOn(clock: Pick<Clock, 'hold' | 'sleep'>): Pick<Clock, 'hold' | 'sleep'> {
  let working = 0;
  let sleeping = 0;
  let release: (() => void) | undefined;
  const follow = (): void => {
    if (working > 0 && sleeping === 0) {
      release ??= clock.hold();
      return;
    }
    release?.();
    release = undefined;
  };
  return {
    hold() {
      let isHeld = true;
      working += 1;
      follow();
      return () => {
        if (isHeld) working -= 1;
        isHeld = false;
        follow();
      };
    },
    async sleep(ms, signal) {
      sleeping += 1;
      follow();
      try {
        await clock.sleep(ms, signal);
      } finally {
        sleeping -= 1;
        follow();
      }
    },
  };
}
