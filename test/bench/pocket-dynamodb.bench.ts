import { percentile, rounded } from '#scripts/bench-figure.ts';
import type { Bench } from '#scripts/bench-figure.ts';
import { measuredBy } from './measured-by.ts';

interface Measured {
  readonly puts: readonly number[];
  readonly queries: readonly number[];
  readonly gets: readonly number[];
  readonly floors: readonly number[];
}

/** Measures the embedded DynamoDB through the SDK's own clients. */
export const bench: Bench = async () => {
  const { puts, queries, gets, floors } = await measuredBy<Measured>('measure-dynamodb');
  return [
    {
      name: 'pocket.dynamodb.puts',
      value: rounded(percentile(puts, 0.5)),
      unit: 'ms',
      better: 'lower',
      n: puts.length,
      note: '10,000 documents of 1 KB with 3 indexes, BatchWriteItem of 25, through the SDK, worker and journal',
      bar: 1_000,
    },
    {
      name: 'pocket.dynamodb.query',
      value: rounded(percentile(queries, 0.5)),
      unit: 'ms',
      better: 'lower',
      n: queries.length,
      note: '10,000 documents in 1 MB pages, through the SDK and the worker',
      bar: 250,
    },
    {
      name: 'pocket.call.overhead.p50',
      value: rounded(percentile(gets, 0.5)),
      unit: 'ms',
      better: 'lower',
      n: gets.length,
      note: 'GetItem of 1 KB through the SDK and the worker, one at a time',
      bar: 0.5,
    },
    {
      name: 'pocket.call.sdk-alone.p50',
      value: rounded(percentile(floors, 0.5)),
      unit: 'ms',
      better: 'lower',
      n: floors.length,
      note: 'the same call with an immediate empty answer, which is the share of the SDK itself',
    },
  ];
};
