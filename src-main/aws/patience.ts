import { isPassing, toTrouble, type Trouble } from './aws-trouble.ts';

export interface TimeSources {
  /** Returns milliseconds since 1970. */
  readonly now: () => number;
  /** Returns milliseconds on a monotonic clock. */
  readonly elapsed: () => number;
}

export interface PatienceParts {
  /** Returns a number with 0 ≤ n < 1. */
  readonly random: () => number;
  readonly sleep: (ms: number) => Promise<void>;
  /** This is the longest time in milliseconds that one attempt may take. */
  readonly longestRead?: number;
}

/** Returns the clock and the random numbers of this machine. */
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
  | { readonly ok: false; readonly trouble: Trouble; readonly attempts: number; readonly error: unknown };

/** Retries passing failures of one service, within limits. It is for reads only. */
export interface Patience {
  /** `slowed` is called each time the service asks for a slower pace. */
  read<T>(attempt: (signal: AbortSignal) => Promise<T>, slowed?: () => void): Promise<Tried<T>>;
  /** Waits between two attempts for a random time whose limit doubles, so that clients do not collide again. */
  pause(attempt: number): Promise<void>;
}

/**
 * A quick refusal by AWS is cheap to retry (decision 018): with a quarter of all calls refused, one of 90,000 reads
 * is given up.
 */
export const mostRefusals = 8;
/** Each lost call has already cost the full waiting time. */
const mostLost = 4;
const mostInFlight = 8;
const firstPause = 50;
const longestPause = 2_000;
/** A page of 1 MB over a slow line takes seconds; a call that takes longer than this is lost. */
export const usualLongestRead = 10_000;

export function openPatience({ random, sleep, longestRead = usualLongestRead }: PatienceParts): Patience {
  const slots = createSlots(mostInFlight);
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
          const trouble = toTrouble(error);
          if (trouble.kind === 'throttled') slowed?.();
          if (trouble.kind === 'network') lost += 1;
          const isEnough = lost === mostLost || attempts - lost === mostRefusals;
          if (isEnough || !isPassing(trouble)) return { ok: false, trouble, attempts, error };
        }
        await pause(attempts);
      }
    },
  };
}

/** Runs at most a fixed number of tasks at once; the one that has waited longest goes next. */
interface Slots {
  readonly run: <T>(work: () => Promise<T>) => Promise<T>;
}

export function createSlots(most: number): Slots {
  let taken = 0;
  const waiting: (() => void)[] = [];
  return {
    async run(work) {
      if (taken < most) taken += 1;
      // The slot is handed over directly, so that a later caller cannot take it in between.
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

/** Aborts work that exceeds the time and stops waiting for it, because not every part of it can be stopped. */
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
