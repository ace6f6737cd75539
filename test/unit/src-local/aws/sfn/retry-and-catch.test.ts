import { expect, test } from 'vitest';
import { aPocketAws, startOfTime } from '#test/builders/a-pocket-aws.ts';
import type { TaskHandler } from '#local/aws/sfn/task-handlers.ts';
import { aFunction, describe, readHistory, lambdaCause, outcome, running, story } from './machines.ts';

const flaky = { Type: 'Task', Resource: aFunction('flaky') };

/** Returns a handler that fails this many times with an error of this name, and then answers. */
function failing(times: number, name = 'Flaky'): { handlers: Map<string, TaskHandler>; calls: number[] } {
  const calls: number[] = [];
  const handler: TaskHandler = (_input, context) => {
    calls.push(context.retryCount);
    if (calls.length <= times) throw Object.assign(new Error('not now'), { name });
    return 'done';
  };
  return { handlers: new Map([['flaky', handler]]), calls };
}

async function listTimes(
  sfn: Parameters<typeof readHistory>[0],
  execution: string,
  type: string,
): Promise<number[]> {
  const events = await readHistory(sfn, execution);
  return events
    .filter((event) => event.type === type)
    .map(({ timestamp }) => ((timestamp?.getTime() ?? 0) - startOfTime) / 1_000);
}

test('a retry waits longer each time, up to its limit', async () => {
  const { handlers, calls } = failing(4);
  const { sfn, clock } = aPocketAws({ handlers });
  const Retry = [
    { ErrorEquals: ['Flaky'], IntervalSeconds: 2, BackoffRate: 3, MaxAttempts: 5, MaxDelaySeconds: 10 },
  ];
  const execution = await running(sfn, { Try: { ...flaky, Retry } });
  await clock.advance(60_000);
  expect(await outcome(sfn, execution)).toBe('done');
  expect(await listTimes(sfn, execution, 'LambdaFunctionScheduled')).toEqual([0, 2, 8, 18, 28]);
  expect(calls).toEqual([0, 1, 2, 3, 4]);
  expect((await story(sfn, execution)).slice(1, 8)).toEqual([
    '2 TaskStateEntered <- 0',
    '3 LambdaFunctionScheduled <- 2',
    '4 LambdaFunctionStarted <- 3',
    '5 LambdaFunctionFailed <- 4',
    '6 LambdaFunctionScheduled <- 5',
    '7 LambdaFunctionStarted <- 6',
    '8 LambdaFunctionFailed <- 7',
  ]);
});

test('full jitter waits anywhere up to the delay', async () => {
  const { handlers } = failing(1);
  const { sfn, clock } = aPocketAws({ handlers });
  const Retry = [{ ErrorEquals: ['States.ALL'], IntervalSeconds: 100, JitterStrategy: 'FULL' }];
  const execution = await running(sfn, { Try: { ...flaky, Retry } });
  await clock.advance(100_000);
  const [, second = 0] = await listTimes(sfn, execution, 'LambdaFunctionScheduled');
  expect(second).toBeGreaterThan(0);
  expect(second).toBeLessThan(100);
});

test('without more to say a retry is tried three times, after 1, 2 and 4 seconds', async () => {
  const { handlers } = failing(9);
  const { sfn, clock } = aPocketAws({ handlers });
  const execution = await running(sfn, { Try: { ...flaky, Retry: [{ ErrorEquals: ['States.ALL'] }] } });
  await clock.advance(60_000);
  expect(await listTimes(sfn, execution, 'LambdaFunctionScheduled')).toEqual([0, 1, 3, 7]);
  expect(await outcome(sfn, execution)).toEqual({
    status: 'FAILED',
    error: 'Flaky',
    cause: lambdaCause('Flaky', 'not now'),
  });
});

test('each retrier counts for itself', async () => {
  const names = ['A', 'B', 'A', 'B', 'B'];
  const handler: TaskHandler = () => {
    throw Object.assign(new Error('no'), { name: names.shift() ?? 'C' });
  };
  const { sfn, clock } = aPocketAws({ handlers: new Map([['flaky', handler]]) });
  const Retry = [
    { ErrorEquals: ['A'], IntervalSeconds: 1, MaxAttempts: 2 },
    { ErrorEquals: ['B'], IntervalSeconds: 10, MaxAttempts: 2 },
  ];
  const execution = await running(sfn, { Try: { ...flaky, Retry } });
  await clock.advance(120_000);
  expect(await listTimes(sfn, execution, 'LambdaFunctionScheduled')).toEqual([0, 1, 11, 13, 33]);
  expect(await outcome(sfn, execution)).toMatchObject({ error: 'B' });
});

test('the first catcher that knows the error leads on, with the error in its place', async () => {
  const { handlers } = failing(1, 'CorruptPdf');
  const { sfn, clock } = aPocketAws({ handlers });
  const execution = await running(
    sfn,
    {
      Try: {
        ...flaky,
        Catch: [
          { ErrorEquals: ['Other'], Next: 'Wrong' },
          { ErrorEquals: ['CorruptPdf', 'Broken'], Next: 'Mark', ResultPath: '$.failure' },
          { ErrorEquals: ['States.ALL'], Next: 'Wrong' },
        ],
        // OutputPath does not apply to caught errors.
        OutputPath: '$.nowhere',
        Next: 'Wrong',
      },
      Wrong: { Type: 'Fail' },
      Mark: { Type: 'Pass' },
    },
    { id: 7 },
  );
  await clock.advance(0);
  const failure = { Error: 'CorruptPdf', Cause: lambdaCause('CorruptPdf', 'not now') };
  expect(await outcome(sfn, execution)).toEqual({ id: 7, failure });
  expect((await story(sfn, execution)).slice(4)).toEqual([
    '5 LambdaFunctionFailed <- 4',
    '6 TaskStateExited <- 5',
    '7 PassStateEntered <- 6',
    '8 PassStateExited <- 7',
    '9 ExecutionSucceeded <- 8',
  ]);
});

test('a timeout can be tried again and caught', async () => {
  const handler: TaskHandler = (_input, context) => context.sleep(context.retryCount === 0 ? 60_000 : 1_000);
  const { sfn, clock } = aPocketAws({ handlers: new Map([['flaky', handler]]) });
  const Retry = [{ ErrorEquals: ['States.Timeout'], IntervalSeconds: 1 }];
  const execution = await running(sfn, { Try: { ...flaky, TimeoutSeconds: 5, Retry } });
  await clock.advance(7_000);
  expect((await describe(sfn, execution)).status).toBe('SUCCEEDED');
});

test('an error of the language itself is neither retried nor caught', async () => {
  const { handlers } = failing(0);
  const { sfn, clock } = aPocketAws({ handlers });
  const execution = await running(sfn, {
    Try: {
      ...flaky,
      OutputPath: '$.no.such',
      Retry: [{ ErrorEquals: ['States.ALL'] }],
      Catch: [{ ErrorEquals: ['States.ALL'], Next: 'Caught' }],
      End: true,
    },
    Caught: { Type: 'Pass' },
  });
  await clock.advance(60_000);
  expect(await outcome(sfn, execution)).toMatchObject({ status: 'FAILED', error: 'States.Runtime' });
  expect((await story(sfn, execution)).at(-1)).toBe('6 ExecutionFailed <- 5');
});
