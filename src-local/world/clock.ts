import { Heap } from './heap.ts';

export interface Timer {
  cancel(): void;
}

/**
 * The one clock of a world. Everything that waits, expires or ages uses it, so a test can move a week in a
 * moment.
 */
export interface Clock {
  /** Milliseconds since 1970, as `Date.now()`. */
  now(): number;
  at(time: number, run: () => void): Timer;
  after(ms: number, run: () => void): Timer;
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /**
   * As `sleep`, for work on behalf of a caller that holds the clock and waits: its hold does not count meanwhile, or time
   * would never reach the end of the wait.
   */
  sleepForHolder(ms: number, signal?: AbortSignal): Promise<void>;
  /** Moves on by `ms`, firing what falls due in order of time, each at its own moment. */
  advance(ms: number): Promise<void>;
  /** While held, `advance` waits: work has begun that ends without the clock. Returns the release. */
  hold(): () => void;
  /** Drops all timers; time goes on. */
  cancelAll(): void;
  close(): void;
}

/** A clock and how far it is ahead of its source. */
export interface MovableClock extends Clock {
  ahead(): number;
}

/** The time and timers of the machine, or a driven clock without any. */
interface TimeSource {
  readonly now: () => number;
  wake(ms: number, run: () => void): () => void;
}

/** Time passes as on the machine; `advance` adds to it. `ahead` says how far the world was already moved. */
export function realClock(ahead = 0): MovableClock {
  return createClock(machineTime, ahead);
}

/** Time stands still until a test moves it. */
export function drivenClock(start: number): MovableClock {
  return createClock(stillTime, start);
}

const machineTime: TimeSource = {
  now: () => Date.now(),
  wake(ms, run) {
    const timer = setTimeout(run, Math.min(ms, longestTimeout));
    timer.unref();
    return () => clearTimeout(timer);
  },
};

const nothing = (): void => {};

const stillTime: TimeSource = { now: () => 0, wake: () => nothing };

/** setTimeout fires at once when asked to wait longer than this. */
const longestTimeout = 2 ** 31 - 1;

interface Due {
  readonly time: number;
  readonly order: number;
  /** Undefined once it is cancelled. */
  run: (() => void) | undefined;
}

function createClock(source: TimeSource, start: number): MovableClock {
  let offset = start;
  let order = 0;
  let holds = 0;
  let stopWaking: () => void = nothing;
  const queue = new Heap<Due>(isBefore, ({ run }) => run === undefined);
  let lastMove = Promise.resolve();

  const now = (): number => source.now() + offset;

  const rearm = (): void => {
    stopWaking();
    const next = queue.first();
    if (next) stopWaking = source.wake(Math.max(0, next.time - now()), fireDue);
  };

  const fireDue = (): void => {
    try {
      for (let next = queue.first(); next && next.time <= now(); next = queue.first()) {
        queue.takeFirst();
        next.run?.();
      }
    } finally {
      // One that throws must not stop the clock for the others.
      rearm();
    }
  };

  const at = (time: number, run: () => void): Timer => {
    const due: Due = { time, order: order++, run };
    queue.add(due);
    if (queue.first() === due) rearm();
    return {
      cancel() {
        due.run = undefined;
      },
    };
  };

  const moveOn = async (ms: number): Promise<void> => {
    const target = now() + ms;
    await waitUntilSettled(() => holds);
    for (let next = queue.first(); next && next.time <= target; next = queue.first()) {
      queue.takeFirst();
      offset += Math.max(0, next.time - now());
      next.run?.();
      await waitUntilSettled(() => holds);
    }
    offset += Math.max(0, target - now());
    rearm();
  };

  const sleepUntilEnd = (ms: number, signal: AbortSignal | undefined, end: () => void): void => {
    const timer = at(now() + ms, () => {
      stopListening();
      end();
    });
    const stopListening = whenAborted(signal, () => {
      timer.cancel();
      end();
    });
  };

  return {
    now,
    at,
    after: (ms, run) => at(now() + ms, run),
    sleep: (ms, signal) => new Promise((resolve) => sleepUntilEnd(ms, signal, resolve)),
    sleepForHolder: (ms, signal) =>
      new Promise((resolve) => {
        holds -= 1;
        // The hold counts again in the very moment, before time can move on.
        sleepUntilEnd(ms, signal, () => {
          holds += 1;
          resolve();
        });
      }),
    advance(ms) {
      const move = lastMove.then(() => moveOn(ms));
      lastMove = move.catch(nothing);
      return move;
    },
    hold() {
      holds += 1;
      let held = true;
      return () => {
        if (held) holds -= 1;
        held = false;
      };
    },
    cancelAll() {
      queue.clear();
    },
    close() {
      stopWaking();
      queue.clear();
    },
    ahead: () => offset,
  };
}

/** Promise reactions first, then whatever is held; reactions may hold again. */
async function waitUntilSettled(holds: () => number): Promise<void> {
  for (let turn = 0; turn < 4; turn += 1) await Promise.resolve();
  while (holds() > 0) {
    await new Promise((resolve) => setImmediate(resolve));
  }
}

function isBefore(one: Due, other: Due): boolean {
  return one.time < other.time || (one.time === other.time && one.order < other.order);
}

/** Calls `run` when the signal ends, or at once if it has. Call the returned function to stop waiting. */
export function whenAborted(signal: AbortSignal | undefined, run: () => void): () => void {
  if (signal?.aborted) run();
  else signal?.addEventListener('abort', run, { once: true });
  return () => signal?.removeEventListener('abort', run);
}
