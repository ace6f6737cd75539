import {
  DescribeExecutionCommand,
  DescribeMapRunCommand,
  ListMapRunsCommand,
  RedriveExecutionCommand,
  StopExecutionCommand,
} from '@aws-sdk/client-sfn';
import { expect, it } from 'vitest';
import type { ConnectionDoors } from '#main/aws/doors.ts';
import type { RunName } from '#main/aws/executions.ts';
import type { DocumentItem } from '#pipelines/extraction/item-shapes.ts';
import { startRun } from '#pipelines/extraction/runs.ts';
import { documentsAtOnce, documentsInOneHistory, documentsPerBatch } from '#shared/domain/pipeline-limits.ts';
import { executionTimeline } from '#shared/domain/timeline/execution-timeline.ts';
import { valueOf } from '#test/builders/a-reading-world.ts';
import { executionDoors } from '#test/builders/execution-doors.ts';
import { anExtraction, type Extraction } from '#test/builders/an-extraction.ts';
import { fakeReaders } from '#test/builders/fake-readers.ts';

// More documents than one history has room for make ten thousand calls.
it('processes a batch that one history has no room for, around a bad file and over a stop', async () => {
  const count = documentsInOneHistory + 1;
  const files = Array.from({ length: count }, (_, index) => `file-${index}.pdf`);
  const bad = { 'file-7.pdf': { fails: { at: 'textract', as: 'BadDocumentException' } } } as const;
  const extraction = await anExtraction({
    documents: files,
    uploaded: false,
    readers: fakeReaders({ latencyMs: 1_000, files: bad }),
  });
  const { parts, batch, clients } = extraction;
  const executionArn = await startRun(parts, batch, 1);
  await extraction.advance(30);
  const half = await countItems(extraction, executionArn);
  expect(half).toMatchObject({ total: count, running: documentsAtOnce, failed: 0 });
  expect((await extraction.batchNow()).counts.PROCESSING).toBe(documentsAtOnce);

  await clients.sfn.send(new StopExecutionCommand({ executionArn }));
  await extraction.advance(5);
  expect(await countItems(extraction, executionArn)).toMatchObject({ aborted: documentsAtOnce, running: 0 });
  expect((await extraction.batchNow()).runs).toEqual({ 1: 'ABORTED' });

  await clients.sfn.send(new RedriveExecutionCommand({ executionArn }));
  await extraction.advance(400);
  const { status } = await clients.sfn.send(new DescribeExecutionCommand({ executionArn }));
  expect(status).toBe('SUCCEEDED');
  // The bad file ends in its own execution, which marks the document and succeeds.
  expect(await countItems(extraction, executionArn)).toMatchObject({ succeeded: count, failed: 0 });
  const { doors } = executionDoors(extraction.aws);
  const run = { batchId: batch.batchId, run: 1 };
  const events = valueOf(await doors.executions.history(run, {})).events;
  expect(executionTimeline(events)).toMatchObject({ hasMapRun: true, iterations: [], unplaced: 0 });
  expect(valueOf(await doors.executions.mapRun(run))).toEqual({
    status: 'SUCCEEDED',
    total: count,
    pending: 0,
    running: 0,
    succeeded: count,
    failed: 0,
    timedOut: 0,
    aborted: 0,
    maxConcurrency: documentsAtOnce,
    toleratedFailureCount: documentsPerBatch,
    toleratedFailurePercentage: 0,
    redriveCount: 1,
  });
  await expectTheWayToAChild(doors, run, await extraction.documentsNow());
  const after = await extraction.batchNow();
  expect(after).toMatchObject({ runs: { 1: 'SUCCEEDED' }, counts: { SUCCEEDED: count - 1, FAILED: 1 } });
  expect(await extraction.recount()).toEqual(after.counts);
}, 180_000);

// The Map tolerates every failure, so an execution also succeeds around a child that could not record its own.
it('fails the documents that an execution has left in work although it succeeded', async () => {
  const count = documentsInOneHistory + 1;
  const files = Array.from({ length: count }, (_, index) => `file-${index}.pdf`);
  const bad = {
    'file-1.pdf': { fails: { at: 'textract', as: 'BadDocumentException', untilRun: 1 } },
  } as const;
  const extraction = await anExtraction({
    documents: files,
    uploaded: false,
    isKept: false,
    readers: fakeReaders({ latencyMs: 1_000, files: bad }),
  });
  const { parts, batch, clients, aws } = extraction;
  const mentions = parts.names.extractionFunctions.markDocumentFailed;
  aws.world.faults.set([
    { id: 'trouble', kind: 'throttle', service: 'lambda', operation: 'Invoke', mentions },
  ]);
  const executionArn = await startRun(parts, batch, 1);
  await extraction.advance(60);
  aws.world.faults.set([]);
  await extraction.advance(600);
  const { status } = await clients.sfn.send(new DescribeExecutionCommand({ executionArn }));
  expect(status).toBe('SUCCEEDED');
  expect(await countItems(extraction, executionArn)).toMatchObject({ succeeded: count - 1, failed: 1 });

  const left = (await extraction.documentsNow()).find(({ fileName }) => fileName === 'file-1.pdf');
  expect(left).toMatchObject({ status: 'FAILED', error: { stage: 'textract', code: 'ExecutionEnded' } });
  const after = await extraction.batchNow();
  expect(after).toMatchObject({
    status: 'FAILED',
    counts: { SUCCEEDED: count - 1, FAILED: 1, PROCESSING: 0 },
  });
  expect(await extraction.recount()).toEqual(after.counts);
  await extraction.ask({
    path: `/batches/${batch.batchId}/reprocess`,
    body: { documentIds: [left?.documentId] },
  });
  await extraction.advance(60);
  expect(await extraction.batchNow()).toMatchObject({ status: 'SUCCEEDED', counts: { SUCCEEDED: count } });
}, 180_000);

/** The console opens the inputs of 25 of its 601 child executions at most. */
async function expectTheWayToAChild(
  { executions }: ConnectionDoors,
  run: RunName,
  documents: readonly DocumentItem[],
): Promise<void> {
  const first = await executions.children(run, { status: 'SUCCEEDED' });
  const page = valueOf(first);
  expect(page.children).toHaveLength(25);
  // A list of Map Runs, one of their executions, and the input of each.
  expect(first.receipt?.pages).toBe(27);
  const ids = new Set(documents.map(({ documentId }) => documentId));
  expect(page.children.every(({ documentId }) => ids.has(documentId ?? ''))).toBe(true);
  const next = valueOf(await executions.children(run, { status: 'SUCCEEDED', cursor: page.cursor ?? '' }));
  expect(next.children[0]?.arn).not.toBe(page.children[0]?.arn);
  expect(valueOf(await executions.children(run, { status: 'FAILED' }))).toEqual({
    children: [],
    cursor: null,
  });

  // The history of a child is read as that of the run is, and its events are opened with their data.
  const [one] = page.children;
  if (one === undefined) throw new Error('There is no child execution.');
  const child = valueOf(await executions.history(run, { child: one.name }));
  expect([child.cursor, child.events[0]?.type]).toEqual([null, 'ExecutionStarted']);
  expect(child.events.map(({ id }) => id)).toEqual(child.events.map((_, at) => at + 1));
  const backwards = valueOf(await executions.history(run, { child: one.name, newestFirst: true }));
  expect(backwards.events.toReversed()).toEqual(child.events);
  const entered = child.events.find(({ type }) => type === 'TaskStateEntered');
  const opened = valueOf(await executions.event(run, { eventId: entered?.id ?? 0, child: one.name }));
  expect(JSON.stringify(opened.event)).toContain(one.documentId);
  // The name of an execution that is no child of this run leads nowhere.
  expect(await executions.history(run, { child: 'another' })).toMatchObject({ ok: false });

  for (const { documentId, statusSince } of documents.filter((_, place) => place % 60 === 0)) {
    const found = valueOf(await executions.childOfDocument(run, { documentId, at: statusSince ?? null }));
    expect(found.child).toMatchObject({ status: 'SUCCEEDED', documentId });
    expect(found.opened).toBeLessThanOrEqual(25);
  }
  const other = valueOf(await executions.childOfDocument(run, { documentId: 'other', at: null }));
  expect(other).toEqual({ child: null, opened: 25, listed: documents.length, more: false });
}

async function countItems({ clients: { sfn } }: Extraction, executionArn: string) {
  const { mapRuns = [] } = await sfn.send(new ListMapRunsCommand({ executionArn }));
  const { itemCounts } = await sfn.send(new DescribeMapRunCommand({ mapRunArn: mapRuns[0]?.mapRunArn }));
  return itemCounts;
}
