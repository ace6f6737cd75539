import { expect, test } from 'vitest';
import { aPocketAws } from '#test/builders/a-pocket-aws.ts';
import type { TaskHandler } from '#local/aws/sfn/task-handlers.ts';
import { aFunction, describe, readHistory, lambdaCause, outcome, running, story } from './machines.ts';

const work = { Type: 'Task', Resource: aFunction('work'), End: true };

function each(state: object, more: object = {}): Record<string, object> {
  return {
    Each: {
      Type: 'Map',
      ItemsPath: '$.items',
      ItemProcessor: { ProcessorConfig: { Mode: 'INLINE' }, StartAt: 'Work', States: { Work: state } },
      ...more,
    },
  };
}

function branches(...states: object[]): Record<string, object> {
  return {
    Both: {
      Type: 'Parallel',
      Branches: states.map((state, index) => ({
        StartAt: `Branch${index}`,
        States: {
          [`Branch${index}`]: { ...state, ...('Next' in state || 'Error' in state ? {} : { End: true }) },
        },
      })),
    },
  };
}

/** Returns a handler that works for as many seconds as the item says, and counts how many run at once. */
function slowly(): { handlers: Map<string, TaskHandler>; atOnce: { most: number } } {
  const atOnce = { now: 0, most: 0 };
  const handler: TaskHandler = async (input, context) => {
    atOnce.now += 1;
    atOnce.most = Math.max(atOnce.most, atOnce.now);
    await context.sleep(Number(input) * 1_000);
    atOnce.now -= 1;
    if (Number(input) < 0) throw Object.assign(new Error(`item ${String(input)}`), { name: 'Bad' });
    return `${String(input)}!`;
  };
  return { handlers: new Map([['work', handler]]), atOnce };
}

test('a Map keeps the order of its items, however long each takes', async () => {
  const { handlers } = slowly();
  const { sfn, clock } = aPocketAws({ handlers });
  const execution = await running(sfn, each(work), { items: [3, 1, 2] });
  await clock.advance(10_000);
  expect(await outcome(sfn, execution)).toEqual(['3!', '1!', '2!']);
});

test.each([
  [1, {}, 1],
  [3, {}, 3],
  [0, {}, 40],
  [undefined, { MaxConcurrencyPath: '$.most' }, 2],
])('a Map with MaxConcurrency %s does no more at once', async (MaxConcurrency, more, expected) => {
  const { handlers, atOnce } = slowly();
  const { sfn, clock } = aPocketAws({ handlers });
  const items = Array.from({ length: 50 }, () => 1);
  const states = each(work, { ...(MaxConcurrency !== undefined && { MaxConcurrency }), ...more });
  const execution = await running(sfn, states, { items, most: 2 });
  await clock.advance(60_000);
  expect((await describe(sfn, execution)).status).toBe('SUCCEEDED');
  expect(atOnce.most).toBe(expected);
});

test('an iteration has its own line in the history', async () => {
  const { sfn, clock } = aPocketAws();
  const states = each({ Type: 'Wait', Seconds: 1, End: true }, { MaxConcurrency: 2 });
  const execution = await running(sfn, states, { items: ['a', 'b', 'c'] });
  await clock.advance(2_000);
  expect(await outcome(sfn, execution)).toEqual(['a', 'b', 'c']);
  expect(await story(sfn, execution)).toEqual([
    '1 ExecutionStarted <- 0',
    '2 MapStateEntered <- 0',
    '3 MapStateStarted <- 2',
    '4 MapIterationStarted <- 3',
    '5 MapIterationStarted <- 3',
    '6 WaitStateEntered <- 4',
    '7 WaitStateEntered <- 5',
    '8 WaitStateExited <- 6',
    '9 MapIterationSucceeded <- 8',
    '10 MapIterationStarted <- 8',
    '11 WaitStateEntered <- 10',
    '12 WaitStateExited <- 7',
    '13 MapIterationSucceeded <- 12',
    '14 WaitStateExited <- 11',
    '15 MapIterationSucceeded <- 14',
    '16 MapStateSucceeded <- 15',
    '17 MapStateExited <- 15',
    '18 ExecutionSucceeded <- 17',
  ]);
  const events = await readHistory(sfn, execution);
  expect(events[2]?.mapStateStartedEventDetails).toEqual({ length: 3 });
  expect(events[9]?.mapIterationStartedEventDetails).toEqual({ name: 'Each', index: 2 });
  expect(events[10]?.stateEnteredEventDetails).toMatchObject({ name: 'Work', input: '"c"' });
});

test('a Map over nothing is done at once', async () => {
  const { sfn } = aPocketAws();
  const execution = await running(sfn, each({ Type: 'Pass', End: true }), { items: [] });
  expect(await outcome(sfn, execution)).toEqual([]);
  expect((await story(sfn, execution)).slice(2)).toEqual([
    '3 MapStateStarted <- 2',
    '4 MapStateSucceeded <- 3',
    '5 MapStateExited <- 3',
    '6 ExecutionSucceeded <- 5',
  ]);
});

test('a Map needs a list', async () => {
  const { sfn } = aPocketAws();
  const execution = await running(sfn, each({ Type: 'Pass', End: true }), { items: 'none' });
  expect(await outcome(sfn, execution)).toMatchObject({
    error: 'States.Runtime',
    cause: expect.stringContaining('must point to array'),
  });
});

test('ItemSelector makes what an iteration gets, and $$ knows the item in all its states', async () => {
  const { sfn } = aPocketAws();
  const selector = { 'batch.$': '$.batch', 'at.$': '$$.Map.Item.Index', 'what.$': '$$.Map.Item.Value' };
  const look = { Type: 'Pass', Parameters: { 'got.$': '$', 'index.$': '$$.Map.Item.Index' }, End: true };
  const execution = await running(sfn, each(look, { ItemSelector: selector, ResultPath: '$.items' }), {
    batch: 'b1',
    items: ['x', 'y'],
  });
  expect(await outcome(sfn, execution)).toEqual({
    batch: 'b1',
    items: [
      { got: { batch: 'b1', at: 0, what: 'x' }, index: 0 },
      { got: { batch: 'b1', at: 1, what: 'y' }, index: 1 },
    ],
  });
});

test('an older definition says Iterator and Parameters', async () => {
  const { sfn } = aPocketAws();
  const execution = await running(
    sfn,
    {
      Each: {
        Type: 'Map',
        Parameters: { 'n.$': '$$.Map.Item.Value' },
        Iterator: { StartAt: 'In', States: { In: { Type: 'Pass', End: true } } },
      },
    },
    [1, 2],
  );
  expect(await outcome(sfn, execution)).toEqual([{ n: 1 }, { n: 2 }]);
});

test('one failed iteration fails the Map, and stops the others', async () => {
  const { handlers } = slowly();
  const { sfn, clock } = aPocketAws({ handlers });
  const execution = await running(sfn, each(work), { items: [5, -1, 6] });
  await clock.advance(0);
  expect(await outcome(sfn, execution)).toEqual({
    status: 'FAILED',
    error: 'Bad',
    cause: lambdaCause('Bad', 'item -1'),
  });
  expect((await story(sfn, execution)).slice(15)).toEqual([
    '16 LambdaFunctionFailed <- 14',
    '17 MapIterationFailed <- 16',
    '18 TaskStateAborted <- 16',
    '19 MapIterationAborted <- 16',
    '20 TaskStateAborted <- 16',
    '21 MapIterationAborted <- 16',
    '22 TaskStateAborted <- 16',
    '23 MapStateFailed <- 16',
    '24 ExecutionFailed <- 23',
  ]);
});

test('a Map tolerates as many failures as it says, and leaves them out', async () => {
  const { handlers } = slowly();
  const { sfn, clock } = aPocketAws({ handlers });
  const execution = await running(sfn, each(work, { ToleratedFailureCount: 2 }), { items: [1, -1, 2, -2] });
  await clock.advance(5_000);
  expect(await outcome(sfn, execution)).toEqual(['1!', '2!']);
});

test('a Map fails with one failure too many', async () => {
  const { handlers } = slowly();
  const { sfn, clock } = aPocketAws({ handlers });
  const states = each(work, { ToleratedFailurePercentage: 25 });
  const execution = await running(sfn, states, { items: [1, -1, 2, -2] });
  await clock.advance(5_000);
  expect(await outcome(sfn, execution)).toMatchObject({ error: 'States.ExceedToleratedFailureThreshold' });
});

test('a Map can be tried again as a whole, and caught', async () => {
  const { sfn, clock } = aPocketAws();
  const execution = await running(
    sfn,
    {
      ...each(
        { Type: 'Fail', Error: 'No', Cause: 'never' },
        {
          Retry: [{ ErrorEquals: ['No'], MaxAttempts: 1 }],
          Catch: [{ ErrorEquals: ['States.ALL'], Next: 'Caught', ResultPath: '$.why' }],
        },
      ),
      Caught: { Type: 'Pass' },
    },
    { items: [1] },
  );
  await clock.advance(1_000);
  expect(await outcome(sfn, execution)).toEqual({ items: [1], why: { Error: 'No', Cause: 'never' } });
  expect((await story(sfn, execution)).slice(2)).toEqual([
    '3 MapStateStarted <- 2',
    '4 MapIterationStarted <- 3',
    '5 FailStateEntered <- 4',
    '6 MapIterationFailed <- 5',
    '7 MapStateStarted <- 5',
    '8 MapIterationStarted <- 7',
    '9 FailStateEntered <- 8',
    '10 MapIterationFailed <- 9',
    '11 MapStateFailed <- 9',
    '12 MapStateExited <- 11',
    '13 PassStateEntered <- 12',
    '14 PassStateExited <- 13',
    '15 ExecutionSucceeded <- 14',
  ]);
});

test('branches run side by side, and give their results in order', async () => {
  const { sfn, clock } = aPocketAws();
  const states = branches(
    { Type: 'Wait', Seconds: 2 },
    { Type: 'Pass', Result: 'b' },
    { Type: 'Wait', Seconds: 1 },
  );
  const execution = await running(sfn, states, 'in');
  await clock.advance(2_000);
  expect(await outcome(sfn, execution)).toEqual(['in', 'b', 'in']);
  expect(await story(sfn, execution)).toEqual([
    '1 ExecutionStarted <- 0',
    '2 ParallelStateEntered <- 0',
    '3 ParallelStateStarted <- 2',
    '4 WaitStateEntered <- 3',
    '5 PassStateEntered <- 3',
    '6 PassStateExited <- 5',
    '7 WaitStateEntered <- 3',
    '8 WaitStateExited <- 7',
    '9 WaitStateExited <- 4',
    '10 ParallelStateSucceeded <- 9',
    '11 ParallelStateExited <- 9',
    '12 ExecutionSucceeded <- 11',
  ]);
});

test('one failed branch fails the Parallel state, and stops the others where they are', async () => {
  const { sfn, clock } = aPocketAws();
  const inner = each({ Type: 'Wait', Seconds: 9, End: true })['Each'];
  const states = branches(
    { Type: 'Wait', Seconds: 5 },
    { ...inner, InputPath: '$' },
    { Type: 'Fail', Error: 'No' },
  );
  const execution = await running(sfn, states, { items: [1] });
  await clock.advance(0);
  expect(await outcome(sfn, execution)).toEqual({ status: 'FAILED', error: 'No' });
  expect((await story(sfn, execution)).slice(3)).toEqual([
    '4 WaitStateEntered <- 3',
    '5 MapStateEntered <- 3',
    '6 MapStateStarted <- 5',
    '7 MapIterationStarted <- 6',
    '8 FailStateEntered <- 3',
    '9 WaitStateEntered <- 7',
    '10 WaitStateAborted <- 8',
    '11 MapIterationAborted <- 8',
    '12 WaitStateAborted <- 8',
    '13 MapStateAborted <- 8',
    '14 ParallelStateFailed <- 8',
    '15 ExecutionFailed <- 14',
  ]);
  await clock.advance(60_000);
  expect(await story(sfn, execution)).toHaveLength(15);
});

test('a caught branch failure takes its way', async () => {
  const { sfn } = aPocketAws();
  const states = branches({ Type: 'Fail', Error: 'No' });
  const Catch = [{ ErrorEquals: ['No'], Next: 'Caught' }];
  const execution = await running(sfn, {
    Both: { ...states['Both'], Catch, End: true },
    Caught: { Type: 'Pass' },
  });
  expect(await outcome(sfn, execution)).toEqual({ Error: 'No', Cause: null });
  expect((await story(sfn, execution)).slice(3, 6)).toEqual([
    '4 FailStateEntered <- 3',
    '5 ParallelStateFailed <- 4',
    '6 ParallelStateExited <- 5',
  ]);
});

test('an error of the language in a branch ends everything, despite any catcher', async () => {
  const { sfn } = aPocketAws();
  const states = branches({ Type: 'Pass', InputPath: '$.nope' }, { Type: 'Wait', Seconds: 9 });
  const Catch = [{ ErrorEquals: ['States.ALL'], Next: 'Caught' }];
  const execution = await running(sfn, {
    Both: { ...states['Both'], Catch, End: true },
    Caught: { Type: 'Pass' },
  });
  expect(await outcome(sfn, execution)).toMatchObject({ status: 'FAILED', error: 'States.Runtime' });
  expect((await story(sfn, execution)).slice(3)).toEqual([
    '4 PassStateEntered <- 3',
    '5 ExecutionFailed <- 4',
  ]);
});

test('Maps nest', async () => {
  const { sfn, clock } = aPocketAws();
  const look = { Type: 'Pass', Parameters: { 'v.$': '$', 'i.$': '$$.Map.Item.Index' }, End: true };
  const inner = { Type: 'Map', ItemProcessor: { StartAt: 'Look', States: { Look: look } }, End: true };
  const outer = { Type: 'Map', ItemProcessor: { StartAt: 'Inner', States: { Inner: inner } } };
  const execution = await running(sfn, { Outer: outer }, [[1, 2], [3]]);
  await clock.advance(0);
  expect(await outcome(sfn, execution)).toEqual([
    [
      { v: 1, i: 0 },
      { v: 2, i: 1 },
    ],
    [{ v: 3, i: 0 }],
  ]);
});

test('a Map of 2,000 items is quick, with every event of it', async () => {
  const { handlers } = slowly();
  const { sfn, clock } = aPocketAws({ handlers });
  const items = Array.from({ length: 2_000 }, () => 0);
  const before = performance.now();
  const execution = await running(sfn, each(work), { items });
  await clock.advance(0);
  const { status } = await describe(sfn, execution);
  const milliseconds = performance.now() - before;
  expect(status).toBe('SUCCEEDED');
  expect(milliseconds).toBeLessThan(5_000);
  // Each of the items has seven events: started, entered, scheduled, started, succeeded, exited and
  // succeeded. Six more belong to the Map.
  expect(await readHistory(sfn, execution)).toHaveLength(2_000 * 7 + 6);
});
