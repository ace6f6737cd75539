import { isPassing, troubleOf, type Trouble } from './aws-trouble.ts';

export interface TimeSources {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Milliseconds on a clock that nobody sets. */
  readonly elapsed: () => number;
}

export interface PatienceParts {
  /** 0 ≤ n < 1 */
  readonly random: () => number;
  readonly sleep: (ms: number) => Promise<void>;
  /** In milliseconds, how long one attempt may take. */
  readonly longestRead?: number;
}

/** The clock and the dice of this machine. */
export function machineParts(): TimeSources & PatienceParts {
  return {
    now: Date.now,
    elapsed: () => performance.now(),
    random: Math.random,
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  };
}

type Tried<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly trouble: Trouble; readonly attempts: number };

/** Of one service: what passes by itself is tried again, within limits. For reads, and for nothing else. */
export interface Patience {
  /** `slowed` is told each time that a slower pace was asked for. */
  read<T>(attempt: (signal: AbortSignal) => Promise<T>, slowed?: () => void): Promise<Tried<T>>;
  /** Between two attempts: any time up to twice as long as before, so that clients do not meet again. */
  pause(attempt: number): Promise<void>;
}

/**
 * Decision 018. What AWS refuses within milliseconds costs little to ask again: with a quarter of all calls refused, one
 * of 90,000 reads is given up.
 */
export const mostRefusals = 8;
/** What was lost has been waited for, each time. */
const mostLost = 4;
const mostInFlight = 8;
const firstPause = 50;
const longestPause = 2_000;
/** A page of 1 MB over a slow line takes seconds; what takes longer than this has been lost on the way. */
export const usualLongestRead = 10_000;

export function openPatience({ random, sleep, longestRead = usualLongestRead }: PatienceParts): Patience {
  const slots = slotsOf(mostInFlight);
  const pause = (attempt: number): Promise<void> =>
    sleep(random() * Math.min(longestPause, firstPause * 2 ** attempt));
  return {
    pause,
    async read(attempt, slowed) {
      let lost = 0;
      for (let attempts = 1; ; attempts += 1) {
        try {
          return { ok: true, value: await slots.run(() => withinTime(longestRead, attempt)) };
        } catch (error) {
          const trouble = troubleOf(error);
          if (trouble.kind === 'throttled') slowed?.();
          if (trouble.kind === 'network') lost += 1;
          const isEnough = lost === mostLost || attempts - lost === mostRefusals;
          if (isEnough || !isPassing(trouble)) return { ok: false, trouble, attempts };
        }
        await pause(attempts);
      }
    },
  };
}

/** At most so many at once; who waits longest goes next. */
interface Slots {
  run<T>(work: () => Promise<T>): Promise<T>;
}

export function slotsOf(most: number): Slots {
  let taken = 0;
  const waiting: (() => void)[] = [];
  return {
    async run(work) {
      if (taken < most) taken += 1;
      // The slot is handed on as it is, so that nobody who comes later can take it in between.
      else await new Promise<void>((resolve) => waiting.push(resolve));
      try {
        return await work();
      } finally {
        const next = waiting.shift();
        if (next === undefined) taken -= 1;
        else next();
      }
    },
  };
}

/** Work that has not ended by then is told so, and no longer waited for: not every part of it can be stopped. */
export async function withinTime<T>(ms: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new LateAnswer()), ms);
  const tooLate = new Promise<never>((_, reject) => {
    late.signal.addEventListener('abort', () => reject(late.signal.reason as Error), { once: true });
  });
  try {
    return await Promise.race([tooLate, work(late.signal)]);
  } finally {
    clearTimeout(timer);
  }
}

class LateAnswer extends Error {
  override readonly name = 'LateAnswer';
}
