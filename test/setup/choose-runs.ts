/**
 * Chooses how often an expensive test repeats itself with other dice. A few runs find what a change breaks, and
 * `SLUICE_RUNS=long` makes the long run that `npm run nightly` asks for.
 */
export function chooseRuns({ short, long }: { readonly short: number; readonly long: number }): number {
  return process.env['SLUICE_RUNS'] === 'long' ? long : short;
}
