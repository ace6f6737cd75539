interface Timer {
  readonly at: number;
  readonly go: () => void;
}

/** A clock and its timers, as a laptop has them: while it sleeps they stand still, and somebody may set the clock. */
export function aMachineClock(start = Date.parse('2026-11-20T14:25:00.000Z')) {
  let wall = start;
  let running = 0;
  let timers: readonly Timer[] = [];

  function due(until: number): Timer | undefined {
    return timers.toSorted((a, b) => a.at - b.at).find(({ at }) => at <= until);
  }

  return {
    now: () => wall,
    /** For how long it has run, asleep or set anew or not. */
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
