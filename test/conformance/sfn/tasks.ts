import assert from 'node:assert/strict';
import {
  SendTaskFailureCommand,
  SendTaskHeartbeatCommand,
  SendTaskSuccessCommand,
} from '@aws-sdk/client-sfn';
import type { Assertion, Clients, Tools } from '#scripts/conformance/assertion.ts';
import { refuses } from '../refuses.ts';
import { aQueue } from '../sqs/a-queue.ts';
import { aMachine, chain, oneState, listTypes } from './a-machine.ts';
import { pages } from './pages.ts';

/** Covers tasks that the suite's own worker does, which gets their tokens from a queue. */
export const tasks: readonly Assertion[] = [
  {
    id: 'sfn.task.success',
    says: 'A worker is given the input of the state, and what it sends is the result.',
    doc: pages.taskToken,
    async run(aws, tools) {
      const worker = await aWorker(aws, tools);
      const task = { ...worker.takes({ 'id.$': '$.n' }), ResultPath: '$.result' };
      const machine = await aMachine(aws, tools, oneState(task));
      const arn = await machine.start({ n: 7 });
      const given = await worker.take();
      assert.deepEqual(given.input, { id: 7 });
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
      const worker = await aWorker(aws, tools);
      const machine = await aMachine(aws, tools, oneState(worker.task));
      const arn = await machine.start();
      await worker.fail('Broken', 'Because.');
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
      const worker = await aWorker(aws, tools);
      const Retry = [{ ErrorEquals: ['Flaky'], IntervalSeconds: 1, MaxAttempts: 2 }];
      const machine = await aMachine(aws, tools, oneState({ ...worker.task, Retry }));
      const arn = await machine.start();
      await worker.fail('Flaky');
      await tools.pass(1_200);
      await worker.succeed('"fine"');
      const execution = await machine.ended(arn);
      assert.deepEqual([execution.status, execution.output], ['SUCCEEDED', '"fine"']);
    },
  },
  {
    id: 'sfn.task.task-failed',
    says: 'States.TaskFailed names every error of a task but a timeout.',
    doc: pages.errors,
    async run(aws, tools) {
      const worker = await aWorker(aws, tools);
      const Catch = [{ ErrorEquals: ['States.TaskFailed'], Next: 'Caught' }];
      const machine = await aMachine(aws, tools, {
        StartAt: 'Try',
        States: {
          Try: { ...worker.task, Catch, End: true },
          Caught: { Type: 'Pass', Result: 'caught', End: true },
        },
      });
      const arn = await machine.start();
      await worker.fail('Broken');
      assert.equal((await machine.ended(arn)).output, '"caught"');
    },
  },
  {
    id: 'sfn.task.timeout',
    says: 'A task that takes longer than TimeoutSeconds fails with States.Timeout; its answer comes too late.',
    doc: pages.task,
    async run(aws, tools) {
      const worker = await aWorker(aws, tools);
      const machine = await aMachine(aws, tools, oneState({ ...worker.task, TimeoutSeconds: 1 }));
      const arn = await machine.start();
      const { token } = await worker.take();
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
      const worker = await aWorker(aws, tools);
      const machine = await aMachine(
        aws,
        tools,
        oneState({ ...worker.task, HeartbeatSeconds: 10, TimeoutSeconds: 600 }),
      );
      const arn = await machine.start();
      const { token } = await worker.take();
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
      const worker = await aWorker(aws, tools);
      const machine = await aMachine(aws, tools, oneState(worker.task));
      await machine.start();
      const { token } = await worker.take();
      const send = new SendTaskSuccessCommand({ taskToken: token, output: 'not JSON' });
      await refuses(aws.sfn.send(send), 'InvalidOutput');
    },
  },
  {
    id: 'sfn.task.history',
    says: 'A task that waits for its token is scheduled, started, submitted and has succeeded, with its details.',
    doc: pages.api('HistoryEvent'),
    async run(aws, tools) {
      const worker = await aWorker(aws, tools);
      const machine = await aMachine(aws, tools, oneState(worker.task));
      const arn = await machine.start({ n: 1 });
      await worker.succeed('2');
      await machine.ended(arn);
      const events = await machine.history(arn);
      assert.deepEqual(listTypes(events), [
        'ExecutionStarted',
        'TaskStateEntered',
        'TaskScheduled',
        'TaskStarted',
        'TaskSubmitted',
        'TaskSucceeded',
        'TaskStateExited',
        'ExecutionSucceeded',
      ]);
      const scheduled = events[2]?.taskScheduledEventDetails;
      assert.deepEqual(
        [scheduled?.resourceType, scheduled?.resource],
        ['sqs', 'sendMessage.waitForTaskToken'],
      );
      const sent = JSON.parse(scheduled?.parameters ?? '') as { MessageBody: { input: unknown } };
      assert.deepEqual(sent.MessageBody.input, { n: 1 });
      assert.equal(events[5]?.taskSucceededEventDetails?.output, '2');
    },
  },
  {
    id: 'sfn.task.history-of-failure',
    says: 'A failed task leaves an event with error and cause, and the execution one more.',
    doc: pages.api('HistoryEvent'),
    async run(aws, tools) {
      const worker = await aWorker(aws, tools);
      const machine = await aMachine(aws, tools, chain({ Work: worker.task, Never: { Type: 'Succeed' } }));
      const arn = await machine.start();
      await worker.fail('Broken', 'Because.');
      await machine.ended(arn);
      const events = await machine.history(arn);
      assert.deepEqual(listTypes(events).slice(-2), ['TaskFailed', 'ExecutionFailed']);
      const failed = events.at(-2)?.taskFailedEventDetails;
      assert.deepEqual([failed?.error, failed?.cause], ['Broken', 'Because.']);
      assert.deepEqual(events.at(-1)?.executionFailedEventDetails, { error: 'Broken', cause: 'Because.' });
    },
  },
];

/** Creates a queue from which a worker takes the tokens of Task states, with the worker's side of them. */
export async function aWorker(aws: Clients, tools: Tools) {
  const queue = await aQueue(aws, tools);
  const takes = (input: unknown) => ({
    Type: 'Task',
    Resource: 'arn:aws:states:::sqs:sendMessage.waitForTaskToken',
    Parameters: {
      QueueUrl: queue.url,
      MessageBody: {
        'token.$': '$$.Task.Token',
        ...(typeof input === 'string' ? { 'input.$': input } : { input }),
      },
    },
  });
  const take = async (): Promise<{ token: string; input: unknown }> => {
    const [message] = await tools.eventually(() => queue.receive({ MaxNumberOfMessages: 1 }), hasOne);
    assert.ok(message, 'a task is given');
    await queue.delete(message);
    return JSON.parse(message.Body ?? '') as { token: string; input: unknown };
  };
  const send = (taskToken: string, output: string) =>
    aws.sfn.send(new SendTaskSuccessCommand({ taskToken, output }));
  return {
    task: takes('$'),
    takes,
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

function hasOne(messages: readonly unknown[]): boolean {
  return messages.length > 0;
}
