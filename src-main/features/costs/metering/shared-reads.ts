/** What several wait for is read once, and ends when nobody waits for it any more. */
export interface SharedReads<T> {
  /** `isMine`: this one began it, and so pays for it. Throws when `signal` aborts. */
  join(
    key: string,
    signal: AbortSignal,
    begin: (signal: AbortSignal) => Promise<T>,
  ): Promise<{ readonly value: T; readonly isMine: boolean }>;
}

interface Reading<T> {
  readonly work: Promise<T>;
  readonly end: AbortController;
  waiting: number;
}

export function sharedReads<T>(): SharedReads<T> {
  const open = new Map<string, Reading<T>>();

  function beginReading(key: string, begin: (signal: AbortSignal) => Promise<T>): Reading<T> {
    const end = new AbortController();
    const reading: Reading<T> = { work: begin(end.signal), end, waiting: 0 };
    open.set(key, reading);
    const forget = (): void => void (open.get(key) === reading && open.delete(key));
    reading.work.then(forget, forget);
    return reading;
  }

  return {
    async join(key, signal, begin) {
      signal.throwIfAborted();
      const known = open.get(key);
      const reading = known ?? beginReading(key, begin);
      reading.waiting += 1;
      const leave = (): void => {
        reading.waiting -= 1;
        if (reading.waiting > 0) return;
        // Whoever comes now begins anew: this one has been told to end.
        if (open.get(key) === reading) open.delete(key);
        reading.end.abort();
      };
      try {
        return { value: await untilAborted(reading.work, signal), isMine: known === undefined };
      } finally {
        leave();
      }
    },
  };
}

function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason as Error);
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
