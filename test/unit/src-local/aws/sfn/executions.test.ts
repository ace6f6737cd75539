import {
  DescribeExecutionCommand,
  GetExecutionHistoryCommand,
  ListExecutionsCommand,
  StartExecutionCommand,
  StopExecutionCommand,
  type SFNClient,
} from '@aws-sdk/client-sfn';
import { expect, test } from 'vitest';
import { aPocketAws, startOfTime } from '#test/builders/a-pocket-aws.ts';
import { aMachine, describe, readHistory, inSequence, outcome, running, start, story } from './machines.ts';

const day = 24 * 3_600_000;
const pause = inSequence({ Pause: { Type: 'Wait', SecondsPath: '$.pause' } });

async function names(
  sfn: SFNClient,
  stateMachineArn: string,
  statusFilter?: 'RUNNING' | 'FAILED',
): Promise<unknown[]> {
  const { executions = [] } = await sfn.send(new ListExecutionsCommand({ stateMachineArn, statusFilter }));
  return executions.map(({ name }) => name);
}

test('the same name and input while it runs is the same execution', async () => {
  const { sfn, clock } = aPocketAws();
  const machine = await aMachine(sfn, pause);
  const request = new StartExecutionCommand({ stateMachineArn: machine, name: 'a', input: '{"pause":10}' });
  const first = await sfn.send(request);
  expect(first.executionArn).toBe('arn:aws:states:local:000000000000:execution:machine:a');
  await clock.advance(1_000);
  expect(await sfn.send(request)).toMatchObject({
    executionArn: first.executionArn,
    startDate: first.startDate,
  });

  const other = new StartExecutionCommand({ stateMachineArn: machine, name: 'a', input: '{"pause": 10}' });
  const refusal = {
    name: 'ExecutionAlreadyExists',
    message: `Execution Already Exists: '${first.executionArn}'`,
  };
  await expect(sfn.send(other)).rejects.toMatchObject(refusal);
  await clock.advance(10_000);
  await expect(sfn.send(request)).rejects.toMatchObject(refusal);
});

test('a name is free again 90 days after its execution closed', async () => {
  const { sfn, clock } = aPocketAws();
  const machine = await aMachine(sfn, pause);
  const execution = await start(sfn, machine, { pause: 10 }, 'a');
  await clock.advance(90 * day);
  await expect(start(sfn, machine, { pause: 1 }, 'a')).rejects.toMatchObject({
    name: 'ExecutionAlreadyExists',
  });
  await clock.advance(10_000);
  await expect(describe(sfn, execution)).rejects.toMatchObject({ name: 'ExecutionDoesNotExist' });
  await start(sfn, machine, { pause: 1 }, 'a');
  await clock.advance(1_000);
  expect(await outcome(sfn, execution)).toEqual({ pause: 1 });
  expect(await story(sfn, execution)).toHaveLength(4);
});

test('without a name an execution gets one of its own', async () => {
  const { sfn } = aPocketAws();
  const machine = await aMachine(sfn, pause);
  const { executionArn = '' } = await sfn.send(new StartExecutionCommand({ stateMachineArn: machine }));
  expect(executionArn).toMatch(
    /:execution:machine:[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  );
  expect((await describe(sfn, executionArn)).input).toBe('{}');
});

test.each(['a b', 'a/b', 'a:b', 'a*b', 'ä#', 'a"b', 'tab\t', '😀'])(
  'the name %s is refused',
  async (name) => {
    const { sfn } = aPocketAws();
    const machine = await aMachine(sfn, pause);
    await expect(start(sfn, machine, {}, name)).rejects.toMatchObject({
      name: 'InvalidName',
      message: `Invalid Name: '${name}'`,
    });
  },
);

test('names have 1 to 80 characters, inputs up to 256 KiB of JSON', async () => {
  const { sfn } = aPocketAws();
  const machine = await aMachine(sfn, pause);
  await expect(start(sfn, machine, {}, 'a'.repeat(81))).rejects.toMatchObject({
    name: 'ValidationException',
  });
  await start(sfn, machine, { pause: 0 }, 'ä'.repeat(80));
  const send = (input: string): Promise<unknown> =>
    sfn.send(new StartExecutionCommand({ stateMachineArn: machine, input }));
  await expect(send('not json')).rejects.toMatchObject({
    name: 'InvalidExecutionInput',
    message: expect.stringContaining('Invalid State Machine Execution Input: '),
  });
  await expect(send('')).rejects.toMatchObject({ name: 'InvalidExecutionInput' });
  await expect(send(JSON.stringify('x'.repeat(262_143)))).rejects.toMatchObject({
    name: 'ValidationException',
  });
  await send(JSON.stringify('x'.repeat(262_142)));
});

test('a missing resource or an invalid ARN is refused by name', async () => {
  const { sfn } = aPocketAws();
  const machine = 'arn:aws:states:local:000000000000:stateMachine:none';
  const execution = 'arn:aws:states:local:000000000000:execution:none:a';
  await expect(start(sfn, machine)).rejects.toMatchObject({
    name: 'StateMachineDoesNotExist',
    message: `State Machine Does Not Exist: '${machine}'`,
  });
  await expect(names(sfn, machine)).rejects.toMatchObject({ name: 'StateMachineDoesNotExist' });
  await expect(describe(sfn, execution)).rejects.toMatchObject({
    name: 'ExecutionDoesNotExist',
    message: `Execution Does Not Exist: '${execution}'`,
  });
  await expect(readHistory(sfn, execution)).rejects.toMatchObject({ name: 'ExecutionDoesNotExist' });
  for (const wrong of ['nonsense', machine]) {
    await expect(describe(sfn, wrong)).rejects.toMatchObject({ name: 'InvalidArn' });
  }
});

test('a description contains the known values, and no others', async () => {
  const { sfn, clock } = aPocketAws();
  const machine = await aMachine(sfn, pause);
  const execution = await start(sfn, machine, { pause: 10 }, 'a');
  const { $metadata: _running, ...running_ } = await sfn.send(
    new DescribeExecutionCommand({ executionArn: execution }),
  );
  expect(running_).toEqual({
    executionArn: execution,
    stateMachineArn: machine,
    name: 'a',
    status: 'RUNNING',
    startDate: new Date(startOfTime),
    input: '{"pause":10}',
    inputDetails: { included: true },
    redriveCount: 0,
    redriveStatus: 'NOT_REDRIVABLE',
    redriveStatusReason: 'Execution is RUNNING and cannot be redriven',
  });
  await clock.advance(10_000);
  const { $metadata: _done, ...done } = await sfn.send(
    new DescribeExecutionCommand({ executionArn: execution, includedData: 'METADATA_ONLY' }),
  );
  expect(done).toMatchObject({ status: 'SUCCEEDED', stopDate: new Date(startOfTime + 10_000) });
  expect(done).toMatchObject({ inputDetails: { included: false }, outputDetails: { included: false } });
  expect([done.input, done.output]).toEqual([undefined, undefined]);
});

test('executions are listed by when they began, or ended, the latest first', async () => {
  const { sfn, clock } = aPocketAws();
  const machine = await aMachine(sfn, pause);
  for (const [name, seconds] of [
    ['a', 100],
    ['b', 5],
    ['c', 50],
    ['d', 20],
  ] as const) {
    await start(sfn, machine, { pause: seconds }, name);
    await clock.advance(1_000);
  }
  expect(await names(sfn, machine)).toEqual(['d', 'c', 'b', 'a']);
  await clock.advance(30_000);
  expect(await names(sfn, machine)).toEqual(['d', 'b', 'c', 'a']);
  expect(await names(sfn, machine, 'RUNNING')).toEqual(['c', 'a']);
  expect(await names(sfn, machine, 'FAILED')).toEqual([]);
});

test('a list comes in pages, undisturbed by new executions', async () => {
  const { sfn, clock } = aPocketAws();
  const machine = await aMachine(sfn, pause);
  for (let index = 0; index < 5; index += 1) await start(sfn, machine, { pause: 100 }, `n${index}`);
  const page = (nextToken?: string): Promise<{ names: unknown[]; nextToken?: string | undefined }> =>
    sfn
      .send(new ListExecutionsCommand({ stateMachineArn: machine, maxResults: 2, nextToken }))
      .then(({ executions = [], nextToken: next }) => ({
        names: executions.map(({ name }) => name),
        nextToken: next,
      }));
  const first = await page();
  await clock.advance(1_000);
  await start(sfn, machine, { pause: 100 }, 'late');
  const second = await page(first.nextToken);
  const third = await page(second.nextToken);
  expect([first.names, second.names, third.names]).toEqual([['n4', 'n3'], ['n2', 'n1'], ['n0']]);
  expect(third.nextToken).toBeUndefined();
  await expect(page('nonsense')).rejects.toMatchObject({ name: 'InvalidToken' });
  await clock.advance(day);
  await expect(page(first.nextToken)).rejects.toMatchObject({ name: 'InvalidToken' });
});

test('filters that only a Map Run has are refused', async () => {
  const { sfn } = aPocketAws();
  const stateMachineArn = await aMachine(sfn, pause);
  const list = (more: object): Promise<unknown> =>
    sfn.send(new ListExecutionsCommand({ stateMachineArn, ...more }));
  await expect(list({ redriveFilter: 'REDRIVEN' })).rejects.toMatchObject({ name: 'ValidationException' });
  await expect(list({ statusFilter: 'PENDING_REDRIVE' })).rejects.toMatchObject({
    name: 'ValidationException',
  });
  await expect(list({ mapRunArn: 'arn:x' })).rejects.toMatchObject({ name: 'ValidationException' });
});

test('stopping ends an execution once, and leaves what has ended as it is', async () => {
  const { sfn, clock } = aPocketAws();
  const execution = await running(sfn, { Pause: { Type: 'Wait', Seconds: 60 } });
  await clock.advance(1_000);
  const stop = (error: string): Promise<{ stopDate?: Date | undefined }> =>
    sfn.send(new StopExecutionCommand({ executionArn: execution, error, cause: 'enough' }));
  const { stopDate } = await stop('Enough');
  expect(stopDate).toEqual(new Date(startOfTime + 1_000));
  await clock.advance(100_000);
  expect((await stop('Again')).stopDate).toEqual(stopDate);
  expect(await outcome(sfn, execution)).toEqual({ status: 'ABORTED', error: 'Enough', cause: 'enough' });
  expect(await story(sfn, execution)).toEqual([
    '1 ExecutionStarted <- 0',
    '2 WaitStateEntered <- 0',
    '3 ExecutionAborted <- 0',
  ]);
});

test('a machine may limit how long its executions last', async () => {
  const { sfn, clock } = aPocketAws();
  const machine = await aMachine(sfn, { ...pause, TimeoutSeconds: 30 });
  const execution = await start(sfn, machine, { pause: 60 });
  await clock.advance(29_999);
  expect((await describe(sfn, execution)).status).toBe('RUNNING');
  await clock.advance(1);
  expect(await outcome(sfn, execution)).toEqual({ status: 'TIMED_OUT' });
  const events = await readHistory(sfn, execution);
  expect(events.at(-1)).toMatchObject({
    id: 3,
    type: 'ExecutionTimedOut',
    previousEventId: 0,
    executionTimedOutEventDetails: { error: 'States.Timeout' },
  });
});

test('no execution lasts longer than a year', async () => {
  const { sfn, clock } = aPocketAws();
  const execution = await running(sfn, { Pause: { Type: 'Wait', Seconds: 99_999_999 } });
  await clock.advance(365 * day - 1);
  expect((await describe(sfn, execution)).status).toBe('RUNNING');
  await clock.advance(1);
  expect(await describe(sfn, execution)).toMatchObject({
    status: 'TIMED_OUT',
    redriveStatusReason: 'Execution has exceeded the max execution time',
  });
});

test('a history comes in pages, from either end, with or without its data', async () => {
  const { sfn } = aPocketAws();
  const states = Object.fromEntries(['A', 'B', 'C'].map((name) => [name, { Type: 'Pass' }]));
  const executionArn = await running(sfn, states, { secret: 1 });
  const ids: unknown[] = [];
  let nextToken: string | undefined;
  do {
    const page = await sfn.send(
      new GetExecutionHistoryCommand({ executionArn, maxResults: 3, reverseOrder: true, nextToken }),
    );
    expect(page.events?.length).toBeLessThanOrEqual(3);
    ids.push(...(page.events ?? []).map(({ id }) => id));
    nextToken = page.nextToken;
  } while (nextToken);
  expect(ids).toEqual([8, 7, 6, 5, 4, 3, 2, 1]);

  const [first, second] = await readHistory(sfn, executionArn);
  expect(first?.executionStartedEventDetails).toEqual({
    input: '{"secret":1}',
    inputDetails: { truncated: false },
    roleArn: 'arn:aws:iam::000000000000:role/states',
  });
  expect(second?.stateEnteredEventDetails?.input).toBe('{"secret":1}');
  expect(second?.timestamp).toEqual(new Date(startOfTime));
  const bare = await sfn.send(new GetExecutionHistoryCommand({ executionArn, includeExecutionData: false }));
  expect(JSON.stringify(bare.events)).not.toContain('secret');
  const other = new GetExecutionHistoryCommand({ executionArn, nextToken: 'nonsense' });
  await expect(sfn.send(other)).rejects.toMatchObject({ name: 'InvalidToken' });
});
