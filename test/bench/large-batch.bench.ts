import assert from 'node:assert/strict';
import { rounded } from '#scripts/bench-figure.ts';
import type { Bench } from '#scripts/bench-figure.ts';
import { chooseRuns } from '#test/setup/choose-runs.ts';
import { measuredBy } from './measured-by.ts';
import type { MeasuredBatch } from './programs/measure-large-batch.ts';

/**
 * Sends batches through the whole pipeline on the embedded AWS: submission, uploads, state machine and
 * functions, with readers that answer at once. A document must cost about the same in a batch of any size.
 */
export const bench: Bench = async () => {
  const small = await measure(1_000);
  const large = await measure(chooseRuns({ short: 3_000, long: 100_000 }));
  const note = `${large.documents} documents, one of them bad, from submission to the end of the run`;
  return [
    {
      name: 'large-batch.document',
      value: rounded(large.perDocument),
      unit: 'ms',
      better: 'lower',
      n: large.documents,
      note,
    },
    {
      name: 'large-batch.against-1000',
      value: rounded(large.perDocument / small.perDocument),
      unit: 'times',
      better: 'lower',
      n: 1,
      note: 'processor time of a document, against one of a batch of 1,000',
      bar: 2,
    },
    {
      name: 'large-batch.memory',
      value: rounded(large.peakMb),
      unit: 'MB',
      better: 'lower',
      n: 1,
      note: 'the most that the whole process has had',
    },
  ];
};

async function measure(documents: number): Promise<MeasuredBatch> {
  const measured = await measuredBy<MeasuredBatch>('measure-large-batch', `${documents}`);
  assert.equal(measured.run, 'SUCCEEDED');
  assert.deepEqual(measured.recount, measured.counts);
  assert.equal(measured.counts['SUCCEEDED'], documents - 1);
  assert.equal(measured.counts['FAILED'], 1);
  return measured;
}
