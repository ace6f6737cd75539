import { percentile, rounded } from '#scripts/bench-figure.ts';
import type { Bench } from '#scripts/bench-figure.ts';
import { measuredBy } from './measured-by.ts';

/** Runs a Map of 2,000 items with three states each and keeps all its history. */
export const bench: Bench = async () => {
  const { times, events } = await measuredBy<{ times: readonly number[]; events: number }>('measure-sfn');
  return [
    {
      name: 'pocket.sfn.map',
      value: rounded(percentile(times, 0.5)),
      unit: 'ms',
      better: 'lower',
      n: times.length,
      note: `a Map of 2,000 items without waits, ${events} history events kept, start to end through the SDK`,
      bar: 1_000,
    },
  ];
};
