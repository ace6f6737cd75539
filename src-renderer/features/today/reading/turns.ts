/** So many at once, in the order they came; who waits and is wanted no longer never begins. */
export interface Turns {
  /** `signalOf` is asked only where it has to wait: what has begun is paid for, and its answer kept. */
  readonly run: <T>(work: () => Promise<T>, signalOf: () => AbortSignal) => Promise<T>;
}

export function turnsOf(most: number): Turns {
  let taken = 0;
  const waiting = new Set<() => void>();

  function handOn(): void {
    const [next] = waiting;
    if (next === undefined) taken -= 1;
    else next();
  }

  async function turn(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    await new Promise<void>((resolve, reject) => {
      const begin = (): void => {
        waiting.delete(begin);
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const leave = (): void => {
        waiting.delete(begin);
        reject(new DOMException('It is wanted no longer.', 'AbortError'));
      };
      waiting.add(begin);
      signal.addEventListener('abort', leave, { once: true });
    });
  }

  return {
    async run(work, signalOf) {
      if (taken < most) taken += 1;
      else await turn(signalOf());
      try {
        return await work();
      } finally {
        handOn();
      }
    },
  };
}
