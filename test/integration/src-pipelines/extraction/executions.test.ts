import { DescribeExecutionCommand, RedriveExecutionCommand, StopExecutionCommand } from '@aws-sdk/client-sfn';
import { CreateQueueCommand, DeleteQueueCommand } from '@aws-sdk/client-sqs';
import { describe, expect, it } from 'vitest';
import type { DocumentItem } from '#pipelines/extraction/item-shapes.ts';
import { changeBatch, nextDocument } from '#pipelines/extraction/change-batch.ts';
import { executionEnded } from '#pipelines/extraction/execution-ended.ts';
import { buildExecutionArn, buildStateMachineArn } from '#pipelines/extraction/state-machine.ts';
import { setRun, startExecution } from '#pipelines/extraction/runs.ts';
import { anExtraction, type Extraction } from '#test/builders/an-extraction.ts';
import { clientsAround } from '#test/builders/clients-around.ts';
import { fakeReaders } from '#test/builders/fake-readers.ts';

const hour = 3_600;

// The batch has more documents than are processed at once. That makes some hundred calls, which is slow on a
// busy machine.
describe('an execution that is stopped', { timeout: 30_000 }, () => {
  it('fails the documents in work, and leaves the queued ones', async () => {
    const extraction = await anExtraction({ documents: 11 });
    await extraction.advance(7);
    await stop(extraction);
    await extraction.advance(60);
    expect(await extraction.batchNow()).toMatchObject({
      status: 'FAILED',
      runs: { 1: 'ABORTED' },
      counts: { QUEUED: 1, PROCESSING: 0, FAILED: 10 },
    });
    const [first] = await extraction.documentsNow();
    expect(first?.error).toEqual({
      stage: 'gap-fill',
      code: 'ExecutionStopped',
      message: 'Its execution was stopped: by a person',
    });
  });

  it('is resumed by AWS’s redrive from where it stopped', async () => {
    const extraction = await anExtraction({ documents: 11 });
    await extraction.advance(7);
    await stop(extraction);
    await extraction.advance(60);
    const before = extraction.readers.calls.length;
    await redrive(extraction);
    await extraction.advance(1);
    expect(await extraction.batchNow()).toMatchObject({
      status: 'PROCESSING',
      runs: { 1: 'RUNNING' },
      counts: { QUEUED: 1, PROCESSING: 10, FAILED: 0 },
    });
    await extraction.advance(60);
    expect(await extraction.batchNow()).toMatchObject({
      status: 'SUCCEEDED',
      runs: { 1: 'SUCCEEDED' },
      counts: { SUCCEEDED: 11 },
    });
    // Stored pages are not read again, so there are ten gap-fills, ten verifications and one document from
    // the beginning.
    expect(extraction.readers.calls.length - before).toBe(10 + 10 + 3);
    expect(await lines(extraction, extraction.documents[0])).toEqual([
      'ingested',
      'failed',
      'execution redriven',
      'processed',
    ]);
    await expectRecount(extraction);
  });

  it('does not touch documents of a later run', async () => {
    const extraction = await anExtraction({ documents: 2 });
    await extraction.advance(7);
    await stop(extraction);
    await extraction.advance(1);
    const [document] = await extraction.documentsNow();
    const { status } = await extraction.ask({
      path: `/batches/${extraction.batch.batchId}/reprocess`,
      body: { documentIds: [document?.documentId] },
    });
    expect(status).toBe(202);
    await redrive(extraction);
    await extraction.advance(60);
    const [first, second] = await extraction.documentsNow();
    expect(first).toMatchObject({ status: 'SUCCEEDED', run: 2 });
    expect(second).toMatchObject({ status: 'SUCCEEDED', run: 1 });
    expect(await extraction.batchNow()).toMatchObject({
      status: 'SUCCEEDED',
      runs: { 1: 'SUCCEEDED', 2: 'SUCCEEDED' },
    });
    await expectRecount(extraction);
  });
});

describe('the end of an execution', () => {
  it('that was never told is recorded by the next request to reprocess, and another one finds the documents free', async () => {
    const extraction = await anExtraction({ documents: 2 });
    await extraction.advance(7);
    await extraction.aws.world.call('events', 'DisableRule', { Name: 'execution-ended' });
    await stop(extraction);
    await extraction.advance(120);
    expect(await extraction.batchNow()).toMatchObject({
      runs: { 1: 'RUNNING' },
      counts: { PROCESSING: 2 },
    });
    expect(await reprocessAll(extraction)).toEqual(['already in work', 'already in work']);
    expect(await extraction.batchNow()).toMatchObject({
      status: 'FAILED',
      runs: { 1: 'ABORTED' },
      counts: { PROCESSING: 0, FAILED: 2 },
    });
    expect((await extraction.documentsNow())[0]?.error?.code).toBe('ExecutionStopped');
    expect(await reprocessAll(extraction)).toEqual(['started', 'started']);
    await extraction.advance(120);
    expect(await extraction.batchNow()).toMatchObject({ status: 'SUCCEEDED', counts: { SUCCEEDED: 2 } });
    await expectRecount(extraction);
  });

  it('whose documents were failed in part only is completed by the next request to reprocess', async () => {
    const extraction = await anExtraction({ documents: 2 });
    await extraction.advance(7);
    await extraction.aws.world.call('events', 'DisableRule', { Name: 'execution-ended' });
    await stop(extraction);
    await setRun(extraction.parts, await extraction.batchNow(), 1, 'ABORTED');
    await extraction.advance(120);
    expect(await reprocessAll(extraction)).toEqual(['already in work', 'already in work']);
    expect(await reprocessAll(extraction)).toEqual(['started', 'started']);
  });

  it('is accepted when Step Functions still reports it as running for a moment', async () => {
    const extraction = await anExtraction({ documents: 1 });
    const { clients, parts } = extraction;
    const live = { send: () => Promise.resolve({ status: 'RUNNING', redriveCount: 0 }) };
    await extraction.advance(7);
    const late = { ...parts, clients: { ...clients, sfn: live as unknown as typeof clients.sfn } };
    await executionEnded(late)({ ...ended(extraction), status: 'ABORTED' });
    expect(await extraction.batchNow()).toMatchObject({ status: 'FAILED', runs: { 1: 'ABORTED' } });
  });

  it.each([
    {
      name: 'of a redriven execution is accepted when Step Functions still reports it as running',
      answer: { status: 'RUNNING', redriveDate: -30_000 },
    },
    {
      name: 'of a redriven execution is accepted when Step Functions still reports the end before',
      answer: { status: 'FAILED', redriveDate: undefined, stopDate: -60_000 },
    },
  ] as const)('$name', async ({ answer: { status, redriveDate, ...answer } }) => {
    const extraction = await anExtraction({ documents: 1 });
    const { clients, parts } = extraction;
    await extraction.advance(7);
    const endedAt = parts.now();
    const dateAt = (after: number | undefined) =>
      after === undefined ? undefined : new Date(endedAt + after);
    const stale = {
      status,
      redriveCount: 1,
      redriveDate: dateAt(redriveDate),
      stopDate: dateAt('stopDate' in answer ? answer.stopDate : undefined),
    };
    const sfn = { send: () => Promise.resolve(stale) } as unknown as typeof clients.sfn;
    const late = { ...parts, clients: { ...clients, sfn } };
    await executionEnded(late)({ ...ended(extraction), status: 'ABORTED', endedAt });
    expect(await extraction.batchNow()).toMatchObject({ status: 'FAILED', runs: { 1: 'ABORTED' } });
  });

  it.each([
    { redrivenAfter: 1, when: 'that came before its redrive' },
    { redrivenAfter: undefined, when: 'whose time is not known' },
  ])('$when is ignored while the execution is running', async ({ redrivenAfter }) => {
    const extraction = await anExtraction({ documents: 1 });
    const { clients, parts } = extraction;
    await extraction.advance(7);
    const redriveDate = new Date(parts.now() + (redrivenAfter ?? 0));
    const redriven = { status: 'RUNNING', redriveCount: 1, redriveDate };
    const sfn = { send: () => Promise.resolve(redriven) } as unknown as typeof clients.sfn;
    await executionEnded({ ...parts, clients: { ...clients, sfn } })({
      ...ended(extraction),
      status: 'ABORTED',
      ...(redrivenAfter !== undefined && { endedAt: parts.now() }),
    });
    expect(await extraction.batchNow()).toMatchObject({ runs: { 1: 'RUNNING' }, counts: { PROCESSING: 1 } });
  });

  it('reported late fails no document that a redrive has resumed', async () => {
    const extraction = await anExtraction({ documents: 1 });
    const { parts } = extraction;
    await extraction.advance(7);
    await stop(extraction);
    await extraction.advance(1);
    let asked = 0;
    // Step Functions answers that the execution has ended, but the redrive resumes the document before that
    // is stored.
    const around = clientsAround(parts.clients, async (command, go) => {
      const answer = await go();
      if (command !== 'DescribeExecutionCommand') return answer;
      asked += 1;
      await redrive(extraction);
      await extraction.advance(1);
      return answer;
    });
    const slow = clientsAround(around, async (command, go) => {
      const answer = await go();
      // The redrive sets the run to running before its documents are read.
      if (command === 'QueryCommand' && asked === 1)
        await setRun(parts, await extraction.batchNow(), 1, 'RUNNING');
      return answer;
    });
    await executionEnded({ ...parts, clients: slow })({ ...ended(extraction), status: 'ABORTED' });
    expect(await extraction.documentsNow()).toMatchObject([{ status: 'PROCESSING' }]);
    await extraction.advance(60);
    expect(asked).toBe(1);
    expect(await extraction.batchNow()).toMatchObject({ status: 'SUCCEEDED', counts: { SUCCEEDED: 1 } });
  });
});

describe('an execution that succeeds', () => {
  it('fails a document that it left in work, and none that a newer run has', async () => {
    const extraction = await anExtraction({ documents: 2, uploaded: false });
    const { parts, batch } = extraction;
    const [left, newer] = extraction.documents;
    if (left === undefined || newer === undefined) throw new Error('No documents');
    const inWork = (before: DocumentItem, run: number) => ({
      before,
      next: nextDocument(parts, before, { status: 'PROCESSING', stage: 'verify', run }),
    });
    await changeBatch(parts, batch, {
      documents: [inWork(left, 1), inWork(newer, 2)],
      alter: () => ({ run: 2, runs: { 1: 'RUNNING', 2: 'RUNNING' } }),
    });
    await executionEnded(parts)({ ...ended(extraction), status: 'SUCCEEDED' });
    expect(await extraction.documentsNow()).toMatchObject([
      {
        status: 'FAILED',
        error: {
          stage: 'verify',
          code: 'ExecutionEnded',
          message: 'Its execution ended without a result for it',
        },
      },
      { status: 'PROCESSING', run: 2 },
    ]);
    expect(await extraction.batchNow()).toMatchObject({
      status: 'PROCESSING',
      runs: { 1: 'SUCCEEDED', 2: 'RUNNING' },
      counts: { PROCESSING: 1, FAILED: 1 },
    });
    expect(await lines(extraction, left)).toEqual(['failed']);
  });

  it('has none of its documents read again where none is left in work', async () => {
    const extraction = await anExtraction({ documents: 1 });
    await extraction.advance(60);
    const asked: string[] = [];
    const clients = clientsAround(extraction.parts.clients, (command, go) => {
      asked.push(command);
      return go();
    });
    await executionEnded({ ...extraction.parts, clients })({ ...ended(extraction), status: 'SUCCEEDED' });
    expect(asked.filter((command) => command === 'QueryCommand')).toHaveLength(1);
  });
});

describe('an execution that takes too long', () => {
  it('is ended after 24 hours, and its documents say so', async () => {
    const extraction = await anExtraction({
      documents: ['corrupt.pdf'],
      readers: fakeReaders({ files: { 'corrupt.pdf': { fails: { at: 'textract', as: 'SchemaMismatch' } } } }),
      hanging: ['autowired-mark-document-failed-sandbox'],
    });
    await extraction.advance(23.9 * hour);
    expect(await extraction.batchNow()).toMatchObject({ status: 'PROCESSING' });
    await extraction.advance(0.2 * hour);
    expect(await extraction.batchNow()).toMatchObject({ status: 'FAILED', runs: { 1: 'TIMED_OUT' } });
    expect(await extraction.documentsNow()).toMatchObject([
      { status: 'FAILED', error: { stage: 'textract', code: 'ExecutionTimedOut' } },
    ]);
  });

  it('fails a document after a stage did not answer within five minutes, three times', async () => {
    const extraction = await anExtraction({
      documents: 1,
      readers: fakeReaders({ latencyMs: 1_000 * hour }),
    });
    await extraction.advance(hour);
    expect(await extraction.documentsNow()).toMatchObject([
      { status: 'FAILED', error: { stage: 'textract', code: 'States.Timeout' } },
    ]);
    expect(extraction.readers.calls).toHaveLength(3);
  });
});

describe('an execution that fails', () => {
  it('in its last step is completed by a redrive, and its documents are not processed again', async () => {
    const extraction = await anExtraction({ documents: 2 });
    const { aws } = extraction;
    aws.world.faults.set([
      { id: 'finalise', kind: 'server-error', service: 'lambda', mentions: 'autowired-finalise-batch' },
    ]);
    await extraction.advance(120);
    expect(await extraction.batchNow()).toMatchObject({
      status: 'FAILED',
      runs: { 1: 'FAILED' },
      counts: { SUCCEEDED: 2 },
    });
    const calls = extraction.readers.calls.length;
    aws.world.faults.set([]);
    await redrive(extraction);
    await extraction.advance(10);
    expect(await extraction.batchNow()).toMatchObject({ status: 'SUCCEEDED', runs: { 1: 'SUCCEEDED' } });
    expect(extraction.readers.calls).toHaveLength(calls);
  });

  it('after its batch was finalised is recorded, and again when a redrive completes it', async () => {
    const extraction = await anExtraction({
      documents: 1,
      workflow: { webhookUrl: 'https://customer.example/hook' },
    });
    const { webhookQueue } = extraction.parts.names.extraction;
    await extraction.clients.sqs.send(new DeleteQueueCommand({ QueueUrl: webhookQueue }));
    await extraction.advance(120);
    expect(await extraction.batchNow()).toMatchObject({ status: 'FAILED', runs: { 1: 'FAILED' } });
    await extraction.clients.sqs.send(new CreateQueueCommand({ QueueName: webhookQueue }));
    await redrive(extraction);
    await extraction.advance(1);
    expect(await extraction.batchNow()).toMatchObject({ status: 'SUCCEEDED', runs: { 1: 'SUCCEEDED' } });
  });

  it('because its batch does not exist says so', async () => {
    const extraction = await anExtraction({ documents: 1, uploaded: false });
    await startExecution(extraction.parts, 'batch-unknown', 1);
    await extraction.advance(5);
    const { error } = await extraction.clients.sfn.send(
      new DescribeExecutionCommand({
        executionArn: buildExecutionArn(extraction.parts, 'batch-unknown', 1),
      }),
    );
    expect(error).toBe('BatchNotFound');
  });
});

function ended({ parts, batch }: Extraction) {
  return {
    executionArn: buildExecutionArn(parts, batch.batchId, 1),
    stateMachineArn: buildStateMachineArn(parts),
  };
}

async function stop({ clients, parts, batch }: Extraction): Promise<void> {
  const executionArn = buildExecutionArn(parts, batch.batchId, 1);
  await clients.sfn.send(new StopExecutionCommand({ executionArn, cause: 'by a person' }));
}

async function redrive({ clients, parts, batch }: Extraction): Promise<void> {
  const executionArn = buildExecutionArn(parts, batch.batchId, 1);
  await clients.sfn.send(new RedriveExecutionCommand({ executionArn }));
}

async function reprocessAll(extraction: Extraction): Promise<unknown[]> {
  const documentIds = (await extraction.documentsNow()).map(({ documentId }) => documentId);
  const path = `/batches/${extraction.batch.batchId}/reprocess`;
  const { body } = await extraction.ask({ path, body: { documentIds } });
  const { documents } = JSON.parse(body) as { documents: readonly { outcome: unknown }[] };
  return documents.map(({ outcome }) => outcome);
}

async function lines(extraction: Extraction, document: DocumentItem | undefined): Promise<unknown[]> {
  return (await extraction.passport(document?.documentId ?? '')).map(({ what }) => what);
}

async function expectRecount(extraction: Extraction): Promise<void> {
  expect((await extraction.batchNow()).counts).toEqual(await extraction.recount());
}
