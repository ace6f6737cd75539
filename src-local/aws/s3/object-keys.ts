import { AwsError } from '../protocol/aws-error.ts';

const longestKey = 1024;

/** https://docs.aws.amazon.com/AmazonS3/latest/userguide/object-keys.html: any text of 1,024 bytes in UTF-8. */
export function checkKey(key: string): void {
  const size = Buffer.byteLength(key);
  if (size <= longestKey) return;
  const fields = { Size: size, MaxSizeAllowed: longestKey };
  throw new AwsError('KeyTooLongError', 'Your key is too long', { fields });
}

/** As `encoding-type=url` and event notifications write a key: a form's encoding that leaves slashes alone. */
export function urlEncodeKey(key: string): string {
  return encodeURIComponent(key)
    .replaceAll('%2F', '/')
    .replaceAll('%20', '+')
    .replaceAll(/[!'()~]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}

/**
 * Holds the keys of a bucket in the order in which they are listed. Changes are sorted in by the next listing,
 * all at once: moving the rest for each single key would be slow in a bucket of many keys.
 */
export class SortedKeys {
  #keys: string[] = [];
  readonly #added: Set<string>;
  readonly #removed = new Set<string>();

  constructor(keys: Iterable<string> = []) {
    this.#added = new Set(keys);
  }

  /** Adds a key that was not there. */
  add(key: string): void {
    if (!this.#removed.delete(key)) this.#added.add(key);
  }

  /** Removes a key that was there. */
  remove(key: string): void {
    if (!this.#added.delete(key)) this.#removed.add(key);
  }

  at(index: number): string | undefined {
    return this.#settled()[index];
  }

  /** Finds the first key that is not before this one. */
  firstFrom(key: string): number {
    return this.#firstWhere(0, (candidate) => compareUtf8(candidate, key) >= 0);
  }

  firstAfter(key: string): number {
    return this.#firstWhere(0, (candidate) => compareUtf8(candidate, key) > 0);
  }

  /** Skips from a key that begins with `prefix` past all others that do. */
  firstPast(prefix: string, from: number): number {
    return this.#firstWhere(from, (candidate) => !candidate.startsWith(prefix));
  }

  #firstWhere(from: number, holds: (key: string) => boolean): number {
    const keys = this.#settled();
    let low = from;
    let high = keys.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (holds(keys[middle] ?? '')) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  #settled(): readonly string[] {
    if (this.#added.size === 0 && this.#removed.size === 0) return this.#keys;
    const kept = this.#keys.filter((key) => !this.#removed.has(key));
    // The existing keys are sorted already, so sorting costs little more than sorting the added ones.
    this.#keys = kept.concat([...this.#added].toSorted(compareUtf8)).toSorted(compareUtf8);
    this.#added.clear();
    this.#removed.clear();
    return this.#keys;
  }
}

/**
 * Orders two texts by their bytes in UTF-8, as S3 does. JavaScript's own order, by UTF-16, differs where one
 * character is above U+FFFF and the other from U+E000 to U+FFFF.
 */
export function compareUtf8(one: string, other: string): number {
  const length = Math.min(one.length, other.length);
  for (let at = 0; at < length; at += 1) {
    const difference = one.charCodeAt(at) - other.charCodeAt(at);
    if (difference !== 0) return rank(one.charCodeAt(at)) - rank(other.charCodeAt(at));
  }
  return one.length - other.length;
}

/** Half of a surrogate pair stands for a character above all that need only one unit. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit < 0xe000 ? unit + 0x1_0000 : unit;
}
