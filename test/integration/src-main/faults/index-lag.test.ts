import { describe, expect, it } from 'vitest';
import type { Batch } from '#shared/contract/pipeline-items.ts';
import { formatUtcDay } from '#shared/domain/download-days.ts';
import { aLaggingConsole, type LaggingConsole, type Truth } from './a-lagging-console.ts';
import { listsOfBatch, listsOfDownloads, type ListAsked } from './lists-of.ts';

const tenantId = 'northwind';

/** Reads a batch and these documents of it by their keys. */
function buildTruth(
  { ask }: LaggingConsole,
  { projectId, batchId }: Batch,
  documentIds: readonly string[],
): Truth {
  return async () => {
    const batch = await ask('batches.read', { tenantId, projectId, batchId });
    const documents = await Promise.all(
      documentIds.map((documentId) => ask('documents.read', { tenantId, batchId, documentId })),
    );
    return new Map([
      [batchId, batch.status],
      ...documents.map(({ documentId, status }) => [documentId, status] as const),
    ]);
  };
}

async function failedBatch({ ask }: LaggingConsole) {
  const { rows } = await ask('batches.byStatus', { tenantId, status: 'FAILED' });
  for (const batch of rows) {
    const { batchId } = batch;
    const failed = await ask('documents.byStatus', { tenantId, batchId, status: 'FAILED', pageSize: 100 });
    const documentIds = failed.rows.map(({ documentId }) => documentId).slice(0, 4);
    if (documentIds.length > 1) return { batch, documentIds };
  }
  throw new Error('No batch has failed');
}

async function untilSent({ ask, settled, world }: LaggingConsole, jobId: string, by = 1): Promise<void> {
  for (let tries = 0; tries < 2_000; tries += 1) {
    const { receipts } = await ask('jobs.receipts', { jobId, offset: 0 });
    if (receipts.filter(({ state }) => state !== 'waiting' && state !== 'sending').length >= by) return;
    await settled();
    if (tries % 100 === 99) await world.sandbox.advance(1);
  }
  throw new Error(`The job ${jobId} sends nothing`);
}

describe('while indexes are 5 s behind', { timeout: 400_000 }, () => {
  it('a reprocess shows in every list at once', async () => {
    const console = await aLaggingConsole();
    const { batch, documentIds } = await failedBatch(console);
    const { projectId, batchId } = batch;
    const counted = await console.ask('today.batches', { tenantId });
    console.begin();
    const { jobId } = await console.start({ kind: 'reprocess', tenantId, projectId, batchId, documentIds });
    await untilSent(console, jobId);
    const now = await console.ask('batches.read', { tenantId, projectId, batchId });
    expect(now.status).toBe('PROCESSING');
    const today = await console.ask('today.batches', { tenantId });
    expect(today.failed.batches.count).toBe(counted.failed.batches.count - 1);
    expect(today.running.batches.count).toBe(counted.running.batches.count + 1);
    await console.follow('reprocess', listsOfBatch(batch), buildTruth(console, batch, documentIds));
    tell('reprocess', console);
  });

  it('a stopped execution shows in every list at once', async () => {
    const console = await aLaggingConsole();
    const { ask } = console;
    const { batch, documentIds } = await failedBatch(console);
    const { projectId, batchId } = batch;
    // This job keeps something running.
    const again = await console.start({ kind: 'reprocess', tenantId, projectId, batchId, documentIds });
    await untilSent(console, again.jobId);
    await console.world.sandbox.advance(2_000);
    const { run } = await ask('batches.read', { tenantId, projectId, batchId });
    console.begin();
    const { jobId } = await console.start({ kind: 'stop-execution', batchId, run: run ?? 0 });
    await untilSent(console, jobId);
    await console.follow('stop', listsOfBatch(batch), buildTruth(console, batch, documentIds));
    tell('stop', console);
  });

  it('claims, approvals, rejections and undos show in every list at once', async () => {
    const console = await aLaggingConsole();
    const { ask } = console;
    await ask('session.actAs', { personaId: 'reviewer' });
    const queue = await ask('review.queue', { tenantId, dueHours: 24, pageSize: 100 });
    const free = queue.rows.filter(
      ({ claimedBy, whyNot, step }) => claimedBy === null && whyNot === null && step === 'first',
    );
    console.begin();
    const lists = new Map<string, readonly ListAsked[]>();
    const truths: Truth[] = [];
    for (const [at, decision] of (['approve', 'reject', 'undo', 'claim'] as const).entries()) {
      const row = free[at];
      if (row === undefined) throw new Error('Too little waits');
      const { projectId, batchId, documentId } = row;
      const key = { tenantId, projectId, batchId, documentId };
      const batch = await ask('batches.read', { tenantId, projectId, batchId });
      const read = await ask('review.read', key);
      const claimed = await ask('review.claim', { ...key, version: read.version });
      if (claimed.outcome.kind !== 'done') throw new Error(`Not claimed: ${JSON.stringify(claimed)}`);
      if (decision !== 'claim') {
        const { outcome } = await ask('review.decide', {
          ...key,
          version: claimed.outcome.version,
          decision: decision === 'reject' ? 'reject' : 'approve',
          corrections: [],
          // Some of what waits breaks a rule that stops it, which only a reason overcomes.
          reason: decision === 'reject' ? 'It cannot be read' : 'Compared with the paper',
          intentKey: `intent-of-test-${at}`,
          seconds: 3,
        });
        if (outcome.kind !== 'done') throw new Error(`Not decided: ${JSON.stringify(outcome)}`);
        if (decision === 'undo') {
          const undone = await ask('review.undo', { ...key, version: outcome.version });
          expect(undone.outcome.kind).toBe('done');
        }
      }
      const isGone = decision === 'approve' || decision === 'reject';
      const after = await ask('review.queue', { tenantId, dueHours: 24, pageSize: 100 });
      const listed = after.rows.find((one) => one.documentId === documentId);
      expect(listed === undefined, decision).toBe(isGone);
      if (decision === 'claim') expect(listed?.claimedBy).toBe('reviewer');
      lists.set(batchId, listsOfBatch(batch));
      truths.push(buildTruth(console, batch, [documentId]));
      await console.look(listsOfBatch(batch), mergeTruths(truths), decision);
    }
    await console.follow('review', [...lists.values()].flat(), mergeTruths(truths));
    tell('review', console);
  });

  it('requeued files show in every list at once', async () => {
    const console = await aLaggingConsole();
    const { ask, world } = console;
    const stuck = await ask('downloads.standing', { kind: 'stuck', minutes: 30 });
    const [first] = stuck.rows;
    const files = stuck.rows.filter(({ date }) => date === first?.date);
    const date = first?.date ?? formatUtcDay(world.clock.now());
    const batchIds = [...new Set(files.flatMap(({ batchId }) => batchId ?? []))];
    console.begin();
    const { jobId } = await console.start({
      kind: 'requeue-files',
      fileIds: files.map(({ fileId }) => fileId),
    });
    await untilSent(console, jobId, files.length);
    const after = await ask('downloads.standing', { kind: 'stuck', minutes: 30 });
    const ids = new Set(files.map(({ fileId }) => fileId));
    expect(after.rows.filter(({ fileId }) => ids.has(fileId))).toEqual([]);
    const truth: Truth = async () => {
      const rows = await Promise.all([...ids].map((fileId) => ask('downloads.file', { fileId })));
      return new Map(rows.map(({ fileId, status }) => [fileId, status]));
    };
    await console.follow('requeue', listsOfDownloads(date, batchIds), truth);
    tell('requeue', console);
  });
});

function mergeTruths(truths: readonly Truth[]): Truth {
  return async () => new Map((await Promise.all(truths.map((truth) => truth()))).flatMap((one) => [...one]));
}

function tell(what: string, { observed }: LaggingConsole): void {
  if (process.env['SLUICE_FIGURES'] !== undefined)
    process.stderr.write(`${what} ${JSON.stringify(observed)}\n`);
  expect(observed.seen).toBeGreaterThan(50);
  expect(observed.marked).toBeGreaterThan(0);
}
