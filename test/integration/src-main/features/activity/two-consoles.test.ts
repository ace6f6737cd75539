import { expect, it, onTestFinished, vi } from 'vitest';
import { drivenClock } from '#local/world/clock.ts';
import { aConsole } from '#test/builders/a-console.ts';

type Console = Awaited<ReturnType<typeof aConsole>>;

/** Two people at two machines: each console has a home and a gate of its own, and both see the same pipelines. */
async function twoConsoles(): Promise<{ readonly mira: Console; readonly ines: Console }> {
  const mira = await aConsole({ clock: drivenClock(Date.now()) }, { as: 'support' });
  const ines = await aConsole({}, { beside: mira.world, as: 'admin' });
  expect(ines.home).not.toBe(mira.home);
  onTestFinished(() => ines.opened.close());
  return { mira, ines };
}

const tenantId = 'northwind';

async function findFailedBatch({ ask }: Console) {
  const { rows } = await ask('batches.byStatus', { tenantId, status: 'FAILED', pageSize: 100 });
  const batch = rows.find(({ counts }) => (counts.FAILED ?? 0) > 0);
  if (batch === undefined) throw new Error('Northwind has no failed batch.');
  return { tenantId, projectId: batch.projectId, batchId: batch.batchId };
}

it(
  'what one person does is seen by a colleague in another console: owner, note, plan and its end',
  { timeout: 120_000 },
  async () => {
    const { mira, ines } = await twoConsoles();
    const batch = await findFailedBatch(mira);
    const { batchId } = batch;
    const seenByInes = async () =>
      (await ines.ask('activity.list', { of: { is: 'batch', tenantId, batchId } })).entries;

    const { version } = await mira.ask('batches.readWork', { tenantId, batchId });
    const work = { ...batch, note: null, version };
    await mira.ask('batches.work', { ...work, by: 'support', intentKey: 'mira-takes-it' });
    expect(await ines.ask('batches.readWork', { tenantId, batchId })).toMatchObject({
      by: 'support',
      isMine: false,
    });
    // Ines had read the batch before, so hers is the second claim.
    expect(
      await ines.ask('batches.work', { ...work, by: 'admin', intentKey: 'ines-takes-it' }),
    ).toMatchObject({ kind: 'overtaken', work: { by: 'support' } });

    await mira.ask('activity.note', {
      about: { is: 'batch', ...batch },
      text: 'The carrier sends it again',
      intentKey: 'a-note-of-mira',
    });
    expect(await seenByInes()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          kind: 'note',
          by: 'support',
          isMine: false,
          note: 'The carrier sends it again',
        }),
        expect.objectContaining({ kind: 'work', by: 'support', facts: { to: 'support' } }),
      ]),
    );

    // The other way round: what Ines does is seen by Mira.
    const taken = await ines.ask('batches.readWork', { tenantId, batchId });
    await ines.ask('batches.work', { ...work, by: 'admin', version: taken.version, intentKey: 'ines-again' });
    expect(await mira.ask('batches.readWork', { tenantId, batchId })).toMatchObject({
      by: 'admin',
      isMine: false,
    });

    const { rows } = await mira.ask('documents.byStatus', { tenantId, batchId, status: 'FAILED' });
    const documentIds = rows.slice(0, 1).map(({ documentId }) => documentId);
    const plan = await mira.ask('plans.make', { target: { kind: 'reprocess', ...batch, documentIds } });
    const reason = 'The carrier sent readable files';
    const { planId, hash } = plan;
    const { jobId } = await mira.ask('plans.start', { planId, hash, reason });
    await vi.waitFor(
      async () => {
        await mira.world.sandbox.advance(30_000);
        const { receipts } = await mira.ask('jobs.receipts', { jobId, offset: 0 });
        expect(receipts.filter(({ endedAt }) => endedAt !== null)).toHaveLength(documentIds.length);
      },
      { timeout: 60_000, interval: 200 },
    );
    // A console tells what was done after a while, and at once when it closes.
    await mira.opened.close();
    const seen = await seenByInes();
    for (const operation of ['plans.start', 'jobs.ended']) {
      expect(seen).toContainEqual(
        expect.objectContaining({ operation, by: 'support', jobId, isMine: false }),
      );
    }
    // The text of a reason stays in Mira's audit trail.
    expect(JSON.stringify(seen)).not.toContain(reason);
  },
);
