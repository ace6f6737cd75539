import { validationError } from '../cloud-watch-errors.ts';

export const statistics = ['SampleCount', 'Average', 'Sum', 'Minimum', 'Maximum'] as const;

/** p0.0 to p100. */
export function isPercentile(name: string): boolean {
  const found = /^p(\d{1,3}(?:\.\d{1,10})?)$/.exec(name);
  return found !== null && Number(found[1]) <= 100;
}

/** Trimmed means and their like (tm, tc, ts, wm, IQM, PR) exist on AWS and not here. */
export function checkStatistic(name: string, at: string): void {
  if (isPercentile(name) || statistics.some((known) => known === name)) return;
  throw validationError(`The value ${name} for parameter ${at} is not supported.`);
}
