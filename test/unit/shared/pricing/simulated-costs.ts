/** Draws numbers that follow from a seed, so that a measured share is the same on every machine. */
export function seededDraws(seed: number): { readonly uniform: () => number; readonly normal: () => number } {
  let state = seed | 0;
  const uniform = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
  return { uniform, normal };
}

export const aDay = 86_400_000;

export function toDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
