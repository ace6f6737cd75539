interface Timer {
  readonly at: number;
  readonly go: () => void;
}

/** Returns a laptop's clock and timers. The timers stand still while it sleeps, and the clock may be set back. */
export function aMachineClock(start = Date.parse('2026-11-20T14:25:00.000Z')) {
  let wall = start;
  let running = 0;
  let timers: readonly Timer[] = [];

  function due(until: number): Timer | undefined {
    return timers.toSorted((a, b) => a.at - b.at).find(({ at }) => at <= until);
  }

  return {
    now: () => wall,
    /** Returns how long the timers have run, which neither sleep nor setting the clock changes. */
    running: () => running,
    timers: () => timers.length,
    after(ms: number, work: () => void): () => void {
      const timer = { at: running + ms, go: work };
      timers = [...timers, timer];
      return () => void (timers = timers.filter((one) => one !== timer));
    },
    pass(ms: number): void {
      const until = running + ms;
      for (let next = due(until); next !== undefined; next = due(until)) {
        const fired = next;
        timers = timers.filter((one) => one !== fired);
        wall += fired.at - running;
        running = fired.at;
        fired.go();
      }
      wall += until - running;
      running = until;
    },
    sleep: (ms: number) => void (wall += ms),
    setBack: (ms: number) => void (wall -= ms),
  };
}
