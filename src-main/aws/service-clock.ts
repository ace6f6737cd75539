/** A service's own time, as far as its answers tell it. */
export interface ServiceClock {
  now(): number;
  /** It has just answered, and says that it did so then. */
  answered(at: number): void;
}

/**
 * Answers are dated in whole seconds and take a while, so this machine is believed where it is right within a few of
 * them. A laptop that has slept, or a sandbox whose clock was moved, may be off by minutes or by days.
 */
export function serviceClock(now: () => number): ServiceClock {
  let offset = 0;
  return {
    now: () => now() + offset,
    answered(at) {
      const difference = at - now();
      offset = Math.abs(difference) <= believedMs ? 0 : difference;
    },
  };
}

const believedMs = 5_000;
