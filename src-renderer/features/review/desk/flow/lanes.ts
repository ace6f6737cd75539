export interface Lanes {
  /** After everything that was asked of this document before. */
  readonly run: <T>(document: string, task: () => Promise<T>) => Promise<T>;
  readonly isBusy: (document: string) => boolean;
}

/** Calls that change one document go one after the other: each has to name the version that the last has left. */
export function lanes(): Lanes {
  const tails = new Map<string, Promise<unknown>>();
  return {
    run(document, task) {
      const before = tails.get(document);
      const done = before === undefined ? task() : before.then(task, task);
      const tail = done.then(release, release);
      tails.set(document, tail);
      return done;

      function release(): void {
        if (tails.get(document) === tail) tails.delete(document);
      }
    },
    isBusy: (document) => tails.has(document),
  };
}
