/** Keeps the entry that comes first by some order on top. Stale entries are dropped automatically. */
export class Heap<T> {
  readonly #comesBefore: (one: T, other: T) => boolean;
  readonly #isStale: (entry: T) => boolean;
  #entries: T[] = [];
  #sweepAt = smallestSweep;

  constructor(comesBefore: (one: T, other: T) => boolean, isStale: (entry: T) => boolean) {
    this.#comesBefore = comesBefore;
    this.#isStale = isStale;
  }

  first(): T | undefined {
    let first = this.#entries[0];
    while (first !== undefined && this.#isStale(first)) {
      this.#removeFirst();
      first = this.#entries[0];
    }
    return first;
  }

  takeFirst(): T | undefined {
    const first = this.first();
    if (first !== undefined) this.#removeFirst();
    return first;
  }

  add(entry: T): void {
    if (this.#entries.length >= this.#sweepAt) this.#sweep();
    this.#insert(entry);
  }

  clear(): void {
    this.#entries = [];
    this.#sweepAt = smallestSweep;
  }

  /** One old entry that stays would otherwise keep all the stale ones behind it. */
  #sweep(): void {
    const living = this.#entries.filter((entry) => !this.#isStale(entry));
    this.#entries = [];
    for (const entry of living) this.#insert(entry);
    this.#sweepAt = Math.max(smallestSweep, living.length * 2);
  }

  #insert(entry: T): void {
    const entries = this.#entries;
    let at = entries.length;
    entries.push(entry);
    while (at > 0) {
      const above = (at - 1) >> 1;
      const parent = entries[above] as T;
      if (!this.#comesBefore(entry, parent)) break;
      entries[at] = parent;
      at = above;
    }
    entries[at] = entry;
  }

  #removeFirst(): void {
    const entries = this.#entries;
    const last = entries.pop() as T;
    const size = entries.length;
    if (size === 0) return;
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      if (below >= size) break;
      if (below + 1 < size && this.#comesBefore(entries[below + 1] as T, entries[below] as T)) below += 1;
      if (!this.#comesBefore(entries[below] as T, last)) break;
      entries[at] = entries[below] as T;
      at = below;
    }
    entries[at] = last;
  }
}

const smallestSweep = 1024;
