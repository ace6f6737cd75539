import { expect, test } from 'vitest';
import { aPocketAws, startOfTime } from '#test/builders/a-pocket-aws.ts';
import { aMachine, describe, outcome, running, start, story } from './machines.ts';

test('a Pass state puts its result at its ResultPath', async () => {
  const { sfn } = aPocketAws();
  const execution = await running(
    sfn,
    { One: { Type: 'Pass', Result: { a: 1 }, ResultPath: '$.one' } },
    { b: 2 },
  );
  expect(await outcome(sfn, execution)).toEqual({ b: 2, one: { a: 1 } });
  expect(await story(sfn, execution)).toEqual([
    '1 ExecutionStarted <- 0',
    '2 PassStateEntered <- 0',
    '3 PassStateExited <- 2',
    '4 ExecutionSucceeded <- 3',
  ]);
});

test('input and output go through their filters in order', async () => {
  const { sfn } = aPocketAws();
  const execution = await running(
    sfn,
    {
      Shape: {
        Type: 'Pass',
        InputPath: '$.wanted',
        Parameters: { 'name.$': '$.name', kept: true, 'title.$': "States.Format('Dr {}', $.name)" },
        ResultPath: '$.shaped',
        OutputPath: '$.shaped',
      },
    },
    { wanted: { name: 'Ada' }, other: 1 },
  );
  expect(await outcome(sfn, execution)).toEqual({ name: 'Ada', kept: true, title: 'Dr Ada' });
});

test('a null path stands for nothing', async () => {
  const { sfn } = aPocketAws();
  const states = {
    Blind: { Type: 'Pass', InputPath: null, ResultPath: '$.seen' },
    Deaf: { Type: 'Pass', Result: 'unheard', ResultPath: null },
    Mute: { Type: 'Pass', OutputPath: null },
  };
  const machine = await aMachine(sfn, {
    StartAt: 'Blind',
    States: {
      Blind: { ...states.Blind, Next: 'Deaf' },
      Deaf: { ...states.Deaf, End: true },
    },
  });
  expect(await outcome(sfn, await start(sfn, machine, { a: 1 }))).toEqual({ a: 1, seen: {} });
  const mute = await aMachine(
    sfn,
    { StartAt: 'Mute', States: { Mute: { ...states.Mute, End: true } } },
    'mute',
  );
  expect(await outcome(sfn, await start(sfn, mute, { a: 1 }))).toEqual({});
});

test('a path that leads nowhere ends the execution', async () => {
  const { sfn } = aPocketAws();
  const execution = await running(
    sfn,
    { Lost: { Type: 'Pass', Parameters: { 'm.$': '$.nope' } } },
    { x: 'a' },
  );
  expect(await outcome(sfn, execution)).toEqual({
    status: 'FAILED',
    error: 'States.Runtime',
    cause:
      "An error occurred while executing the state 'Lost' (entered at the event id #2). " +
      "The JSONPath '$.nope' specified for the field 'm.$' could not be found in the input '{\"x\":\"a\"}'",
  });
});

const choice = {
  StartAt: 'Which',
  States: {
    Which: {
      Type: 'Choice',
      Choices: [{ Variable: '$.size', NumericGreaterThan: 10, Next: 'Large' }],
      Default: 'Small',
    },
    Large: { Type: 'Succeed', OutputPath: '$.size' },
    Small: { Type: 'Fail', Error: 'TooSmall', Cause: 'Not worth it' },
  },
};

test('a Choice takes the first rule that fits, or the default', async () => {
  const { sfn } = aPocketAws();
  const machine = await aMachine(sfn, choice);
  const large = await start(sfn, machine, { size: 11 });
  expect(await outcome(sfn, large)).toBe(11);
  expect(await story(sfn, large)).toEqual([
    '1 ExecutionStarted <- 0',
    '2 ChoiceStateEntered <- 0',
    '3 ChoiceStateExited <- 2',
    '4 SucceedStateEntered <- 3',
    '5 SucceedStateExited <- 4',
    '6 ExecutionSucceeded <- 5',
  ]);
  const small = await start(sfn, machine, { size: 9 });
  expect(await outcome(sfn, small)).toEqual({ status: 'FAILED', error: 'TooSmall', cause: 'Not worth it' });
  expect((await story(sfn, small)).slice(3)).toEqual(['4 FailStateEntered <- 3', '5 ExecutionFailed <- 4']);
});

test('a Choice without a way out fails', async () => {
  const { sfn } = aPocketAws();
  const { Default: _default, ...which } = choice.States.Which;
  const machine = await aMachine(sfn, { ...choice, States: { Which: which, Large: choice.States.Large } });
  const execution = await start(sfn, machine, { size: 1 });
  expect(await outcome(sfn, execution)).toMatchObject({ status: 'FAILED', error: 'States.NoChoiceMatched' });
});

test('a Fail state may take its words from the input', async () => {
  const { sfn } = aPocketAws();
  const execution = await running(
    sfn,
    { No: { Type: 'Fail', ErrorPath: '$.code', CausePath: "States.Format('at {}', $.place)" } },
    { code: 'E1', place: 'gate 4' },
  );
  expect(await outcome(sfn, execution)).toEqual({ status: 'FAILED', error: 'E1', cause: 'at gate 4' });
});

test.each(['ErrorPath', 'CausePath'])('a Fail state names %s where its path finds nothing', async (field) => {
  const { sfn } = aPocketAws();
  const execution = await running(sfn, { No: { Type: 'Fail', [field]: '$.absent' } }, { code: 'E1' });
  expect(await outcome(sfn, execution)).toEqual({
    status: 'FAILED',
    error: 'States.Runtime',
    cause: `An error occurred while executing the state 'No' (entered at the event id #2). The JSONPath '$.absent' specified for the field '${field}' could not be found in the input '{"code":"E1"}'`,
  });
});

test('a Wait lasts as long as it says', async () => {
  const { sfn, clock } = aPocketAws();
  const execution = await running(
    sfn,
    {
      Seconds: { Type: 'Wait', Seconds: 10 },
      SecondsPath: { Type: 'Wait', SecondsPath: '$.pause' },
      Timestamp: { Type: 'Wait', Timestamp: new Date(startOfTime + 60_000).toISOString() },
      TimestampPath: { Type: 'Wait', TimestampPath: '$.until' },
      Past: { Type: 'Wait', Timestamp: '2020-01-01T00:00:00Z' },
    },
    { pause: 20, until: new Date(startOfTime + 90_000).toISOString() },
  );
  const far = async (): Promise<number> => (await story(sfn, execution)).length;
  expect(await far()).toBe(2);
  await clock.advance(10_000);
  expect(await far()).toBe(4);
  await clock.advance(19_999);
  expect(await far()).toBe(4);
  await clock.advance(1);
  expect(await far()).toBe(6);
  await clock.advance(30_000);
  expect(await far()).toBe(8);
  await clock.advance(30_000);
  const { status, stopDate } = await describe(sfn, execution);
  expect([status, stopDate?.getTime()]).toEqual(['SUCCEEDED', startOfTime + 90_000]);
});

test.each([
  [-1, 'The SecondsPath parameter references a negative value: $.pause == -1'],
  [1.5, 'The SecondsPath parameter cannot be parsed as a long value: $.pause == 1.5'],
])('a Wait of %s seconds is refused', async (pause, why) => {
  const { sfn } = aPocketAws();
  const execution = await running(sfn, { Pause: { Type: 'Wait', SecondsPath: '$.pause' } }, { pause });
  expect(await outcome(sfn, execution)).toEqual({
    status: 'FAILED',
    error: 'States.Runtime',
    cause: `An error occurred while executing the state 'Pause' (entered at the event id #2). ${why}`,
  });
});

test.each([
  ['a local time', '2026-01-05T10:00:00'],
  ['a day that there is not', '2026-02-30T00:00:00Z'],
])('%s is not a time to wait for', async (_case, until) => {
  const { sfn } = aPocketAws();
  const execution = await running(sfn, { Pause: { Type: 'Wait', TimestampPath: '$.until' } }, { until });
  expect(await outcome(sfn, execution)).toMatchObject({ status: 'FAILED', error: 'States.Runtime' });
});

test('the context object describes the execution, the machine and the state', async () => {
  const { sfn, clock } = aPocketAws();
  const machine = await aMachine(sfn, {
    StartAt: 'Pause',
    States: {
      Pause: { Type: 'Wait', Seconds: 5, Next: 'Look' },
      Look: { Type: 'Pass', InputPath: '$$', End: true },
    },
  });
  const execution = await start(sfn, machine, { a: 1 }, 'first');
  await clock.advance(5_000);
  expect(await outcome(sfn, execution)).toEqual({
    Execution: {
      Id: execution,
      Input: { a: 1 },
      Name: 'first',
      RoleArn: 'arn:aws:iam::000000000000:role/states',
      StartTime: '2026-01-05T09:00:00.000Z',
      RedriveCount: 0,
    },
    StateMachine: { Id: machine, Name: 'machine' },
    State: { Name: 'Look', EnteredTime: '2026-01-05T09:00:05.000Z' },
  });
});

test('an output of more than 256 KiB is too much', async () => {
  const { sfn } = aPocketAws();
  const big = 'x'.repeat(200_000);
  const execution = await running(sfn, { Twice: { Type: 'Pass', ResultPath: '$.again' } }, { big });
  expect(await outcome(sfn, execution)).toEqual({
    status: 'FAILED',
    error: 'States.DataLimitExceeded',
    cause:
      "The state/task 'Twice' returned a result with a size exceeding the maximum number of bytes service limit.",
  });
});

test('data may have members that objects know already', async () => {
  const { sfn } = aPocketAws();
  const input: unknown = JSON.parse('{"__proto__":{"a":1},"constructor":"b"}');
  const execution = await running(sfn, { One: { Type: 'Pass', Result: 1, ResultPath: '$.result' } }, input);
  const { output } = await describe(sfn, execution);
  expect(output).toBe('{"__proto__":{"a":1},"constructor":"b","result":1}');
});

test('an execution of more than 25,000 events fails', async () => {
  const { sfn, clock } = aPocketAws();
  const machine = await aMachine(sfn, {
    StartAt: 'Round',
    States: {
      Round: { Type: 'Pass', Next: 'Again' },
      Again: {
        Type: 'Choice',
        Choices: [{ Variable: '$.enough', IsPresent: true, Next: 'Enough' }],
        Default: 'Round',
      },
      Enough: { Type: 'Succeed' },
    },
  });
  const execution = await start(sfn, machine);
  await clock.advance(0);
  expect(await describe(sfn, execution)).toMatchObject({
    status: 'FAILED',
    error: 'States.Runtime',
    cause: 'The execution reached the maximum number of history events (25000).',
    redriveStatus: 'NOT_REDRIVABLE',
    redriveStatusReason: 'Execution history event limit exceeded',
  });
  expect((await story(sfn, execution)).at(-1)).toBe('25000 ExecutionFailed <- 24999');
});
