/**
 * Dice that are thrown without a row of throws before: what a document is like must not depend on what else was asked
 * of it first. https://github.com/skeeto/hash-prospector
 */
export function throwOf(hash: number, which: number): number {
  let word = Math.imul(hash ^ Math.imul(which + 1, 0x9e3779b1), 0x85ebca6b) | 0;
  word = Math.imul(word ^ (word >>> 16), 0x7feb352d);
  word = Math.imul(word ^ (word >>> 15), 0x846ca68b);
  return ((word ^ (word >>> 16)) >>> 0) / 2 ** 32;
}

/** https://en.wikipedia.org/wiki/Fowler–Noll–Vo_hash_function, and a last stir, since seeds differ at their end. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
}
