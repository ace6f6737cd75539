import { describe, expect, it } from 'vitest';
import {
  explainCut,
  newBatchBudget,
  newestBatches,
  nextBatch,
} from '#main/features/review/newest-batches.ts';
import { paidReads } from '#main/reads/paid-reads.ts';
import { valueOf } from '#test/builders/a-reading-world.ts';
import { aPartition, noon, someBatches } from '../../reads/a-partition.ts';

async function takeFrom({ reader, order }: ReturnType<typeof aPartition>, count: number) {
  const reads = paidReads({ pattern: 'extraction.documentScores', index: 'table' }, () => noon);
  const parts = { reader, reads, order, budget: newBatchBudget() };
  const times: string[] = [];
  let left = newestBatches('t', ['p']);
  while (times.length < count) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const { batch, rest } = valueOf(await nextBatch(left, parts));
    left = rest;
    if (batch === null) break;
    times.push(batch.createdAt ?? '');
  }
  return { times, cut: explainCut(left) };
}

describe('the newest batches of a tenant', () => {
  it.each(['uuid', 'counted', 'two series', 'the newest first', 'ulid'] as const)(
    'are the newest, with ids such as %s',
    async (form) => {
      const planted = someBatches(300, form);
      const newest = planted.map(({ at }) => new Date(at ?? 0).toISOString()).toReversed();
      const partition = aPartition(planted);
      expect(await takeFrom(partition, 12)).toEqual({ times: newest.slice(0, 12), cut: null });
      expect(await takeFrom(partition, 400)).toEqual({ times: newest, cut: null });
    },
  );

  it('may be incomplete if there are too many to read, and the answer says so', async () => {
    const { cut } = await takeFrom(aPartition(someBatches(6_000, 'uuid')), 12);
    expect(cut).toBe(
      'Only 5,000 batches of the project p were read, in order of id, so newer ones may be missing.',
    );
  });
});
