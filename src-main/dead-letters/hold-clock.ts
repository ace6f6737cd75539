/** The clocks by which a hold is judged. */
export interface HoldClock {
  readonly now: () => number;
  /** The milliseconds that have passed at least, as `countPassedTime` counts them. Left out where no clock can be set. */
  readonly passed?: (() => number) | undefined;
}

/** A handle, and until when it hides its message from others, as it was known at one moment. */
export interface Hold {
  readonly handle: string;
  readonly until: number;
  readonly notedAt: number;
  readonly notedPassed: number;
}

export function noteHold({ now, passed }: HoldClock, handle: string, until: number): Hold {
  return { handle, until, notedAt: now(), notedPassed: passed?.() ?? 0 };
}

/**
 * Returns for how long the message is hidden by this handle, at least. SQS takes a handle whose time is over as well, and
 * would hide or free a message that another consumer works on.
 */
export function msLeft({ until, notedAt, notedPassed }: Hold, { now, passed }: HoldClock): number {
  const byClock = until - now();
  return passed === undefined ? byClock : Math.min(byClock, until - notedAt - (passed() - notedPassed));
}

/**
 * Begins a hold of so many seconds as its call is sent. Asked after the answer, it returns until when the hold lasts by the
 * clock of then, which may have been set while the call was on its way.
 */
export function beginHold(clock: HoldClock, seconds: number): () => number {
  const hold = noteHold(clock, '', clock.now() + seconds * 1_000);
  return () => clock.now() + msLeft(hold, clock);
}

/**
 * Counts the time that has passed at least. The machine's clock also counts while it sleeps, but can be set back; the
 * other one cannot be set, but may stand still meanwhile. From one look to the next, whichever says more counts. So a
 * machine that sleeps and a clock that is set are both noticed, as long as they do not fall between the same two looks.
 */
export function countPassedTime(clocks: {
  readonly now: () => number;
  readonly elapsed: () => number;
}): () => number {
  let passed = 0;
  let [now, elapsed] = [clocks.now(), clocks.elapsed()];
  return () => {
    const next = [clocks.now(), clocks.elapsed()] as const;
    passed += Math.max(next[0] - now, next[1] - elapsed, 0);
    [now, elapsed] = next;
    return passed;
  };
}
