import { percentile, rounded } from '#scripts/bench-figure.ts';
import type { Bench } from '#scripts/bench-figure.ts';
import { measuredBy } from './measured-by.ts';
import type { MeasuredRedrive } from './programs/measure-redrive.ts';

const messages = 10_000;

/** Dead letters sent back with an account of each on disk, as a job of the console does it. */
export const bench: Bench = async () => {
  const { times, megabytes, ledgerMegabytes } = await measuredBy<MeasuredRedrive>('measure-redrive');
  return [
    {
      name: 'redrive.selected.10k',
      value: rounded(messages / (percentile(times, 0.5) / 1_000)),
      unit: 'messages/s',
      better: 'higher',
      n: times.length,
      note: `10,000 held dead letters sent and deleted through the SDK and the worker, each written down and synced before and after both: a ledger of ${rounded(ledgerMegabytes)} MB`,
      bar: 1_000,
    },
    {
      name: 'redrive.selected.memory',
      value: rounded(Math.max(...megabytes)),
      unit: 'MB',
      better: 'lower',
      n: megabytes.length,
      note: 'the most that the console’s thread has over what it had before it held the 10,000, garbage included',
      bar: 100,
    },
  ];
};
