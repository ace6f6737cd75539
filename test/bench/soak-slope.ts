/** Holds the memory in use after this many refreshes and a garbage collection. */
export interface SoakSample {
  readonly refreshes: number;
  readonly bytes: number;
}

const megabyte = 2 ** 20;
/** A working day has a refresh every second and a half for eight hours. */
export const refreshesOfADay = 20_000;
const hoursOfADay = 8;

/**
 * Returns the MB by which a day's refreshes would grow it, by least squares over the last three quarters,
 * when everything is warm.
 */
export function megabytesADay(samples: readonly SoakSample[]): number {
  const settled = samples.slice(Math.floor(samples.length / 4));
  return (computeSlope(settled) * refreshesOfADay) / megabyte;
}

/** A fast soak stands for the hours that its refreshes would take, not for the minutes that it took. */
export function megabytesAnHour(samples: readonly SoakSample[]): number {
  return megabytesADay(samples) / hoursOfADay;
}

/** Returns the growth in bytes per refresh. */
function computeSlope(samples: readonly SoakSample[]): number {
  const meanOf = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  const x = meanOf(samples.map(({ refreshes }) => refreshes));
  const y = meanOf(samples.map(({ bytes }) => bytes));
  let [above, below] = [0, 0];
  for (const { refreshes, bytes } of samples) {
    above += (refreshes - x) * (bytes - y);
    below += (refreshes - x) ** 2;
  }
  return below === 0 ? Number.NaN : above / below;
}
