import assert from 'node:assert/strict';
import {
  CreateActivityCommand,
  DeleteActivityCommand,
  GetActivityTaskCommand,
  SendTaskFailureCommand,
  SendTaskHeartbeatCommand,
  SendTaskSuccessCommand,
} from '@aws-sdk/client-sfn';
import type { Assertion, Clients, Tools } from '#scripts/conformance/assertion.ts';
import { refuses } from '../refuses.ts';
import { aMachine, chain, oneState, listTypes } from './a-machine.ts';
import { pages } from './pages.ts';

/** Covers tasks that the suite's own worker does. */
export const activities: readonly Assertion[] = [
  {
    id: 'sfn.task.success',
    says: 'A worker is given the input of the state, and what it sends is the result.',
    doc: pages.activities,
    async run(aws, tools) {
      const activity = await anActivity(aws, tools);
      const task = { ...activity.task, Parameters: { 'id.$': '$.n' }, ResultPath: '$.result' };
      const machine = await aMachine(aws, tools, oneState(task));
      const arn = await machine.start({ n: 7 });
      const given = await activity.take();
      assert.deepEqual(JSON.parse(given.input ?? ''), { id: 7 });
      await aws.sfn.send(new SendTaskSuccessCommand({ taskToken: given.token, output: '{"done":true}' }));
      const execution = await machine.ended(arn);
      assert.deepEqual(JSON.parse(execution.output ?? ''), { n: 7, result: { done: true } });
    },
  },
  {
    id: 'sfn.task.failure',
    says: 'An error that a worker sends fails the state with that error and cause.',
    doc: pages.api('SendTaskFailure'),
    async run(aws, tools) {
      const activity = await anActivity(aws, tools);
      const machine = await aMachine(aws, tools, oneState(activity.task));
      const arn = await machine.start();
      await activity.fail('Broken', 'Because.');
      const execution = await machine.ended(arn);
      assert.deepEqual(
        [execution.status, execution.error, execution.cause],
        ['FAILED', 'Broken', 'Because.'],
      );
    },
  },
  {
    id: 'sfn.task.retry',
    says: 'A task that is retried is given to a worker again.',
    doc: pages.errors,
    async run(aws, tools) {
      const activity = await anActivity(aws, tools);
      const Retry = [{ ErrorEquals: ['Flaky'], IntervalSeconds: 1, MaxAttempts: 2 }];
      const machine = await aMachine(aws, tools, oneState({ ...activity.task, Retry }));
      const arn = await machine.start();
      await activity.fail('Flaky');
      await tools.pass(1_200);
      await activity.succeed('"fine"');
      const execution = await machine.ended(arn);
      assert.deepEqual([execution.status, execution.output], ['SUCCEEDED', '"fine"']);
    },
  },
  {
    id: 'sfn.task.task-failed',
    says: 'States.TaskFailed names every error of a task but a timeout.',
    doc: pages.errors,
    async run(aws, tools) {
      const activity = await anActivity(aws, tools);
      const Catch = [{ ErrorEquals: ['States.TaskFailed'], Next: 'Caught' }];
      const machine = await aMachine(aws, tools, {
        StartAt: 'Try',
        States: {
          Try: { ...activity.task, Catch, End: true },
          Caught: { Type: 'Pass', Result: 'caught', End: true },
        },
      });
      const arn = await machine.start();
      await activity.fail('Broken');
      assert.equal((await machine.ended(arn)).output, '"caught"');
    },
  },
  {
    id: 'sfn.task.timeout',
    says: 'A task that takes longer than TimeoutSeconds fails with States.Timeout; its answer comes too late.',
    doc: pages.task,
    async run(aws, tools) {
      const activity = await anActivity(aws, tools);
      const machine = await aMachine(aws, tools, oneState({ ...activity.task, TimeoutSeconds: 1 }));
      const arn = await machine.start();
      const { token } = await activity.take();
      const execution = await machine.ended(arn);
      assert.deepEqual([execution.status, execution.error], ['FAILED', 'States.Timeout']);
      const late = aws.sfn.send(new SendTaskSuccessCommand({ taskToken: token, output: '1' }));
      await refuses(late, /^(?:TaskTimedOut|TaskDoesNotExist|InvalidToken)$/);
    },
  },
  {
    id: 'sfn.task.heartbeat',
    says: 'A task without a heartbeat in time fails; one with heartbeats goes on.',
    doc: pages.task,
    needs: 'clock',
    async run(aws, tools) {
      const activity = await anActivity(aws, tools);
      const machine = await aMachine(
        aws,
        tools,
        oneState({ ...activity.task, HeartbeatSeconds: 10, TimeoutSeconds: 600 }),
      );
      const arn = await machine.start();
      const { token } = await activity.take();
      for (let beats = 0; beats < 3; beats += 1) {
        await tools.pass(8_000);
        await aws.sfn.send(new SendTaskHeartbeatCommand({ taskToken: token }));
      }
      assert.equal((await machine.describe(arn)).status, 'RUNNING');
      await tools.pass(11_000);
      const execution = await machine.describe(arn);
      assert.equal(execution.status, 'FAILED');
      assert.match(execution.error ?? '', /^States\.(?:HeartbeatTimeout|Timeout)$/);
    },
  },
  {
    id: 'sfn.task.bad-token',
    says: 'A token that is none is refused with InvalidToken.',
    doc: pages.api('SendTaskSuccess'),
    async run(aws) {
      const send = new SendTaskSuccessCommand({ taskToken: 'garbage', output: '1' });
      await refuses(aws.sfn.send(send), /^(?:InvalidToken|TaskDoesNotExist)$/);
    },
  },
  {
    id: 'sfn.task.bad-output',
    says: 'A result that is no JSON is refused with InvalidOutput.',
    doc: pages.api('SendTaskSuccess'),
    async run(aws, tools) {
      const activity = await anActivity(aws, tools);
      const machine = await aMachine(aws, tools, oneState(activity.task));
      await machine.start();
      const { token } = await activity.take();
      const send = new SendTaskSuccessCommand({ taskToken: token, output: 'not JSON' });
      await refuses(aws.sfn.send(send), 'InvalidOutput');
    },
  },
  {
    id: 'sfn.task.history',
    says: 'A task of an activity is scheduled, started and has succeeded, with its details.',
    doc: pages.api('HistoryEvent'),
    async run(aws, tools) {
      const activity = await anActivity(aws, tools);
      const machine = await aMachine(aws, tools, oneState(activity.task));
      const arn = await machine.start({ n: 1 });
      await activity.succeed('2');
      await machine.ended(arn);
      const events = await machine.history(arn);
      assert.deepEqual(listTypes(events), [
        'ExecutionStarted',
        'TaskStateEntered',
        'ActivityScheduled',
        'ActivityStarted',
        'ActivitySucceeded',
        'TaskStateExited',
        'ExecutionSucceeded',
      ]);
      assert.equal(events[2]?.activityScheduledEventDetails?.resource, activity.arn);
      assert.deepEqual(JSON.parse(events[2].activityScheduledEventDetails.input ?? ''), { n: 1 });
      assert.equal(events[3]?.activityStartedEventDetails?.workerName, 'conformance');
      assert.equal(events[4]?.activitySucceededEventDetails?.output, '2');
    },
  },
  {
    id: 'sfn.task.history-of-failure',
    says: 'A failed task leaves an event with error and cause, and the execution one more.',
    doc: pages.api('HistoryEvent'),
    async run(aws, tools) {
      const activity = await anActivity(aws, tools);
      const machine = await aMachine(aws, tools, chain({ Work: activity.task, Never: { Type: 'Succeed' } }));
      const arn = await machine.start();
      await activity.fail('Broken', 'Because.');
      await machine.ended(arn);
      const events = await machine.history(arn);
      assert.deepEqual(listTypes(events).slice(-2), ['ActivityFailed', 'ExecutionFailed']);
      assert.deepEqual(events.at(-2)?.activityFailedEventDetails, { error: 'Broken', cause: 'Because.' });
      assert.deepEqual(events.at(-1)?.executionFailedEventDetails, { error: 'Broken', cause: 'Because.' });
    },
  },
];

/** Creates an activity with the worker's side of a Task state. */
export async function anActivity(aws: Clients, tools: Tools) {
  const create = new CreateActivityCommand({ name: tools.name('activity') });
  const { activityArn = '' } = await aws.sfn.send(create);
  tools.afterwards(() => aws.sfn.send(new DeleteActivityCommand({ activityArn })));
  const take = async () => {
    const get = new GetActivityTaskCommand({ activityArn, workerName: 'conformance' });
    const [{ taskToken, input }] = await Promise.all([aws.sfn.send(get), tools.pass(50)]);
    assert.ok(taskToken, 'a task is given');
    return { token: taskToken, input };
  };
  const send = (taskToken: string, output: string) =>
    aws.sfn.send(new SendTaskSuccessCommand({ taskToken, output }));
  return {
    arn: activityArn,
    task: { Type: 'Task', Resource: activityArn },
    take,
    send,
    succeed: async (output: string) => {
      const { token } = await take();
      await send(token, output);
    },
    fail: async (error: string, cause?: string) => {
      const { token } = await take();
      const why = cause === undefined ? {} : { cause };
      await aws.sfn.send(new SendTaskFailureCommand({ taskToken: token, error, ...why }));
    },
  };
}
