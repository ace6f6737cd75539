import {
  DeleteStateMachineCommand,
  RedriveExecutionCommand,
  StopExecutionCommand,
  type SFNClient,
} from '@aws-sdk/client-sfn';
import { expect, test } from 'vitest';
import { aPocketAws } from '#test/builders/a-pocket-aws.ts';
import type { MetricPoint } from '#local/world/world.ts';
import { aMachine, describe, inSequence, running, start } from './machines.ts';

const day = 24 * 3_600_000;

function redrive(sfn: SFNClient, executionArn: string, clientToken?: string): Promise<unknown> {
  return sfn.send(new RedriveExecutionCommand({ executionArn, ...(clientToken && { clientToken }) }));
}

test('a client token stands for one redrive, for a quarter of an hour', async () => {
  const { sfn, clock } = aPocketAws();
  const execution = await running(sfn, { No: { Type: 'Fail', Error: 'No' } });
  const first = await redrive(sfn, execution, 'token-a');
  await clock.advance(60_000);
  expect(await redrive(sfn, execution, 'token-a')).toMatchObject({
    redriveDate: (first as { redriveDate: Date }).redriveDate,
  });
  expect((await describe(sfn, execution)).redriveCount).toBe(1);
  await redrive(sfn, execution, 'token-b');
  expect((await describe(sfn, execution)).redriveCount).toBe(2);
  await clock.advance(15 * 60_000);
  await redrive(sfn, execution, 'token-a');
  expect((await describe(sfn, execution)).redriveCount).toBe(3);
});

test('not when 14 days have passed since it ended', async () => {
  const { sfn, clock } = aPocketAws();
  const execution = await running(sfn, { No: { Type: 'Fail', Error: 'No' } });
  await clock.advance(14 * day);
  expect((await describe(sfn, execution)).redriveStatus).toBe('REDRIVABLE');
  await clock.advance(1);
  const reason = 'Execution redrivable period exceeded';
  expect(await describe(sfn, execution)).toMatchObject({
    redriveStatus: 'NOT_REDRIVABLE',
    redriveStatusReason: reason,
  });
  await expect(redrive(sfn, execution)).rejects.toMatchObject({
    name: 'ExecutionNotRedrivable',
    message: `Execution ${execution} invalid for redrive as: ${reason}`,
  });
});

test('not when it runs, has succeeded, or its machine is going', async () => {
  const { sfn } = aPocketAws();
  const machine = await aMachine(sfn, inSequence({ Pause: { Type: 'Wait', SecondsPath: '$.pause' } }));
  const runningOne = await start(sfn, machine, { pause: 10 });
  await expect(redrive(sfn, runningOne)).rejects.toThrow('Execution is RUNNING and cannot be redriven');
  const done = await start(sfn, machine, { pause: 0 });
  await expect(redrive(sfn, done)).rejects.toThrow('Execution is SUCCEEDED and cannot be redriven');
  const stopped = await start(sfn, machine, { pause: 20 });
  await sfn.send(new StopExecutionCommand({ executionArn: stopped }));
  await sfn.send(new DeleteStateMachineCommand({ stateMachineArn: machine }));
  await expect(redrive(sfn, stopped)).rejects.toThrow('State machine is in DELETING status');
});

test('executions are counted as AWS counts them', async () => {
  const { aws, sfn, clock } = aPocketAws();
  const points: MetricPoint[] = [];
  aws.world.metrics.listen((point) => points.push(point));
  const pause = { Pause: { Type: 'Wait', SecondsPath: '$' } };
  const machine = await aMachine(sfn, { ...inSequence(pause), TimeoutSeconds: 5 });
  const execution = await start(sfn, machine, 9);
  await clock.advance(1_000);
  await sfn.send(new StopExecutionCommand({ executionArn: execution }));
  await redrive(sfn, execution);
  await clock.advance(5_000);
  await start(sfn, machine, 0);
  await start(sfn, machine, 'soon');
  const states = points.filter(({ namespace }) => namespace === 'AWS/States');
  expect(states.map(({ name, value }) => [name, value])).toEqual([
    ['ExecutionsStarted', 1],
    ['ExecutionsAborted', 1],
    ['ExecutionTime', 1_000],
    ['ExecutionsRedriven', 1],
    ['ExecutionsTimedOut', 1],
    ['ExecutionTime', 5_000],
    ['ExecutionsStarted', 1],
    ['ExecutionsSucceeded', 1],
    ['ExecutionTime', 0],
    ['ExecutionsStarted', 1],
    ['ExecutionsFailed', 1],
    ['ExecutionTime', 0],
  ]);
  expect(states.every(({ dimensions }) => dimensions['StateMachineArn'] === machine)).toBe(true);
});
