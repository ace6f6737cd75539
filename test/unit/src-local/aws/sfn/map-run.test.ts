import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateBucketCommand, GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import {
  DescribeMapRunCommand,
  ListExecutionsCommand,
  ListMapRunsCommand,
  RedriveExecutionCommand,
  StopExecutionCommand,
  UpdateMapRunCommand,
  type SFNClient,
} from '@aws-sdk/client-sfn';
import { expect, onTestFinished, test } from 'vitest';
import { nameFramesCollection } from '#local/aws/sfn/execution-records.ts';
import type { TaskHandler } from '#local/aws/sfn/task-handlers.ts';
import { drivenClock } from '#local/world/clock.ts';
import { aPocketAws, startOfTime } from '#test/builders/a-pocket-aws.ts';
import { aFunction, describe, outcome, readHistory, running, story } from './machines.ts';

/** A Map of which each item is an execution of its own, with one state. */
function aDistributedMap(state: object, fields: object = {}): object {
  return {
    Type: 'Map',
    Label: 'items',
    ItemProcessor: {
      ProcessorConfig: { Mode: 'DISTRIBUTED', ExecutionType: 'STANDARD' },
      StartAt: 'One',
      States: { One: { ...state, End: true } },
    },
    ...fields,
  };
}

const work = { Type: 'Task', Resource: aFunction('work') };

/** Takes ten seconds, and fails for the numbers in `bad` as long as they are there. */
function aWorker(bad: Set<unknown> = new Set()): { handler: TaskHandler; calls: unknown[] } {
  const calls: unknown[] = [];
  const handler: TaskHandler = async (input, context) => {
    calls.push(input);
    await context.sleep(10_000);
    if (bad.has(input)) throw Object.assign(new Error('bad'), { name: 'Bad' });
    return Number(input) * 10;
  };
  return { handler, calls };
}

async function findMapRun(sfn: SFNClient, executionArn: string) {
  const { mapRuns = [] } = await sfn.send(new ListMapRunsCommand({ executionArn }));
  return sfn.send(new DescribeMapRunCommand({ mapRunArn: mapRuns[0]?.mapRunArn }));
}

async function listChildren(sfn: SFNClient, executionArn: string, query: object = {}) {
  const { mapRunArn } = await findMapRun(sfn, executionArn);
  const { executions = [] } = await sfn.send(new ListExecutionsCommand({ mapRunArn, ...query }));
  return executions;
}

test('each item of a distributed Map is an execution with its own history', async () => {
  const { sfn } = aPocketAws();
  const execution = await running(sfn, { Each: aDistributedMap({ Type: 'Pass' }) }, ['a', 'b']);
  expect(await outcome(sfn, execution)).toEqual(['a', 'b']);
  expect(await story(sfn, execution)).toEqual([
    '1 ExecutionStarted <- 0',
    '2 MapStateEntered <- 0',
    '3 MapStateStarted <- 2',
    '4 MapRunStarted <- 3',
    '5 MapRunSucceeded <- 4',
    '6 MapStateSucceeded <- 5',
    '7 MapStateExited <- 5',
    '8 ExecutionSucceeded <- 7',
  ]);
  const [last] = await listChildren(sfn, execution);
  const child = await describe(sfn, last?.executionArn ?? '');
  expect(child).toMatchObject({
    status: 'SUCCEEDED',
    input: '"b"',
    output: '"b"',
    mapRunArn: last?.mapRunArn,
    stateMachineArn: expect.stringMatching(/:stateMachine:machine\/items$/),
  });
  expect(await story(sfn, child.executionArn ?? '')).toEqual([
    '1 ExecutionStarted <- 0',
    '2 PassStateEntered <- 0',
    '3 PassStateExited <- 2',
    '4 ExecutionSucceeded <- 3',
  ]);
});

test('no more children run at once than MaxConcurrency says, until the Map Run is updated', async () => {
  const { handler } = aWorker();
  const { sfn, clock } = aPocketAws({ handlers: new Map([['work', handler]]) });
  const items = Array.from({ length: 9 }, (_, index) => index);
  const execution = await running(sfn, { Each: aDistributedMap(work, { MaxConcurrency: 2 }) }, items);
  await clock.advance(11_000);
  const { mapRunArn, itemCounts } = await findMapRun(sfn, execution);
  expect(itemCounts).toMatchObject({ total: 9, succeeded: 2, running: 2, pending: 5 });
  await sfn.send(new UpdateMapRunCommand({ mapRunArn, maxConcurrency: 0 }));
  expect((await findMapRun(sfn, execution)).itemCounts).toMatchObject({ running: 7, pending: 0 });
  await clock.advance(11_000);
  expect(await outcome(sfn, execution)).toEqual(items.map((item) => item * 10));
});

test('without a tolerance the first failure fails the Map Run and stops the other children', async () => {
  const { handler } = aWorker(new Set([1]));
  const { sfn, clock } = aPocketAws({ handlers: new Map([['work', handler]]) });
  const states = { Each: aDistributedMap(work, { MaxConcurrency: 2 }) };
  const execution = await running(sfn, states, [1, 2, 3]);
  await clock.advance(60_000);
  expect(await outcome(sfn, execution)).toEqual({
    status: 'FAILED',
    error: 'States.ExceedToleratedFailureThreshold',
    cause: 'The specified tolerated failure threshold was exceeded',
  });
  expect((await story(sfn, execution)).slice(4)).toEqual([
    '5 MapRunFailed <- 4',
    '6 MapStateFailed <- 5',
    '7 ExecutionFailed <- 6',
  ]);
  const counts = { total: 3, failed: 1, aborted: 1, pending: 1, running: 0 };
  expect(await findMapRun(sfn, execution)).toMatchObject({ status: 'FAILED', itemCounts: counts });
});

test('a redrive runs the children that failed and those that had not begun, and no others', async () => {
  const bad = new Set<unknown>([2]);
  const { handler, calls } = aWorker(bad);
  const { sfn, clock } = aPocketAws({ handlers: new Map([['work', handler]]) });
  const states = { Each: aDistributedMap(work, { MaxConcurrency: 1 }) };
  const execution = await running(sfn, states, [1, 2, 3]);
  await clock.advance(60_000);
  const [failed] = await listChildren(sfn, execution, { statusFilter: 'FAILED' });
  const alone = new RedriveExecutionCommand({ executionArn: failed?.executionArn });
  await expect(sfn.send(alone)).rejects.toMatchObject({ name: 'ExecutionNotRedrivable' });
  expect(await describe(sfn, failed?.executionArn ?? '')).toMatchObject({
    redriveStatus: 'REDRIVABLE_BY_MAP_RUN',
  });

  bad.clear();
  calls.length = 0;
  await sfn.send(new RedriveExecutionCommand({ executionArn: execution }));
  const again = await findMapRun(sfn, execution);
  expect(again).toMatchObject({ status: 'RUNNING', redriveDate: new Date(clock.now()) });
  expect(again.stopDate).toBeUndefined();
  await clock.advance(60_000);
  expect(await outcome(sfn, execution)).toEqual([10, 20, 30]);
  expect(calls).toEqual([2, 3]);
  const types = (await readHistory(sfn, execution)).map(({ type }) => type).slice(7);
  expect(types.slice(0, 3)).toEqual(['ExecutionRedriven', 'MapRunRedriven', 'MapRunSucceeded']);
  expect(await findMapRun(sfn, execution)).toMatchObject({ status: 'SUCCEEDED', redriveCount: 1 });
  const [redriven] = await listChildren(sfn, execution, { redriveFilter: 'REDRIVEN' });
  expect(redriven).toMatchObject({ executionArn: failed?.executionArn, redriveCount: 1 });
  const events = await readHistory(sfn, redriven?.executionArn ?? '');
  expect(events.map(({ type }) => type)).toEqual([
    'ExecutionStarted',
    'TaskStateEntered',
    'LambdaFunctionScheduled',
    'LambdaFunctionStarted',
    'LambdaFunctionFailed',
    'ExecutionFailed',
    'ExecutionRedriven',
    'LambdaFunctionScheduled',
    'LambdaFunctionStarted',
    'LambdaFunctionSucceeded',
    'TaskStateExited',
    'ExecutionSucceeded',
  ]);
});

test('a redrive after a later state failed leaves the Map Run as it is', async () => {
  for (const isFromEarlierVersion of [false, true]) {
    const bad = new Set(['later']);
    const { handler, calls } = aWorker(bad);
    const { aws, sfn, clock } = aPocketAws({ handlers: new Map([['work', handler]]) });
    const later = { ...work, Parameters: 'later' };
    const execution = await running(sfn, { Each: aDistributedMap(work), Later: later }, [1, 2]);
    await clock.advance(60_000);
    expect(calls).toEqual([1, 2, 'later']);
    const { mapRunArn } = await findMapRun(sfn, execution);
    if (isFromEarlierVersion) {
      // Earlier versions kept the Map Run of a state that was left.
      const frames = aws.world.store.collection<object>(nameFramesCollection(execution));
      frames.set('0', { ...frames.get('0'), mapRun: mapRunArn });
    }

    bad.clear();
    calls.length = 0;
    await sfn.send(new RedriveExecutionCommand({ executionArn: execution }));
    await clock.advance(60_000);
    expect(await describe(sfn, execution)).toMatchObject({ status: 'SUCCEEDED', redriveCount: 1 });
    expect(calls).toEqual(['later']);
    const { status, redriveCount = 0 } = await findMapRun(sfn, execution);
    expect({ status, redriveCount }).toEqual({ status: 'SUCCEEDED', redriveCount: 0 });
  }
});

test('a tolerated failure leaves no output', async () => {
  const { handler } = aWorker(new Set([2]));
  const { sfn, clock } = aPocketAws({ handlers: new Map([['work', handler]]) });
  const states = { Each: aDistributedMap(work, { ToleratedFailurePercentage: 50 }) };
  const execution = await running(sfn, states, [1, 2, 3]);
  await clock.advance(60_000);
  expect(await outcome(sfn, execution)).toEqual([10, 30]);
  expect((await findMapRun(sfn, execution)).itemCounts).toMatchObject({ succeeded: 2, failed: 1 });
});

test('an execution that is stopped stops its children', async () => {
  const { handler } = aWorker();
  const { sfn, clock } = aPocketAws({ handlers: new Map([['work', handler]]) });
  const execution = await running(sfn, { Each: aDistributedMap(work) }, [1, 2]);
  await clock.advance(1_000);
  await sfn.send(new StopExecutionCommand({ executionArn: execution }));
  expect(await findMapRun(sfn, execution)).toMatchObject({
    status: 'ABORTED',
    itemCounts: { aborted: 2, running: 0 },
  });
  const [child] = await listChildren(sfn, execution);
  expect(child?.status).toBe('ABORTED');
});

test('items come from a file, and results go into files', async () => {
  const { sfn, s3, clock } = aPocketAws();
  await s3.send(new CreateBucketCommand({ Bucket: 'files' }));
  await s3.send(new PutObjectCommand({ Bucket: 'files', Key: 'list.json', Body: '["a","b"]' }));
  const execution = await running(sfn, {
    Each: aDistributedMap(
      { Type: 'Pass' },
      {
        ItemReader: {
          Resource: 'arn:aws:states:::s3:getObject',
          ReaderConfig: { InputType: 'JSON' },
          Parameters: { Bucket: 'files', Key: 'list.json' },
        },
        ResultWriter: {
          Resource: 'arn:aws:states:::s3:putObject',
          Parameters: { Bucket: 'files', Prefix: 'out' },
          WriterConfig: { Transformation: 'COMPACT', OutputType: 'JSON' },
        },
      },
    ),
  });
  await clock.advance(1_000);
  const { ResultWriterDetails } = (await outcome(sfn, execution)) as {
    ResultWriterDetails: { Bucket: string; Key: string };
  };
  const read = async (Key: string): Promise<unknown> => {
    const { Body } = await s3.send(new GetObjectCommand({ Bucket: 'files', Key }));
    return JSON.parse((await Body?.transformToString()) ?? '');
  };
  const manifest = (await read(ResultWriterDetails.Key)) as {
    ResultFiles: { SUCCEEDED: { Key: string }[]; FAILED: object[] };
  };
  expect(manifest.ResultFiles.FAILED).toEqual([]);
  expect(await read(manifest.ResultFiles.SUCCEEDED[0]?.Key ?? '')).toEqual(['a', 'b']);
});

test('a file that is not there fails the Map Run, and a redrive reads it', async () => {
  const { sfn, s3, clock } = aPocketAws();
  await s3.send(new CreateBucketCommand({ Bucket: 'files' }));
  const reader = {
    Resource: 'arn:aws:states:::s3:getObject',
    ReaderConfig: { InputType: 'JSONL', MaxItems: 2 },
    Parameters: { Bucket: 'files', Key: 'list.jsonl' },
  };
  const states = { Each: aDistributedMap({ Type: 'Pass' }, { ItemReader: reader }) };
  const execution = await running(sfn, states);
  await clock.advance(1_000);
  expect(await outcome(sfn, execution)).toMatchObject({ status: 'FAILED', error: 'States.ItemReaderFailed' });
  await s3.send(new PutObjectCommand({ Bucket: 'files', Key: 'list.jsonl', Body: '1\n2\n\n3\n' }));
  await sfn.send(new RedriveExecutionCommand({ executionArn: execution }));
  await clock.advance(1_000);
  expect(await outcome(sfn, execution)).toEqual([1, 2]);
});

test('a Map Run that is killed goes on where it was, whenever that is', async () => {
  for (const life of [500, 10_500, 25_000]) {
    const folder = mkdtempSync(join(tmpdir(), 'map-run-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const { handler } = aWorker(new Set([3]));
    const handlers = new Map([['work', handler]]);
    const before = aPocketAws({ folder, handlers, clock: drivenClock(startOfTime) });
    const map = aDistributedMap(work, { MaxConcurrency: 2, ToleratedFailureCount: 1 });
    const execution = await running(before.sfn, { Each: map }, [1, 2, 3, 4, 5]);
    await before.clock.advance(life);
    before.aws.close();
    const after = aPocketAws({ folder, handlers, clock: drivenClock(startOfTime + life) });
    await after.clock.advance(120_000);
    expect(await outcome(after.sfn, execution)).toEqual([10, 20, 40, 50]);
    const counts = { total: 5, succeeded: 4, failed: 1, running: 0, pending: 0 };
    expect((await findMapRun(after.sfn, execution)).itemCounts).toMatchObject(counts);
    expect(await listChildren(after.sfn, execution)).toHaveLength(5);
  }
});
