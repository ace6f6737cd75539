import {
  DescribeStateMachineForExecutionCommand,
  RedriveExecutionCommand,
  SendTaskFailureCommand,
  SendTaskSuccessCommand,
  StopExecutionCommand,
  UpdateStateMachineCommand,
  type SFNClient,
} from '@aws-sdk/client-sfn';
import { expect, test } from 'vitest';
import { aPocketAws, startOfTime } from '#test/builders/a-pocket-aws.ts';
import type { TaskHandler } from '#local/aws/sfn/task-handlers.ts';
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

const work = { Type: 'Task', Resource: aFunction('work') };

function redrive(sfn: SFNClient, executionArn: string, clientToken?: string): Promise<unknown> {
  return sfn.send(new RedriveExecutionCommand({ executionArn, ...(clientToken && { clientToken }) }));
}

/** Returns a worker that fails for inputs in the broken list, and records everything it was given. */
function aWorker(broken: unknown[]): {
  handlers: Map<string, TaskHandler>;
  broken: unknown[];
  given: unknown[];
} {
  const given: unknown[] = [];
  const handler: TaskHandler = async (input, context) => {
    given.push(input);
    await context.sleep(1_000);
    if (broken.includes(input))
      throw Object.assign(new Error(`${String(input)} is broken`), { name: 'Broken' });
    return `${String(input)} done`;
  };
  return { handlers: new Map([['work', handler]]), broken, given };
}

test('a redriven execution continues from the step that failed', async () => {
  const { handlers, broken, given } = aWorker(['b']);
  const { sfn, clock } = aPocketAws({ handlers });
  const execution = await running(sfn, {
    First: { Type: 'Pass', Result: 'a' },
    One: { ...work },
    Two: { Type: 'Pass', Result: 'b' },
    Three: { ...work },
  });
  await clock.advance(5_000);
  const failed = await describe(sfn, execution);
  expect(failed).toMatchObject({
    status: 'FAILED',
    error: 'Broken',
    redriveCount: 0,
    redriveStatus: 'REDRIVABLE',
  });
  expect(failed.redriveStatusReason).toBeUndefined();
  expect(failed.redriveDate).toBeUndefined();

  broken.length = 0;
  await redrive(sfn, execution);
  const again = await describe(sfn, execution);
  expect(again).toMatchObject({
    status: 'RUNNING',
    redriveCount: 1,
    redriveStatus: 'NOT_REDRIVABLE',
    redriveStatusReason: 'Execution is RUNNING and cannot be redriven',
  });
  expect([again.error, again.cause, again.stopDate]).toEqual([undefined, undefined, undefined]);
  expect(again.redriveDate?.getTime()).toBe(startOfTime + 5_000);

  await clock.advance(5_000);
  expect(await outcome(sfn, execution)).toBe('b done');
  expect(given).toEqual(['a', 'b', 'b']);
  expect((await story(sfn, execution)).slice(10)).toEqual([
    '11 TaskStateEntered <- 10',
    '12 LambdaFunctionScheduled <- 11',
    '13 LambdaFunctionStarted <- 12',
    '14 LambdaFunctionFailed <- 13',
    '15 ExecutionFailed <- 14',
    '16 ExecutionRedriven <- 15',
    '17 LambdaFunctionScheduled <- 11',
    '18 LambdaFunctionStarted <- 17',
    '19 LambdaFunctionSucceeded <- 18',
    '20 TaskStateExited <- 19',
    '21 ExecutionSucceeded <- 20',
  ]);
  const events = await readHistory(sfn, execution);
  expect(events[15]?.executionRedrivenEventDetails).toEqual({ redriveCount: 1 });
  expect(await describe(sfn, execution)).toMatchObject({
    redriveStatusReason: 'Execution is SUCCEEDED and cannot be redriven',
  });
});

const eachItem = {
  Each: {
    Type: 'Map',
    MaxConcurrency: 2,
    ItemProcessor: { StartAt: 'Work', States: { Work: { ...work, End: true } } },
  },
};

test('only the iterations that did not succeed run again', async () => {
  const { handlers, broken, given } = aWorker(['c']);
  const { sfn, clock } = aPocketAws({ handlers });
  const execution = await running(sfn, eachItem, ['a', 'b', 'c', 'd', 'e', 'f']);
  await clock.advance(10_000);
  expect(await outcome(sfn, execution)).toMatchObject({ error: 'Broken' });
  expect(given).toEqual(['a', 'b', 'c', 'd']);

  broken.length = 0;
  await redrive(sfn, execution);
  await clock.advance(10_000);
  expect(await outcome(sfn, execution)).toEqual(['a', 'b', 'c', 'd', 'e', 'f'].map((item) => `${item} done`));
  expect(given).toEqual(['a', 'b', 'c', 'd', 'c', 'd', 'e', 'f']);
  const events = await readHistory(sfn, execution);
  const after = events.slice(events.findIndex(({ type }) => type === 'ExecutionRedriven'));
  expect(after.filter(({ type }) => type === 'MapStateStarted' || type === 'MapStateEntered')).toEqual([]);
  const started = after.flatMap((event) => event.mapIterationStartedEventDetails?.index ?? []);
  expect(started).toEqual([4, 5]);
});

test('only the branches that did not succeed run again, each from where it was', async () => {
  const { sfn, sqs, clock } = aPocketAws();
  const worker = await aTokenWorker(sqs);
  const task = { ...worker.task, End: true };
  const execution = await running(sfn, {
    All: {
      Type: 'Parallel',
      Branches: ['Succeeded', 'Failed', 'Aborted'].map((name) => ({
        StartAt: name,
        States: { [name]: task },
      })),
    },
  });
  const succeed = async (): Promise<void> => {
    const { taskToken, state } = await worker.take();
    await sfn.send(new SendTaskSuccessCommand({ taskToken, output: JSON.stringify(state) }));
  };
  await clock.advance(0);
  await succeed();
  const failing = await worker.take();
  const aborted = await worker.take();
  await sfn.send(new SendTaskFailureCommand({ taskToken: failing.taskToken, error: 'No' }));
  expect(await outcome(sfn, execution)).toEqual({ status: 'FAILED', error: 'No' });

  await redrive(sfn, execution);
  const late = sfn.send(new SendTaskSuccessCommand({ taskToken: aborted.taskToken, output: '1' }));
  await expect(late).rejects.toMatchObject({ name: 'TaskTimedOut' });
  await clock.advance(0);
  await succeed();
  await succeed();
  expect(await outcome(sfn, execution)).toEqual(['Succeeded', 'Failed', 'Aborted']);
  expect((await story(sfn, execution)).slice(11)).toEqual([
    '12 TaskStarted <- 9',
    '13 TaskSubmitted <- 10',
    '14 TaskSubmitted <- 11',
    '15 TaskSubmitted <- 12',
    '16 TaskSucceeded <- 13',
    '17 TaskStateExited <- 16',
    '18 TaskFailed <- 14',
    '19 TaskStateAborted <- 18',
    '20 TaskStateAborted <- 18',
    '21 ParallelStateFailed <- 18',
    '22 ExecutionFailed <- 21',
    '23 ExecutionRedriven <- 22',
    '24 TaskScheduled <- 6',
    '25 TaskScheduled <- 8',
    '26 TaskStarted <- 24',
    '27 TaskStarted <- 25',
    '28 TaskSubmitted <- 26',
    '29 TaskSubmitted <- 27',
    '30 TaskSucceeded <- 28',
    '31 TaskStateExited <- 30',
    '32 TaskSucceeded <- 29',
    '33 TaskStateExited <- 32',
    '34 ParallelStateSucceeded <- 33',
    '35 ParallelStateExited <- 33',
    '36 ExecutionSucceeded <- 35',
  ]);
});

test('what succeeded in the same moment as a failure is not done again', async () => {
  const { sfn } = aPocketAws();
  const decide = {
    StartAt: 'Which',
    States: {
      Which: {
        Type: 'Choice',
        Choices: [{ Variable: '$.n', NumericEquals: 1, Next: 'Try' }],
        Default: 'Fine',
      },
      Try: { Type: 'Pass', Parameters: { 'n.$': '$$.Map.Item.Value.n' }, Next: 'Fail' },
      Fail: { Type: 'Fail', Error: 'No' },
      Fine: { Type: 'Pass', Next: 'After' },
      After: { Type: 'Pass', End: true },
    },
  };
  const states = { Each: { Type: 'Map', ItemProcessor: decide } };
  const execution = await running(
    sfn,
    states,
    [0, 1, 2, 1, 3].map((n) => ({ n })),
  );
  for (let time = 0; time < 3; time += 1) {
    expect(await outcome(sfn, execution)).toEqual({ status: 'FAILED', error: 'No' });
    await redrive(sfn, execution);
  }
  const events = await readHistory(sfn, execution);
  const entered = events.filter(({ stateEnteredEventDetails: details }) => details?.name === 'After');
  expect(entered).toHaveLength(3);
  expect(events.filter(({ type }) => type === 'ExecutionRedriven')).toHaveLength(3);
  expect(events.every(({ id = 0, previousEventId = 0 }) => previousEventId < id)).toBe(true);
});

test('an aborted and a timed out execution can be redriven, and their timeout starts again', async () => {
  const { handlers } = aWorker([]);
  const { sfn, clock } = aPocketAws({ handlers });
  const states = { Pause: { Type: 'Wait', Seconds: 8 }, Work: { ...work, InputPath: '$.what' } };
  const machine = await aMachine(sfn, { ...inSequence(states), TimeoutSeconds: 10 });
  const aborted = await start(sfn, machine, { what: 'x' });
  await clock.advance(5_000);
  await sfn.send(new StopExecutionCommand({ executionArn: aborted, error: 'Stopped' }));
  await redrive(sfn, aborted);
  await clock.advance(8_999);
  expect((await describe(sfn, aborted)).status).toBe('RUNNING');
  await clock.advance(1);
  expect(await outcome(sfn, aborted)).toBe('x done');

  const slow = await aMachine(
    sfn,
    { ...inSequence({ ...states, After: states.Pause }), TimeoutSeconds: 10 },
    'slow',
  );
  const timedOut = await start(sfn, slow, { what: 'y' });
  await clock.advance(10_000);
  expect(await outcome(sfn, timedOut)).toEqual({ status: 'TIMED_OUT' });
  await redrive(sfn, timedOut);
  await clock.advance(8_000);
  expect(await outcome(sfn, timedOut)).toBe('y done');
});

test('the definition is the one it was started with', async () => {
  const { handlers, broken } = aWorker(['x']);
  const { sfn, clock } = aPocketAws({ handlers });
  const states = { Work: work, After: { Type: 'Pass', Result: 'old' } };
  const machine = await aMachine(sfn, inSequence(states));
  const execution = await start(sfn, machine, 'x');
  await clock.advance(2_000);
  const changed = JSON.stringify(inSequence({ ...states, After: { Type: 'Pass', Result: 'new' } }));
  await sfn.send(new UpdateStateMachineCommand({ stateMachineArn: machine, definition: changed }));
  broken.length = 0;
  await redrive(sfn, execution);
  await clock.advance(2_000);
  expect(await outcome(sfn, execution)).toBe('old');
  const { definition } = await sfn.send(
    new DescribeStateMachineForExecutionCommand({ executionArn: execution }),
  );
  expect(definition).toBe(JSON.stringify(inSequence(states)));
});

test('retries count from nothing again', async () => {
  const tries: number[] = [];
  const handler: TaskHandler = (_input, { retryCount }) => {
    tries.push(retryCount);
    throw new Error('no');
  };
  const { sfn, clock } = aPocketAws({ handlers: new Map([['work', handler]]) });
  const Retry = [{ ErrorEquals: ['States.ALL'], MaxAttempts: 1 }];
  const execution = await running(sfn, { Work: { ...work, Retry } });
  await clock.advance(5_000);
  await redrive(sfn, execution);
  await clock.advance(5_000);
  expect(tries).toEqual([0, 1, 0, 1]);
});

test('a Fail state fails again, without being entered again', async () => {
  const { sfn } = aPocketAws();
  const execution = await running(sfn, { No: { Type: 'Fail', Error: 'No' } });
  await redrive(sfn, execution);
  expect(await story(sfn, execution)).toEqual([
    '1 ExecutionStarted <- 0',
    '2 FailStateEntered <- 0',
    '3 ExecutionFailed <- 2',
    '4 ExecutionRedriven <- 3',
    '5 ExecutionFailed <- 4',
  ]);
});

test('a nested Map is taken up where it was, knowing its item', async () => {
  const broken = new Set(['b2']);
  const given: unknown[] = [];
  const handler: TaskHandler = (input) => {
    given.push(input);
    if (broken.has((input as { at: string }).at)) throw new Error('broken');
    return input;
  };
  const { sfn, clock } = aPocketAws({ handlers: new Map([['work', handler]]) });
  const inner = {
    Type: 'Map',
    ItemsPath: '$.of',
    MaxConcurrency: 1,
    ItemSelector: { 'at.$': "States.Format('{}{}', $.name, $$.Map.Item.Value)" },
    ItemProcessor: inSequence({ Work: work }),
  };
  const outer = { Type: 'Map', MaxConcurrency: 1, ItemProcessor: inSequence({ Inner: inner }) };
  const execution = await running(sfn, { Outer: outer }, [
    { name: 'a', of: [1] },
    { name: 'b', of: [1, 2, 3] },
    { name: 'c', of: [1] },
  ]);
  await clock.advance(0);
  expect((await describe(sfn, execution)).status).toBe('FAILED');
  broken.clear();
  await redrive(sfn, execution);
  await clock.advance(0);
  expect(await outcome(sfn, execution)).toEqual([
    [{ at: 'a1' }],
    [{ at: 'b1' }, { at: 'b2' }, { at: 'b3' }],
    [{ at: 'c1' }],
  ]);
  expect(given).toEqual(['a1', 'b1', 'b2', 'b2', 'b3', 'c1'].map((at) => ({ at })));
});
