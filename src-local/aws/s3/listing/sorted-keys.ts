import { compareUtf8 } from './utf8-order.ts';

/** The keys of a bucket in the order in which they are listed. */
export class SortedKeys {
  #keys: string[];

  constructor(keys: Iterable<string> = []) {
    this.#keys = [...keys].toSorted(compareUtf8);
  }

  get length(): number {
    return this.#keys.length;
  }

  at(index: number): string | undefined {
    return this.#keys[index];
  }

  add(key: string): void {
    const at = this.firstFrom(key);
    if (this.#keys[at] !== key) this.#keys.splice(at, 0, key);
  }

  remove(key: string): void {
    const at = this.firstFrom(key);
    if (this.#keys[at] === key) this.#keys.splice(at, 1);
  }

  /** Where the first key stands that is not before this one. */
  firstFrom(key: string): number {
    return this.#firstWhere(0, (candidate) => compareUtf8(candidate, key) >= 0);
  }

  firstAfter(key: string): number {
    return this.#firstWhere(0, (candidate) => compareUtf8(candidate, key) > 0);
  }

  /** From a key that begins with `prefix`, past all others that do. */
  firstPast(prefix: string, from: number): number {
    return this.#firstWhere(from, (candidate) => !candidate.startsWith(prefix));
  }

  #firstWhere(from: number, holds: (key: string) => boolean): number {
    let low = from;
    let high = this.#keys.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (holds(this.#keys[middle] ?? '')) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}
