import { percentile, rounded } from '#scripts/bench-figure.ts';
import type { Bench } from '#scripts/bench-figure.ts';
import { measuredBy } from './measured-by.ts';

/** Sends, receives and deletes every message, ten per request. */
export const bench: Bench = async () => {
  const { times } = await measuredBy<{ times: readonly number[] }>('measure-sqs');
  return [
    {
      name: 'pocket.sqs.round-trip',
      value: rounded(percentile(times, 0.5)),
      unit: 'ms',
      better: 'lower',
      n: times.length,
      note: '10,000 messages sent, received and deleted, ten a request, four requests at a time, through the SDK, worker and journal',
      bar: 3_000,
    },
  ];
};
