/** At most so many at once; who waits longest goes next. */
export interface Slots {
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
