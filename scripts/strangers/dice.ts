import { seededRandomness } from '#local/world/randomness.ts';

/** Makes random choices; the same seed makes the same world. */
export interface Dice {
  chance(share: number): boolean;
  /** Returns a number from `from` to `to`, both included. */
  between(from: number, to: number): number;
  of<T>(choices: readonly [T, ...T[]]): T;
  shuffled<T>(all: readonly T[]): T[];
  hex(digits: number): string;
  uuid(): string;
  /** Returns a text of these letters and digits. */
  text(alphabet: string, length: number): string;
}

export function rollDice(seed: string): Dice {
  const random = seededRandomness(seed);
  const integer = (below: number): number => random.integer(below);
  return {
    chance: (share) => random.unit() < share,
    between: (from, to) => from + integer(to - from + 1),
    of: (choices) => choices[integer(choices.length)] ?? choices[0],
    shuffled(all) {
      const left = [...all];
      for (let at = left.length - 1; at > 0; at -= 1) {
        const other = integer(at + 1);
        const [one, two] = [left[at], left[other]];
        if (one !== undefined && two !== undefined) [left[at], left[other]] = [two, one];
      }
      return left;
    },
    hex: (digits) => random.hex(digits),
    uuid: () => random.uuid(),
    text: (alphabet, length) =>
      Array.from({ length }, () => alphabet.charAt(integer(alphabet.length))).join(''),
  };
}
