import {
  DeleteStateMachineCommand,
  ListExecutionsCommand,
  RedriveExecutionCommand,
  type SFNClient,
} from '@aws-sdk/client-sfn';
import { expect, it } from 'vitest';
import { formatExecutionArn } from '#local/aws/sfn/state-machines.ts';
import type { Frame } from '#local/aws/sfn/interpreter/frame.ts';
import {
  executions,
  nameFramesCollection,
  nameHistoryCollection as nameOfHistory,
  revisions,
  type ExecutionRecord,
  type HistoryRecord,
  type RevisionRecord,
} from '#local/aws/sfn/execution-records.ts';
import type { TaskHandlers } from '#local/aws/sfn/task-handlers.ts';
import { aPast } from '#test/builders/a-past.ts';
import { aPocketAws, startOfTime } from '#test/builders/a-pocket-aws.ts';
import {
  aFunction,
  aMachine,
  describe,
  readHistory,
  inSequence,
  outcome,
  role,
  start,
  story,
} from './machines.ts';

const hour = 3_600_000;
const machine = 'arn:aws:states:local:000000000000:stateMachine:machine';
const fine = formatExecutionArn(machine, 'fine');
const failed = formatExecutionArn(machine, 'failed');
const bare = formatExecutionArn(machine, 'bare');
const definition = inSequence({
  First: { Type: 'Task', Resource: aFunction('first') },
  Last: { Type: 'Task', Resource: aFunction('last') },
});

it('belong to their machine from its creation', async () => {
  const { sfn } = await withMachine();
  const listed = await sfn.send(new ListExecutionsCommand({ stateMachineArn: machine }));
  expect(listed.executions?.map(({ name, status }) => [name, status])).toEqual([
    ['bare', 'TIMED_OUT'],
    ['failed', 'FAILED'],
    ['fine', 'SUCCEEDED'],
  ]);
  expect(await describe(sfn, fine)).toMatchObject({
    input: '{"n": 1}',
    output: '{"ok":true}',
    startDate: new Date(startOfTime - 3 * hour),
    redriveStatus: 'NOT_REDRIVABLE',
  });
  expect(await readHistory(sfn, failed)).toMatchObject([
    { id: 1, type: 'ExecutionStarted', executionStartedEventDetails: { input: '{"n": 2}', roleArn: role } },
    { id: 2, stateEnteredEventDetails: { name: 'First', input: '{"n":2}' } },
    { id: 3, stateExitedEventDetails: { name: 'First', output: '{"n":3}' } },
    { id: 4, previousEventId: 3, stateEnteredEventDetails: { name: 'Last', input: '{"n":3}' } },
    { id: 5, executionFailedEventDetails: { error: 'Tired', cause: 'of it' } },
  ]);
});

it('can be redriven from where they failed', async () => {
  const { sfn, aws, called } = await withMachine();
  expect(await describe(sfn, failed)).toMatchObject({ redriveStatus: 'REDRIVABLE', error: 'Tired' });
  await sfn.send(new RedriveExecutionCommand({ executionArn: failed }));
  await aws.advance(1);
  expect(await outcome(sfn, failed)).toEqual({ last: { n: 3 } });
  expect(called).toEqual([['last', { n: 3 }]]);
  expect((await story(sfn, failed)).slice(5)).toEqual([
    '6 ExecutionRedriven <- 5',
    '7 LambdaFunctionScheduled <- 4',
    '8 LambdaFunctionStarted <- 7',
    '9 LambdaFunctionSucceeded <- 8',
    '10 TaskStateExited <- 9',
    '11 ExecutionSucceeded <- 10',
  ]);
});

it('start again if the past does not say where they stopped', async () => {
  const { sfn, aws, called } = await withMachine();
  await sfn.send(new RedriveExecutionCommand({ executionArn: bare }));
  await aws.advance(1);
  expect(await outcome(sfn, bare)).toEqual({ last: { first: { n: 3 } } });
  expect(called.map(([name]) => name)).toEqual(['first', 'last']);
});

it('keep their names, and are deleted with their machine', async () => {
  const { sfn, aws } = await withMachine();
  await expect(start(sfn, machine, {}, 'fine')).rejects.toMatchObject({ name: 'ExecutionAlreadyExists' });
  await sfn.send(new DeleteStateMachineCommand({ stateMachineArn: machine }));
  await aMachine(sfn, definition);
  const listed = await sfn.send(new ListExecutionsCommand({ stateMachineArn: machine }));
  expect(listed.executions).toEqual([]);
  await start(sfn, machine, {}, 'fine');
  await aws.advance(1);
  expect(await readHistory(sfn, fine)).toHaveLength(12);
});

async function withMachine(): Promise<{
  sfn: SFNClient;
  aws: ReturnType<typeof aPocketAws>['aws'];
  called: [string, unknown][];
}> {
  const called: [string, unknown][] = [];
  const handlers: TaskHandlers = new Map(
    ['first', 'last'].map((name) => [
      name,
      (input: unknown) => {
        called.push([name, input]);
        return Promise.resolve({ [name]: input });
      },
    ]),
  );
  const { sfn, aws } = aPocketAws({ handlers, past: thePast() });
  await aMachine(sfn, definition);
  return { sfn, aws, called };
}

function thePast(): ReturnType<typeof aPast> {
  const revision: RevisionRecord = {
    definition: JSON.stringify(definition),
    roleArn: role,
    updateDate: startOfTime - 30 * hour,
  };
  return aPast({
    [revisions]: () => [['told', revision]],
    [executions]: () => [
      [fine, anExecution('fine', 1, { status: 'SUCCEEDED', output: { ok: true } })],
      [failed, anExecution('failed', 2, { status: 'FAILED', error: 'Tired', cause: 'of it' })],
      [bare, anExecution('bare', 3, { status: 'TIMED_OUT' })],
    ],
    [nameOfHistory(failed)]: () => Object.entries(theHistory()),
    [nameFramesCollection(failed)]: () => [['0', theFrame()]],
  });
}

function anExecution(
  name: string,
  number: number,
  ended: Pick<ExecutionRecord, 'status' | 'output' | 'error' | 'cause'>,
): ExecutionRecord {
  return {
    arn: formatExecutionArn(machine, name),
    name,
    machineArn: machine,
    revision: 'told',
    input: `{"n": ${number}}`,
    startDate: startOfTime - (4 - number) * hour,
    stopDate: startOfTime - (4 - number) * hour + 60_000,
    order: number - 1,
    redriveCount: 0,
    redriveTokens: [],
    ...ended,
  };
}

function theHistory(): Record<string, HistoryRecord> {
  const time = startOfTime - 2 * hour;
  return {
    1: { type: 'ExecutionStarted', previous: 0, time, details: { text: '{"n": 2}', roleArn: role } },
    2: { type: 'TaskStateEntered', previous: 0, time, details: { name: 'First', input: { n: 2 } } },
    3: { type: 'TaskStateExited', previous: 2, time, details: { name: 'First', output: { n: 3 } } },
    4: { type: 'TaskStateEntered', previous: 3, time, details: { name: 'Last', input: { n: 3 } } },
    5: { type: 'ExecutionFailed', previous: 4, time, details: { error: 'Tired', cause: 'of it' } },
  };
}

function theFrame(): Frame {
  return {
    id: '0',
    index: 0,
    state: 'Last',
    data: { n: 3 },
    entered: 4,
    enteredTime: startOfTime - 2 * hour,
    last: 4,
    attempts: [],
    retryCount: 0,
    step: { kind: 'failed', error: 'Tired', cause: 'of it' },
  };
}
