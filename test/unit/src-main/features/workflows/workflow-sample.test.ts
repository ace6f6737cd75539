import { describe, expect, it } from 'vitest';
import { recentBatches } from '#main/features/workflows/workflow-sample.ts';
import { paidReads } from '#main/reads/paid-reads.ts';
import { valueOf } from '#test/builders/a-reading-world.ts';
import { aPartition, day, noon, someBatches } from '../../reads/a-partition.ts';

const key = { tenantId: 't', projectId: 'p', workflowId: 'w' };

async function listRecent(partition: ReturnType<typeof aPartition>) {
  const { reader, order } = partition;
  const reads = paidReads({ pattern: 'extraction.documentsOfBatch', index: 'table' }, () => noon);
  return valueOf(await recentBatches(key, { reader, reads, order, now: noon }));
}

describe('the batches of a sample', () => {
  it.each(['uuid', 'counted', 'two series', 'the newest first', 'ulid'] as const)(
    'are the newest of thirty days, with ids such as %s',
    async (form) => {
      const partition = aPartition(someBatches(300, form));
      for (let look = 0; look < 2; look += 1) {
        // oxlint-disable-next-line no-await-in-loop -- one look after the other
        const { batches, intake, endedBy, cutAfter } = await listRecent(partition);
        expect(batches.map(({ batchId }) => batchId).toSorted()).toEqual(partition.recount(noon - 30 * day));
        const times = batches.map(({ createdAt }) => createdAt ?? '');
        expect(times).toEqual(times.toSorted().toReversed());
        expect({ endedBy, cutAfter }).toEqual({ endedBy: 'days', cutAfter: null });
        expect(intake).toEqual({ documents: 2 * batches.length, days: 30, isAtLeast: false });
      }
    },
  );

  it('are some of them if there are too many, and the answer says so', async () => {
    const found = await listRecent(aPartition(someBatches(6_000, 'uuid')));
    expect(found).toMatchObject({ endedBy: 'most', cutAfter: 5_000, intake: { isAtLeast: true } });
  });

  it('end when there are no more', async () => {
    expect(await listRecent(aPartition(someBatches(40, 'uuid', { over: 20 * day })))).toMatchObject({
      endedBy: 'all',
      cutAfter: null,
    });
  });
});
