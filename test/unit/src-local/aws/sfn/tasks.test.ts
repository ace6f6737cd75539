import { StopExecutionCommand } from '@aws-sdk/client-sfn';
import { expect, test } from 'vitest';
import { aPocketAws, startOfTime } from '#test/builders/a-pocket-aws.ts';
import type { TaskContext, TaskHandler } from '#local/aws/sfn/task-handlers.ts';
import type { MetricPoint } from '#local/world/world.ts';
import { aFunction, describe, readHistory, lambdaCause, outcome, running, story } from './machines.ts';

const extract = { Type: 'Task', Resource: aFunction('extract') };
const invoke = {
  Type: 'Task',
  Resource: 'arn:aws:states:::lambda:invoke',
  Parameters: { FunctionName: 'extract', 'Payload.$': '$' },
};

function handling(handler: TaskHandler): { handlers: Map<string, TaskHandler> } {
  return { handlers: new Map([['extract', handler]]) };
}

test('a local function answers the ARN of a Lambda function', async () => {
  const { sfn, clock } = aPocketAws(handling((input) => (input as { n: number }).n * 2));
  const execution = await running(sfn, { Extract: extract }, { n: 21 });
  await clock.advance(0);
  expect(await outcome(sfn, execution)).toBe(42);
  const events = await readHistory(sfn, execution);
  expect(events.slice(2, 6)).toMatchObject([
    {
      type: 'LambdaFunctionScheduled',
      previousEventId: 2,
      lambdaFunctionScheduledEventDetails: { resource: aFunction('extract'), input: '{"n":21}' },
    },
    { type: 'LambdaFunctionStarted', previousEventId: 3 },
    { type: 'LambdaFunctionSucceeded', lambdaFunctionSucceededEventDetails: { output: '42' } },
    { type: 'TaskStateExited', stateExitedEventDetails: { name: 'Extract', output: '42' } },
  ]);
});

test('lambda:invoke wraps the answer as AWS does', async () => {
  const { sfn, clock } = aPocketAws(handling((input) => ({ got: input })));
  const states = {
    Extract: { ...invoke, ResultSelector: { 'got.$': '$.Payload.got', 'code.$': '$.StatusCode' } },
  };
  const execution = await running(sfn, states, { a: 1 });
  await clock.advance(0);
  expect(await outcome(sfn, execution)).toEqual({ got: { a: 1 }, code: 200 });
  expect(await story(sfn, execution)).toEqual([
    '1 ExecutionStarted <- 0',
    '2 TaskStateEntered <- 0',
    '3 TaskScheduled <- 2',
    '4 TaskStarted <- 3',
    '5 TaskSucceeded <- 4',
    '6 TaskStateExited <- 5',
    '7 ExecutionSucceeded <- 6',
  ]);
  const [, , scheduled] = await readHistory(sfn, execution);
  expect(scheduled?.taskScheduledEventDetails).toEqual({
    resourceType: 'lambda',
    resource: 'invoke',
    region: 'local',
    parameters: '{"FunctionName":"extract","Payload":{"a":1}}',
  });
});

test('what a function throws is the error, by its name', async () => {
  class CorruptPdf extends Error {
    override readonly name = 'CorruptPdf';
  }
  const { sfn, clock } = aPocketAws(
    handling(() => {
      throw new CorruptPdf('page 3 cannot be read');
    }),
  );
  const execution = await running(sfn, { Extract: extract });
  await clock.advance(0);
  const failure = { error: 'CorruptPdf', cause: lambdaCause('CorruptPdf', 'page 3 cannot be read') };
  expect(await outcome(sfn, execution)).toEqual({ status: 'FAILED', ...failure });
  expect((await readHistory(sfn, execution)).slice(4)).toMatchObject([
    { type: 'LambdaFunctionFailed', lambdaFunctionFailedEventDetails: failure },
    { type: 'ExecutionFailed', previousEventId: 5, executionFailedEventDetails: failure },
  ]);
});

test.each([
  ['a function ARN', extract],
  ['lambda:invoke', invoke],
])('%s without a function behind it fails', async (_what, state) => {
  const { sfn, clock } = aPocketAws();
  const execution = await running(sfn, { Extract: state });
  await clock.advance(0);
  expect(await outcome(sfn, execution)).toMatchObject({
    error: 'Lambda.ResourceNotFoundException',
    cause: expect.stringContaining(
      'Function not found: arn:aws:lambda:local:000000000000:function:extract:$LATEST (Service: AWSLambda; Status Code: 404',
    ),
  });
});

test('the clock waits for a function that works, and not for one that sleeps', async () => {
  const { sfn, clock } = aPocketAws(
    handling(async (_input, context) => {
      await context.sleep(3_000);
      for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      await context.sleep(4_000);
      return 'rested';
    }),
  );
  const execution = await running(sfn, { Extract: extract });
  await clock.advance(60_000);
  expect(await outcome(sfn, execution)).toBe('rested');
  expect((await describe(sfn, execution)).stopDate?.getTime()).toBe(startOfTime + 7_000);
});

test('a function gets its context, and a signal when its result is no longer wanted', async () => {
  const told: TaskContext[] = [];
  const { sfn, clock } = aPocketAws(
    handling(async (_input, context) => {
      told.push(context);
      await context.sleep(60_000);
    }),
  );
  const execution = await running(sfn, { Extract: extract });
  await clock.advance(0);
  expect(told).toMatchObject([{ executionArn: execution, stateName: 'Extract', retryCount: 0 }]);
  expect(told[0]?.signal.aborted).toBe(false);
  await sfn.send(new StopExecutionCommand({ executionArn: execution }));
  expect(told[0]?.signal.aborted).toBe(true);
  await clock.advance(120_000);
  expect((await story(sfn, execution)).at(-1)).toBe('5 ExecutionAborted <- 0');
});

test('a function whose result is no longer wanted does not hold up the clock', async () => {
  const { sfn, clock } = aPocketAws(handling(() => new Promise(() => {})));
  const execution = await running(sfn, { Extract: extract });
  await sfn.send(new StopExecutionCommand({ executionArn: execution }));
  await clock.advance(1_000);
  expect((await describe(sfn, execution)).status).toBe('ABORTED');
});

test('a task out of time fails with States.Timeout', async () => {
  const { sfn, clock } = aPocketAws(handling((_input, context) => context.sleep(60_000)));
  const execution = await running(sfn, { Extract: { ...extract, TimeoutSeconds: 5 } });
  await clock.advance(4_999);
  expect((await describe(sfn, execution)).status).toBe('RUNNING');
  await clock.advance(1);
  expect(await outcome(sfn, execution)).toEqual({ status: 'FAILED', error: 'States.Timeout' });
  const events = await readHistory(sfn, execution);
  expect(events.at(2)?.lambdaFunctionScheduledEventDetails?.timeoutInSeconds).toBe(5);
  expect(events.slice(4)).toMatchObject([
    { type: 'LambdaFunctionTimedOut', lambdaFunctionTimedOutEventDetails: { error: 'States.Timeout' } },
    { type: 'ExecutionFailed', previousEventId: 5 },
  ]);
});

test('the time a task has may come from its input', async () => {
  const { sfn, clock } = aPocketAws(handling((_input, context) => context.sleep(60_000)));
  const states = { Extract: { ...extract, TimeoutSecondsPath: '$.patience' } };
  const execution = await running(sfn, states, { patience: 7 });
  await clock.advance(7_000);
  expect(await outcome(sfn, execution)).toMatchObject({ error: 'States.Timeout' });
});

test('an answer of more than 256 KiB is too much', async () => {
  const { sfn, clock } = aPocketAws(handling(() => 'x'.repeat(300_000)));
  const execution = await running(sfn, { Extract: extract });
  await clock.advance(0);
  expect(await outcome(sfn, execution)).toMatchObject({ error: 'States.DataLimitExceeded' });
  expect(await story(sfn, execution)).toContain('5 LambdaFunctionFailed <- 4');
});

test('functions report as Lambda does, and a rule can throttle them', async () => {
  const { aws, sfn, clock } = aPocketAws(
    handling(async (_input, context) => {
      await context.sleep(1_500);
      if (context.retryCount === 0) throw new Error('first time');
      return 1;
    }),
  );
  const points: MetricPoint[] = [];
  aws.world.metrics.listen((point) => points.push(point));
  aws.world.faults.set([{ id: '1', kind: 'throttle', service: 'lambda', mentions: 'extract', times: 1 }]);
  const Retry = [{ ErrorEquals: ['States.ALL'], IntervalSeconds: 1, BackoffRate: 1 }];
  const execution = await running(sfn, { Extract: { ...extract, Retry } });
  await clock.advance(20_000);
  const types = await story(sfn, execution);
  expect(types.filter((line) => line.includes('Failed'))).toHaveLength(1);
  const sum = (name: string): number =>
    points
      .filter((point) => point.namespace === 'AWS/Lambda' && point.name === name)
      .reduce((total, { value }) => total + value, 0);
  expect([sum('Throttles'), sum('Invocations'), sum('Errors'), sum('Duration')]).toEqual([1, 1, 0, 1_500]);
  expect(points.find(({ name }) => name === 'Duration')).toMatchObject({
    dimensions: { FunctionName: 'extract' },
    unit: 'Milliseconds',
  });
});
