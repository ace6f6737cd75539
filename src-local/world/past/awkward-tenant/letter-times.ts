import { hashOf, throwOf } from '../../sheets/throws.ts';

/** As many on the first of their days, which is nearly a fortnight ago, and as many since. */
const lettersAtFirst = 40;
const lettersSince = 160;

/** Hours before the anchor at which the awkward tenant sent a letter, each as a batch of its own; oldest first. */
export function letterTimes(seed: string): readonly number[] {
  const hash = hashOf(`${seed}/quill/letters`);
  const first = spread(lettersAtFirst, 13 * 24 + 22.5, 13 * 24 + 15.2, (index) => throwOf(hash, index));
  const since = spread(lettersSince, 13 * 24 + 10, 4, (index) => throwOf(hash, 1_000 + index));
  return [...first, ...since];
}

/** From one hour to a later one, in about equal gaps. */
function spread(count: number, from: number, to: number, share: (index: number) => number): number[] {
  const gap = (from - to) / count;
  return Array.from({ length: count }, (_, index) => from - (index + 0.9 * share(index)) * gap);
}
