import {
  CreateActivityCommand,
  SendTaskFailureCommand,
  SendTaskHeartbeatCommand,
  SendTaskSuccessCommand,
  StopExecutionCommand,
} from '@aws-sdk/client-sfn';
import { expect, test } from 'vitest';
import { aPocketAws } from '#test/builders/a-pocket-aws.ts';
import { aMachine, aTokenWorker, describe, inSequence, outcome, running, story } from './machines.ts';

test('a worker may say that it failed', async () => {
  const { sfn, sqs, clock } = aPocketAws();
  const worker = await aTokenWorker(sqs);
  const execution = await running(sfn, { Sign: worker.task });
  await clock.advance(0);
  const { taskToken } = await worker.take();
  await sfn.send(new SendTaskFailureCommand({ taskToken, error: 'NoPen', cause: 'out of ink' }));
  expect(await outcome(sfn, execution)).toEqual({ status: 'FAILED', error: 'NoPen', cause: 'out of ink' });
  expect((await story(sfn, execution)).slice(5)).toEqual(['6 TaskFailed <- 5', '7 ExecutionFailed <- 6']);
});

test('heartbeats keep a task alive until its time is over', async () => {
  const { sfn, sqs, clock } = aPocketAws();
  const worker = await aTokenWorker(sqs);
  const task = { ...worker.task, TimeoutSeconds: 30, HeartbeatSeconds: 10 };
  const execution = await running(sfn, { Sign: task });
  await clock.advance(0);
  const { taskToken } = await worker.take();
  for (let beat = 0; beat < 3; beat += 1) {
    await clock.advance(9_000);
    await sfn.send(new SendTaskHeartbeatCommand({ taskToken }));
  }
  await clock.advance(2_999);
  expect((await describe(sfn, execution)).status).toBe('RUNNING');
  await clock.advance(1);
  expect(await outcome(sfn, execution)).toEqual({ status: 'FAILED', error: 'States.Timeout' });
  expect(await story(sfn, execution)).toHaveLength(7);
});

test('a missed heartbeat can be caught under its own name', async () => {
  const { sfn, sqs, clock } = aPocketAws();
  const worker = await aTokenWorker(sqs);
  const Catch = [{ ErrorEquals: ['States.HeartbeatTimeout'], Next: 'Missed' }];
  const task = { ...worker.task, TimeoutSeconds: 60, HeartbeatSeconds: 10, Catch, End: true };
  const execution = await running(sfn, { Sign: task, Missed: { Type: 'Pass' } });
  await clock.advance(0);
  const { taskToken } = await worker.take();
  await clock.advance(10_000);
  expect(await outcome(sfn, execution)).toEqual({ Error: 'States.Timeout', Cause: '' });
  await expect(sfn.send(new SendTaskHeartbeatCommand({ taskToken }))).rejects.toMatchObject({
    name: 'TaskTimedOut',
    message: "Task Timed Out: 'Provided task does not exist anymore'",
  });
});

test('a token is checked first, then the output, then whether the task still waits', async () => {
  const { sfn, sqs, clock } = aPocketAws();
  const worker = await aTokenWorker(sqs);
  const execution = await running(sfn, { Sign: worker.task });
  await clock.advance(0);
  const answer = (taskToken: string, output: string): Promise<unknown> =>
    sfn.send(new SendTaskSuccessCommand({ taskToken, output }));
  await expect(answer('not-a-token', 'not json')).rejects.toMatchObject({ name: 'InvalidToken' });
  const { taskToken } = await worker.take();
  await expect(answer(taskToken, 'not json')).rejects.toMatchObject({ name: 'InvalidOutput' });
  await sfn.send(new SendTaskHeartbeatCommand({ taskToken }));
  await sfn.send(new StopExecutionCommand({ executionArn: execution }));
  await expect(answer(taskToken, 'not json')).rejects.toMatchObject({ name: 'InvalidOutput' });
  await expect(answer(taskToken, '1')).rejects.toMatchObject({ name: 'TaskTimedOut' });
});

test('activities are refused by name', async () => {
  const { sfn } = aPocketAws();
  await expect(sfn.send(new CreateActivityCommand({ name: 'sign' }))).rejects.toMatchObject({
    name: 'UnknownOperationException',
    message: "Pocket AWS has no operation 'sfn:CreateActivity'.",
  });
  const Resource = 'arn:aws:states:local:000000000000:activity:sign';
  await expect(aMachine(sfn, inSequence({ Sign: { Type: 'Task', Resource } }))).rejects.toMatchObject({
    name: 'InvalidDefinition',
    message: expect.stringContaining(`${Resource} is not supported here`),
  });
});
