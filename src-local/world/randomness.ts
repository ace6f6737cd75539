/** Ids and dice from a seed, so that a world can be told again from its beginning. */
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
  let counter = hashOf(seed);
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

function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash;
}
