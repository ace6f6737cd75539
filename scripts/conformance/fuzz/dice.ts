import { seededRandomness } from '#local/world/randomness.ts';

/** Makes all random choices; the same seed gives the same ones. */
export interface Dice {
  /** Returns a number with 0 ≤ n < below. */
  integer(below: number): number;
  chance(probability: number): boolean;
  pick<T>(from: readonly T[]): T;
  /** Picks each with the same probability, in their order. */
  some<T>(from: readonly T[], probability?: number): T[];
  /** Picks this many different ones. */
  sample<T>(from: readonly T[], count: number): T[];
}

export function createDice(seed: string): Dice {
  const random = seededRandomness(seed);
  const pick = <T>(from: readonly T[]): T => {
    const one = from[random.integer(from.length)];
    if (one === undefined) throw new Error('There is nothing to pick from');
    return one;
  };
  return {
    integer: (below) => random.integer(below),
    chance: (probability) => random.unit() < probability,
    pick,
    some: (from, probability = 0.5) => from.filter(() => random.unit() < probability),
    sample(from, count) {
      const left = [...from];
      return Array.from({ length: Math.min(count, from.length) }, () =>
        left.splice(random.integer(left.length), 1),
      ).flat();
    },
  };
}
