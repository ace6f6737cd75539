import { expect, it } from 'vitest';
import { valueOf } from '#test/builders/a-reading-world.ts';
import { aJobsDesk, type JobsDesk } from './a-jobs-desk.ts';

it('two consoles on one account reprocess the same documents of one batch once, and both tell how', async () => {
  const mira = await aJobsDesk();
  const jonas = await aJobsDesk({ world: mira.world });
  const { batch, documents } = await mira.failedBatch('northwind/carrier-invoices', 'ThrottlingException');
  const plans = [await mira.plan(batch, documents), await jonas.plan(batch, documents)] as const;
  expect(plans.map(({ counts }) => counts.go)).toEqual([documents.length, documents.length]);

  const [first, second] = await Promise.all([mira.start(plans[0]), jonas.start(plans[1])]);
  // Being overtaken stops a job, so that its person sees it; they go on until nothing is left.
  for (const [desk, jobId] of [
    [mira, first.jobId],
    [jonas, second.jobId],
  ] as const) {
    for (let ends = 1; (await desk.ended(jobId)).job.state !== 'done'; ends += 1) {
      expect(ends).toBeLessThan(20);
      valueOf(await desk.call('jobs.resume', { jobId }));
    }
  }

  const receipts = await Promise.all(
    [
      { desk: mira, jobId: first.jobId },
      { desk: jonas, jobId: second.jobId },
    ].map(
      async ({ desk, jobId }) => valueOf(await desk.call('jobs.receipts', { jobId, offset: 0 })).receipts,
    ),
  );
  const runsAfter = await readRuns(mira, batch, documents);
  for (const { documentId } of documents) {
    const its = receipts.flatMap((some) => some.find(({ id }) => id === documentId) ?? []);
    expect([documentId, ...its.map(({ state }) => state).toSorted()]).toEqual([
      documentId,
      'fixed',
      expect.stringMatching(/^(?:overtaken|refused|skipped)$/),
    ]);
    // Had the other console's call been carried out as well, the document would stand in a later run.
    const fixedIn = its.find(({ state }) => state === 'fixed')?.run;
    expect([documentId, runsAfter.get(documentId)]).toEqual([documentId, fixedIn]);
  }
}, 90_000);

async function readRuns(
  desk: JobsDesk,
  { tenantId, batchId }: { readonly tenantId: string; readonly batchId: string },
  documents: readonly { readonly documentId: string }[],
): Promise<ReadonlyMap<string, number>> {
  const read = documents.map(async ({ documentId }) => {
    const passport = valueOf(await desk.call('documents.read', { tenantId, batchId, documentId }));
    return [documentId, passport.run ?? 0] as const;
  });
  return new Map(await Promise.all(read));
}
