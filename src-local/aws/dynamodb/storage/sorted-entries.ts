/** An entry has a place in an order: by `sort`, and where that is equal by `tie`. */
export interface Sorted {
  readonly sort: string;
  readonly tie: string;
}

/** Chunks are split so that one insertion moves few entries, however many there are. */
const longestChunk = 256;

/** Entries in order, no two in the same place. */
export class SortedEntries<E extends Sorted> {
  #chunks: E[][] = [];
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get first(): E | undefined {
    return this.#chunks[0]?.[0];
  }

  find(sort: string, tie: string): E | undefined {
    const chunk = this.#chunks[this.#chunkFor(sort, tie)];
    const entry = chunk?.[findPlace(chunk, sort, tie)];
    return entry && isAt(entry, sort, tie) ? entry : undefined;
  }

  /** Replaces the entry at the same place, if any, and returns the old one. */
  put(entry: E): E | undefined {
    const { sort, tie } = entry;
    const last = this.#chunks.length - 1;
    const number = Math.min(this.#chunkFor(sort, tie), Math.max(last, 0));
    const chunk = this.#chunks[number];
    if (!chunk) {
      this.#chunks.push([entry]);
      this.#size = 1;
      return undefined;
    }
    const at = findPlace(chunk, sort, tie);
    const there = chunk[at];
    if (there && isAt(there, sort, tie)) {
      chunk[at] = entry;
      return there;
    }
    // Entries that arrive in order are only appended.
    if (at === chunk.length) chunk.push(entry);
    else chunk.splice(at, 0, entry);
    this.#size += 1;
    if (chunk.length > longestChunk) this.#split(number, chunk, at);
    return undefined;
  }

  delete(sort: string, tie: string): E | undefined {
    const number = this.#chunkFor(sort, tie);
    const chunk = this.#chunks[number];
    if (!chunk) return undefined;
    const at = findPlace(chunk, sort, tie);
    const there = chunk[at];
    if (!there || !isAt(there, sort, tie)) return undefined;
    chunk.splice(at, 1);
    if (chunk.length === 0) this.#chunks.splice(number, 1);
    this.#size -= 1;
    return there;
  }

  /** Yields the entries that are neither below nor above, in order or in reverse. */
  *between(isBelow: (entry: E) => boolean, isAbove: (entry: E) => boolean, backwards = false): Generator<E> {
    const [fromChunk, from] = this.#firstNot(isBelow);
    const [toChunk, to] = this.#firstNot((entry) => !isAbove(entry));
    const step = backwards ? -1 : 1;
    const begin = backwards ? toChunk : fromChunk;
    const end = backwards ? fromChunk : toChunk;
    for (let number = begin; (end - number) * step >= 0; number += step) {
      const chunk = this.#chunks[number];
      if (!chunk) continue;
      const low = number === fromChunk ? from : 0;
      const high = number === toChunk ? to : chunk.length;
      for (let left = high - low; left > 0; left -= 1) {
        const entry = chunk[backwards ? low + left - 1 : high - left];
        if (entry) yield entry;
      }
    }
  }

  /** A chunk that grew at its end is left full, so that ordered arrivals do not leave half-empty ones. */
  #split(number: number, chunk: E[], grewAt: number): void {
    const keep = grewAt === chunk.length - 1 ? chunk.length - 1 : chunk.length >> 1;
    this.#chunks.splice(number + 1, 0, chunk.splice(keep));
  }

  /** Finds the first chunk that ends at or after this place. */
  #chunkFor(sort: string, tie: string): number {
    let low = 0;
    let high = this.#chunks.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const last = this.#chunks[middle]?.at(-1);
      if (last && isBefore(last, sort, tie)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #firstNot(holds: (entry: E) => boolean): [chunk: number, at: number] {
    let low = 0;
    let high = this.#chunks.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const last = this.#chunks[middle]?.at(-1);
      if (last && holds(last)) low = middle + 1;
      else high = middle;
    }
    const chunk = this.#chunks[low];
    if (!chunk) return [low, 0];
    let at = 0;
    let end = chunk.length;
    while (at < end) {
      const middle = (at + end) >> 1;
      const entry = chunk[middle];
      if (entry && holds(entry)) at = middle + 1;
      else end = middle;
    }
    return [low, at];
  }
}

export function isBefore(entry: Sorted, sort: string, tie: string): boolean {
  return entry.sort < sort || (entry.sort === sort && entry.tie < tie);
}

function isAt(entry: Sorted, sort: string, tie: string): boolean {
  return entry.sort === sort && entry.tie === tie;
}

function findPlace(chunk: readonly Sorted[], sort: string, tie: string): number {
  let low = 0;
  let high = chunk.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const entry = chunk[middle];
    if (entry && isBefore(entry, sort, tie)) low = middle + 1;
    else high = middle;
  }
  return low;
}
