import {
  CreateActivityCommand,
  DeleteActivityCommand,
  DescribeActivityCommand,
  GetActivityTaskCommand,
  ListActivitiesCommand,
  SendTaskFailureCommand,
  SendTaskHeartbeatCommand,
  SendTaskSuccessCommand,
  StopExecutionCommand,
  type SFNClient,
} from '@aws-sdk/client-sfn';
import { expect, test } from 'vitest';
import { aPocketAws } from '#test/builders/a-pocket-aws.ts';
import { describe, readHistory, outcome, running, story } from './machines.ts';

async function anActivity(sfn: SFNClient, name = 'sign'): Promise<string> {
  const { activityArn } = await sfn.send(new CreateActivityCommand({ name }));
  return activityArn ?? '';
}

test('a worker takes a task and answers it', async () => {
  const { sfn } = aPocketAws();
  const activityArn = await anActivity(sfn);
  const execution = await running(sfn, { Sign: { Type: 'Task', Resource: activityArn } }, { page: 1 });
  const { taskToken, input } = await sfn.send(new GetActivityTaskCommand({ activityArn, workerName: 'ann' }));
  expect(input).toBe('{"page":1}');
  await sfn.send(new SendTaskSuccessCommand({ taskToken, output: '{"signed":true}' }));
  expect(await outcome(sfn, execution)).toEqual({ signed: true });
  const events = await readHistory(sfn, execution);
  expect(events.slice(2, 5)).toMatchObject([
    {
      type: 'ActivityScheduled',
      activityScheduledEventDetails: { resource: activityArn, input: '{"page":1}' },
    },
    { type: 'ActivityStarted', activityStartedEventDetails: { workerName: 'ann' } },
    { type: 'ActivitySucceeded', activitySucceededEventDetails: { output: '{"signed":true}' } },
  ]);
});

test('a worker that asks first is answered when there is a task, or after a minute', async () => {
  const { sfn, clock } = aPocketAws();
  const activityArn = await anActivity(sfn);
  const poll = sfn.send(new GetActivityTaskCommand({ activityArn }));
  await clock.advance(30_000);
  await running(sfn, { Sign: { Type: 'Task', Resource: activityArn } }, { page: 1 });
  expect(await poll).toMatchObject({ input: '{"page":1}' });

  const inVain = sfn.send(new GetActivityTaskCommand({ activityArn }));
  await new Promise((resolve) => setImmediate(resolve));
  await clock.advance(60_000);
  expect((await inVain).taskToken).toBeUndefined();
});

test('a worker that has gone gets no task', async () => {
  const { sfn } = aPocketAws();
  const activityArn = await anActivity(sfn);
  const gone = new AbortController();
  const poll = sfn.send(new GetActivityTaskCommand({ activityArn }), { abortSignal: gone.signal });
  const refused = expect(poll).rejects.toMatchObject({ name: 'AbortError' });
  await new Promise((resolve) => setImmediate(resolve));
  gone.abort();
  await refused;
  const execution = await running(sfn, { Sign: { Type: 'Task', Resource: activityArn } });
  expect(await story(sfn, execution)).toHaveLength(3);
  const { taskToken } = await sfn.send(new GetActivityTaskCommand({ activityArn }));
  expect(taskToken).toBeDefined();
});

test('a worker may say that it failed', async () => {
  const { sfn } = aPocketAws();
  const activityArn = await anActivity(sfn);
  const execution = await running(sfn, { Sign: { Type: 'Task', Resource: activityArn } });
  const { taskToken } = await sfn.send(new GetActivityTaskCommand({ activityArn }));
  await sfn.send(new SendTaskFailureCommand({ taskToken, error: 'NoPen', cause: 'out of ink' }));
  expect(await outcome(sfn, execution)).toEqual({ status: 'FAILED', error: 'NoPen', cause: 'out of ink' });
  expect((await story(sfn, execution)).slice(4)).toEqual(['5 ActivityFailed <- 4', '6 ExecutionFailed <- 5']);
});

test('the time of a task begins with the worker that takes it', async () => {
  const { sfn, clock } = aPocketAws();
  const activityArn = await anActivity(sfn);
  const task = { Type: 'Task', Resource: activityArn, TimeoutSeconds: 30, HeartbeatSeconds: 10 };
  const execution = await running(sfn, { Sign: task });
  await clock.advance(300_000);
  expect((await describe(sfn, execution)).status).toBe('RUNNING');
  const { taskToken } = await sfn.send(new GetActivityTaskCommand({ activityArn }));
  for (let beat = 0; beat < 3; beat += 1) {
    await clock.advance(9_000);
    await sfn.send(new SendTaskHeartbeatCommand({ taskToken }));
  }
  await clock.advance(2_999);
  expect((await describe(sfn, execution)).status).toBe('RUNNING');
  await clock.advance(1);
  expect(await outcome(sfn, execution)).toEqual({ status: 'FAILED', error: 'States.Timeout' });
  expect(await story(sfn, execution)).toHaveLength(6);
});

test('a missed heartbeat can be caught under its own name', async () => {
  const { sfn, clock } = aPocketAws();
  const activityArn = await anActivity(sfn);
  const Catch = [{ ErrorEquals: ['States.HeartbeatTimeout'], Next: 'Missed' }];
  const task = {
    Type: 'Task',
    Resource: activityArn,
    TimeoutSeconds: 60,
    HeartbeatSeconds: 10,
    Catch,
    End: true,
  };
  const execution = await running(sfn, { Sign: task, Missed: { Type: 'Pass' } });
  const { taskToken } = await sfn.send(new GetActivityTaskCommand({ activityArn }));
  await clock.advance(10_000);
  expect(await outcome(sfn, execution)).toEqual({ Error: 'States.Timeout', Cause: '' });
  await expect(sfn.send(new SendTaskHeartbeatCommand({ taskToken }))).rejects.toMatchObject({
    name: 'TaskTimedOut',
    message: "Task Timed Out: 'Provided task does not exist anymore'",
  });
});

test('a token is looked at first, then the output, then whether anybody waits', async () => {
  const { sfn } = aPocketAws();
  const activityArn = await anActivity(sfn);
  const execution = await running(sfn, { Sign: { Type: 'Task', Resource: activityArn } });
  const answer = (taskToken: string | undefined, output: string): Promise<unknown> =>
    sfn.send(new SendTaskSuccessCommand({ taskToken, output }));
  await expect(answer('not-a-token', 'not json')).rejects.toMatchObject({ name: 'InvalidToken' });
  const { taskToken } = await sfn.send(new GetActivityTaskCommand({ activityArn }));
  await expect(answer(taskToken, 'not json')).rejects.toMatchObject({ name: 'InvalidOutput' });
  await sfn.send(new SendTaskHeartbeatCommand({ taskToken }));
  await sfn.send(new StopExecutionCommand({ executionArn: execution }));
  await expect(answer(taskToken, 'not json')).rejects.toMatchObject({ name: 'InvalidOutput' });
  await expect(answer(taskToken, '1')).rejects.toMatchObject({ name: 'TaskTimedOut' });
});

test('an activity that is not there ends the execution', async () => {
  const { sfn } = aPocketAws();
  const activityArn = await anActivity(sfn);
  await sfn.send(new DeleteActivityCommand({ activityArn }));
  const execution = await running(sfn, { Sign: { Type: 'Task', Resource: activityArn } });
  expect(await outcome(sfn, execution)).toEqual({
    status: 'FAILED',
    error: 'States.Runtime',
    cause:
      "An error occurred while executing the state 'Sign' (entered at the event id #2). " +
      `The activity ${activityArn} does not exist.`,
  });
});

test('activities are made once, described, listed and deleted', async () => {
  const { sfn, clock } = aPocketAws();
  const activityArn = await anActivity(sfn, 'b');
  expect(activityArn).toBe('arn:aws:states:local:000000000000:activity:b');
  await clock.advance(1_000);
  expect(await anActivity(sfn, 'b')).toBe(activityArn);
  await anActivity(sfn, 'a');
  const described = await sfn.send(new DescribeActivityCommand({ activityArn }));
  expect(described).toMatchObject({ name: 'b', encryptionConfiguration: { type: 'AWS_OWNED_KEY' } });
  const { activities, nextToken } = await sfn.send(new ListActivitiesCommand({ maxResults: 1 }));
  expect(activities?.map(({ name }) => name)).toEqual(['a']);
  const rest = await sfn.send(new ListActivitiesCommand({ maxResults: 1, nextToken }));
  expect([rest.activities?.map(({ name }) => name), rest.nextToken]).toEqual([['b'], undefined]);
  await sfn.send(new DeleteActivityCommand({ activityArn }));
  await sfn.send(new DeleteActivityCommand({ activityArn }));
  const gone = { name: 'ActivityDoesNotExist', message: `Activity Does Not Exist: '${activityArn}'` };
  await expect(sfn.send(new DescribeActivityCommand({ activityArn }))).rejects.toMatchObject(gone);
  await expect(sfn.send(new GetActivityTaskCommand({ activityArn }))).rejects.toMatchObject(gone);
  await expect(anActivity(sfn, 'no spaces')).rejects.toMatchObject({
    name: 'InvalidName',
    message: "Invalid Name: 'no spaces'",
  });
  await expect(sfn.send(new DescribeActivityCommand({ activityArn: 'sign' }))).rejects.toMatchObject({
    name: 'InvalidArn',
    message: "Invalid Arn: 'Invalid ARN prefix: sign'",
  });
});
