import { expect, it } from 'vitest';
import type { DocumentStatus } from '#shared/domain/statuses.ts';
import { valueOf } from '#test/builders/a-reading-world.ts';
import { aJobsDesk, type JobsDesk } from './a-jobs-desk.ts';

it('shows the consistent state at once, and never the old one again, while indexes are 5 s behind', async () => {
  const desk = await aJobsDesk();
  const { batch, documents } = await desk.failedBatch('northwind/carrier-invoices', 'ThrottlingException');
  const { tenantId, batchId } = batch;
  const chosen = documents.slice(0, 4);
  desk.world.sandbox.aws.world.faults.set([{ id: 'lag', kind: 'index-lag', ms: 5_000 }]);
  const inStatus = async (status: DocumentStatus) => {
    const list = valueOf(await desk.call('documents.byStatus', { tenantId, batchId, status, pageSize: 100 }));
    return new Map(list.rows.map((row) => [row.documentId, row]));
  };

  const truth = async (documentId: string) =>
    valueOf(await desk.call('documents.read', { tenantId, batchId, documentId })).status;

  const { jobId } = await desk.start(await desk.plan(batch, chosen));
  let sentOnes = 0;
  let inLists = 0;
  for (let second = 0; second < 90; second += 1) {
    await desk.pass(1);
    const told = findNewest(desk);
    const failed = await inStatus('FAILED');
    const processing = await inStatus('PROCESSING');
    for (const { documentId, run } of chosen) {
      const now = told.get(documentId);
      if (now === undefined || now.run === run) {
        expect(failed.has(documentId), `${documentId} was not sent after ${second} s`).toBe(true);
        continue;
      }
      sentOnes += 1;
      expect(failed.get(documentId)?.run ?? now.run, `${documentId} after ${second} s`).not.toBe(run);
      if (now.status === 'PROCESSING') {
        const listed = processing.get(documentId);
        inLists += listed === undefined ? 0 : 1;
        // The list also reads by key, so it may know of the end before the job has looked.
        const hasEnded = listed === undefined && (await truth(documentId)) !== 'PROCESSING';
        expect(hasEnded || listed?.run === now.run, `${documentId} after ${second} s`).toBe(true);
      } else {
        expect(processing.has(documentId), `${documentId} has ended, after ${second} s`).toBe(false);
      }
    }
  }
  expect(desk.detail(jobId).job).toMatchObject({ state: 'done', counts: { fixed: 4 } });
  expect(sentOnes).toBeGreaterThan(100);
  expect(inLists).toBeGreaterThan(10);
}, 120_000);

it('shows documents in work as soon as the pipeline has them, long before the first look', async () => {
  const desk = await aJobsDesk();
  const { batch, documents } = await desk.failedBatch('northwind/carrier-invoices', 'ThrottlingException');
  desk.world.sandbox.aws.world.faults.set([{ id: 'lag', kind: 'index-lag', ms: 5_000 }]);
  await desk.start(await desk.plan(batch, documents.slice(0, 1)));
  await desk.pass(3);
  const told = findNewest(desk).get(documents[0]?.documentId ?? '');
  expect(told).toMatchObject({ status: 'PROCESSING', run: (batch.run ?? 0) + 1 });
  expect(desk.changes.at(-1)?.batches[0]).toMatchObject({ batchId: batch.batchId, status: 'PROCESSING' });
  const lists = await desk.call('batches.byStatus', { tenantId: batch.tenantId, status: 'PROCESSING' });
  expect(valueOf(lists).rows.map(({ batchId }) => batchId)).toContain(batch.batchId);
}, 60_000);

function findNewest({ changes }: JobsDesk) {
  return new Map(changes.flatMap(({ documents }) => documents.map((row) => [row.documentId, row])));
}
