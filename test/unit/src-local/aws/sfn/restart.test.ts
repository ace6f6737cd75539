import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RedriveExecutionCommand, SendTaskSuccessCommand } from '@aws-sdk/client-sfn';
import { expect, onTestFinished, test } from 'vitest';
import { aPocketAws } from '#test/builders/a-pocket-aws.ts';
import type { TaskHandler, TaskHandlers } from '#local/aws/sfn/task-handlers.ts';
import { drivenClock } from '#local/world/clock.ts';
import {
  aFunction,
  aMachine,
  aTokenWorker,
  describe,
  readHistory,
  inSequence,
  outcome,
  running,
  start,
  story,
} from './machines.ts';

type World = ReturnType<typeof aPocketAws>;

/** Opens a world whose process may be killed. Its files are read again, and its memory is lost. */
function aWorldOnDisk(handlers: TaskHandlers = new Map()): {
  open(): World;
  killAndOpen(world: World): World;
} {
  const folder = mkdtempSync(join(tmpdir(), 'pocket-aws-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const at = (time: number): World => aPocketAws({ folder, handlers, clock: drivenClock(time) });
  return {
    open: () => at(Date.UTC(2026, 0, 5, 9)),
    killAndOpen(world) {
      const now = world.clock.now();
      world.aws.close();
      return at(now);
    },
  };
}

const work = { Type: 'Task', Resource: aFunction('work') };

test('a wait that was running ends when it would have', async () => {
  const disk = aWorldOnDisk();
  const before = disk.open();
  const execution = await running(
    before.sfn,
    { Pause: { Type: 'Wait', Seconds: 10 }, After: { Type: 'Pass' } },
    'x',
  );
  await before.clock.advance(4_000);
  const { sfn, clock } = disk.killAndOpen(before);
  await clock.advance(5_999);
  expect((await describe(sfn, execution)).status).toBe('RUNNING');
  await clock.advance(1);
  expect(await outcome(sfn, execution)).toBe('x');
  expect(await story(sfn, execution)).toHaveLength(6);
});

test('work that fell due while the world was closed is done when it opens', async () => {
  const disk = aWorldOnDisk();
  const before = disk.open();
  const machine = await aMachine(before.sfn, {
    ...inSequence({ Pause: { Type: 'Wait', SecondsPath: '$' } }),
    TimeoutSeconds: 60,
  });
  const short = await start(before.sfn, machine, 10);
  const long = await start(before.sfn, machine, 100);
  const now = before.clock.now();
  const { sfn, clock } = disk.killAndOpen({ ...before, clock: drivenClock(now + 3_600_000) });
  await clock.advance(0);
  expect(await outcome(sfn, long)).toEqual({ status: 'TIMED_OUT' });
  expect(await outcome(sfn, short)).toBe(10);
});

test('a function that was at work is called again, and the history does not say so', async () => {
  let calls = 0;
  const handler: TaskHandler = async (_input, context) => {
    calls += 1;
    await context.sleep(10_000);
    return calls;
  };
  const disk = aWorldOnDisk(new Map([['work', handler]]));
  const before = disk.open();
  const execution = await running(before.sfn, { Work: { ...work, TimeoutSeconds: 15 } });
  await before.clock.advance(4_000);
  const { sfn, clock } = disk.killAndOpen(before);
  await clock.advance(10_000);
  expect(await outcome(sfn, execution)).toBe(2);
  expect(await story(sfn, execution)).toEqual([
    '1 ExecutionStarted <- 0',
    '2 TaskStateEntered <- 0',
    '3 LambdaFunctionScheduled <- 2',
    '4 LambdaFunctionStarted <- 3',
    '5 LambdaFunctionSucceeded <- 4',
    '6 TaskStateExited <- 5',
    '7 ExecutionSucceeded <- 6',
  ]);
});

test('a task keeps its time, and a retry its turn', async () => {
  const handler: TaskHandler = (_input, context) => context.sleep(60_000);
  const disk = aWorldOnDisk(new Map([['work', handler]]));
  const before = disk.open();
  const Retry = [{ ErrorEquals: ['States.Timeout'], IntervalSeconds: 10, MaxAttempts: 1 }];
  const execution = await running(before.sfn, { Work: { ...work, TimeoutSeconds: 5, Retry } });
  await before.clock.advance(4_000);
  const between = disk.killAndOpen(before);
  await between.clock.advance(1_000);
  expect(await story(between.sfn, execution)).toHaveLength(5);
  await between.clock.advance(5_000);
  const { sfn, clock } = disk.killAndOpen(between);
  await clock.advance(4_999);
  expect(await story(sfn, execution)).toHaveLength(5);
  await clock.advance(5_001);
  expect(await outcome(sfn, execution)).toEqual({ status: 'FAILED', error: 'States.Timeout' });
  const { stopDate, startDate } = await describe(sfn, execution);
  expect((stopDate?.getTime() ?? 0) - (startDate?.getTime() ?? 0)).toBe(20_000);
});

test('a worker may answer with its token, and tasks that wait for theirs still time out', async () => {
  const disk = aWorldOnDisk();
  const before = disk.open();
  const worker = await aTokenWorker(before.sqs);
  const machine = await aMachine(before.sfn, inSequence({ Sign: { ...worker.task, TimeoutSeconds: 60 } }));
  const taken = await start(before.sfn, machine, 1);
  await before.clock.advance(0);
  const { taskToken } = await worker.take();
  const waiting = await start(before.sfn, machine, 2);
  await before.clock.advance(0);

  const { sfn, clock } = disk.killAndOpen(before);
  await sfn.send(new SendTaskSuccessCommand({ taskToken, output: '"signed"' }));
  expect(await outcome(sfn, taken)).toBe('signed');
  await clock.advance(60_000);
  expect(await outcome(sfn, waiting)).toMatchObject({ error: 'States.Timeout' });
});

test('a Map that is killed in the middle does the rest, and nothing twice', async () => {
  const done: unknown[] = [];
  const handler: TaskHandler = async (input, context) => {
    await context.sleep(1_000);
    done.push(input);
    return input;
  };
  const disk = aWorldOnDisk(new Map([['work', handler]]));
  const items = Array.from({ length: 20 }, (_, index) => index);
  const map = {
    Type: 'Map',
    MaxConcurrency: 3,
    ItemProcessor: inSequence({ Work: work, Pause: { Type: 'Wait', Seconds: 1 } }),
  };
  let world = disk.open();
  const execution = await running(world.sfn, { Each: map }, items);
  for (let kill = 0; kill < 4; kill += 1) {
    await world.clock.advance(2_500);
    world = disk.killAndOpen(world);
  }
  await world.clock.advance(60_000);
  expect(await outcome(world.sfn, execution)).toEqual(items);
  expect(done.toSorted((one, other) => Number(one) - Number(other))).toEqual(items);

  const events = await readHistory(world.sfn, execution);
  expect(events.map(({ id }) => id)).toEqual(events.map((_, index) => index + 1));
  expect(events.every(({ id = 0, previousEventId = 0 }) => previousEventId < id)).toBe(true);
  const started = events.flatMap((event) => event.mapIterationStartedEventDetails?.index ?? []);
  expect(started).toEqual(items);
  const succeeded = events.flatMap((event) => event.mapIterationSucceededEventDetails?.index ?? []);
  expect(succeeded.toSorted((one, other) => one - other)).toEqual(items);
});

test('a long run that is killed between two turns continues with the next', async () => {
  const disk = aWorldOnDisk();
  const before = disk.open();
  const items = Array.from({ length: 2_900 }, (_, index) => index);
  const steps = { One: { Type: 'Pass' }, Two: { Type: 'Pass' }, Three: { Type: 'Pass' } };
  const map = { Type: 'Map', ItemProcessor: inSequence(steps) };
  const execution = await running(before.sfn, { Each: map }, items);
  const between = disk.killAndOpen(before);
  expect((await describe(between.sfn, execution)).status).toBe('RUNNING');
  const { sfn, clock } = disk.killAndOpen(between);
  await clock.advance(0);
  expect(await outcome(sfn, execution)).toEqual(items);
  expect(await readHistory(sfn, execution)).toHaveLength(2_900 * 8 + 6);
});

test('a failed Map can be redriven after a restart', async () => {
  const broken = new Set([2]);
  const given: unknown[] = [];
  const handler: TaskHandler = (input) => {
    given.push(input);
    if (broken.has(Number(input))) throw new Error('broken');
    return input;
  };
  const disk = aWorldOnDisk(new Map([['work', handler]]));
  const before = disk.open();
  const map = { Type: 'Map', MaxConcurrency: 1, ItemProcessor: inSequence({ Work: work }) };
  const execution = await running(before.sfn, { Each: map }, [1, 2, 3]);
  await before.clock.advance(0);
  expect((await describe(before.sfn, execution)).status).toBe('FAILED');
  broken.clear();
  const { sfn, clock } = disk.killAndOpen(before);
  await sfn.send(new RedriveExecutionCommand({ executionArn: execution }));
  await clock.advance(0);
  expect(await outcome(sfn, execution)).toEqual([1, 2, 3]);
  expect(given).toEqual([1, 2, 2, 3]);
});

test('machines, executions and their histories are as they were', async () => {
  const disk = aWorldOnDisk();
  const before = disk.open();
  const execution = await running(before.sfn, { One: { Type: 'Pass', Result: null } });
  const told = await story(before.sfn, execution);
  const { sfn } = disk.killAndOpen(before);
  expect(await outcome(sfn, execution)).toBe(null);
  expect(await story(sfn, execution)).toEqual(told);
});

test('a reset forgets what was under way', async () => {
  const handler: TaskHandler = async (_input, context) => {
    await context.sleep(1_000);
    return 'late';
  };
  const { aws, sfn, clock } = aPocketAws({ handlers: new Map([['work', handler]]) });
  const execution = await running(sfn, { Work: work });
  await clock.advance(0);
  aws.reset();
  await clock.advance(5_000);
  await expect(describe(sfn, execution)).rejects.toMatchObject({ name: 'ExecutionDoesNotExist' });
  expect([...aws.world.store.names()].filter((name) => name.startsWith('sfn/frames'))).toEqual([]);
});
