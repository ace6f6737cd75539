/** Makes ids and random numbers from a seed, so that a world can be created again from its beginning. */
export interface Randomness {
  /** 0 ≤ n < 1 */
  unit(): number;
  /** 0 ≤ n < below */
  integer(below: number): number;
  hex(digits: number): string;
  /** Upper-case letters and digits, as in AWS's own request ids. */
  code(length: number): string;
  uuid(): string;
}

export function seededRandomness(seed: string): Randomness {
  const next = sfc32(seed);
  const unit = (): number => next() / 2 ** 32;
  const integer = (below: number): number => Math.floor(unit() * below);
  const pick = (alphabet: string, length: number): string => {
    let text = '';
    for (let i = 0; i < length; i += 1) text += alphabet[integer(alphabet.length)];
    return text;
  };
  const hex = (digits: number): string => pick('0123456789abcdef', digits);
  return {
    unit,
    integer,
    hex,
    code: (length) => pick('ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789', length),
    uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-${pick('89ab', 1)}${hex(3)}-${hex(12)}`,
  };
}

/** Small fast counter: passes the usual batteries and needs four words of state. */
function sfc32(seed: string): () => number {
  let [a, b, c] = [0x9e3779b9, 0x243f6a88, 0xb7e15162];
  let counter = hashSeed(seed);
  const next = (): number => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + sum) | 0;
    return sum >>> 0;
  };
  for (let i = 0; i < 20; i += 1) next();
  return next;
}

function hashSeed(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash;
}

/**
 * Random numbers that do not depend on earlier ones: the content of a document must not depend on what else was
 * read first. https://github.com/skeeto/hash-prospector
 */
export function throwDie(hash: number, which: number): number {
  let word = Math.imul(hash ^ Math.imul(which + 1, 0x9e3779b1), 0x85ebca6b) | 0;
  word = Math.imul(word ^ (word >>> 16), 0x7feb352d);
  word = Math.imul(word ^ (word >>> 15), 0x846ca68b);
  return ((word ^ (word >>> 16)) >>> 0) / 2 ** 32;
}

/** https://en.wikipedia.org/wiki/Fowler–Noll–Vo_hash_function, and a last stir, since seeds differ at their end. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
}
