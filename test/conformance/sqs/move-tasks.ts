import assert from 'node:assert/strict';
import {
  CancelMessageMoveTaskCommand,
  ListMessageMoveTasksCommand,
  StartMessageMoveTaskCommand,
  type StartMessageMoveTaskCommandInput,
} from '@aws-sdk/client-sqs';
import type { Assertion, Clients, Tools } from '#scripts/conformance/assertion.ts';
import { refuses } from '../refuses.ts';
import { invalid } from './invalid.ts';
import { aQueue, aQueueWithDeadLetters, deadLetter, type Queue } from './a-queue.ts';
import { pages } from './pages.ts';

export const moveTasks: readonly Assertion[] = [
  {
    id: 'sqs.move-task.to-source',
    says: 'A move task takes dead letters back to the queue they came from.',
    doc: pages.redrive,
    async run(aws, tools) {
      const { queue, dead } = await withDeadLetters(aws, tools, ['a', 'b']);
      await start(aws, dead);
      const counts = await tools.eventually(
        () => queue.counts(2, 0),
        ([visible]) => visible === '2',
      );
      assert.deepEqual(counts, ['2', '0', '0']);
      assert.deepEqual(await dead.counts(0, 0), ['0', '0', '0']);
      assert.deepEqual((await queue.bodies()).toSorted(), ['a', 'b']);
    },
  },
  {
    id: 'sqs.move-task.to-destination',
    says: 'A move task may name another destination.',
    doc: pages.api('StartMessageMoveTask'),
    async run(aws, tools) {
      const { dead } = await withDeadLetters(aws, tools, ['a']);
      const other = await aQueue(aws, tools);
      await start(aws, dead, { DestinationArn: await other.arn() });
      const bodies = await tools.eventually(
        () => other.bodies(),
        ({ length }) => length > 0,
      );
      assert.deepEqual(bodies, ['a']);
    },
  },
  {
    id: 'sqs.move-task.new-message',
    says: 'A moved message is a new one: another id, and its receive count begins again.',
    doc: pages.redrive,
    async run(aws, tools) {
      const { queue, dead, ids } = await withDeadLetters(aws, tools, ['a']);
      await start(aws, dead);
      const [moved] = await tools.eventually(
        () => queue.receive(),
        ({ length }) => length > 0,
      );
      assert.ok(moved?.MessageId && !ids.includes(moved.MessageId), 'it has another id');
      assert.equal(moved.Attributes?.ApproximateReceiveCount, '1');
    },
  },
  {
    id: 'sqs.move-task.list',
    says: 'A finished task is listed as COMPLETED with its counts, and without its handle.',
    doc: pages.api('ListMessageMoveTasks'),
    async run(aws, tools) {
      const { dead } = await withDeadLetters(aws, tools, ['a', 'b']);
      await start(aws, dead);
      const [task] = await finished(aws, tools, dead);
      assert.equal(task?.Status, 'COMPLETED');
      assert.equal(task.ApproximateNumberOfMessagesMoved, 2);
      assert.equal(task.SourceArn, await dead.arn());
      assert.equal(task.TaskHandle, undefined);
      assert.ok(
        Math.abs(Number(task.StartedTimestamp) - tools.now()) < 60_000,
        `started at ${task.StartedTimestamp}`,
      );
    },
  },
  {
    id: 'sqs.move-task.one-at-a-time',
    says: 'A queue has one active task, whose handle is listed; a second is refused.',
    doc: pages.api('StartMessageMoveTask'),
    async run(aws, tools) {
      const { dead } = await withDeadLetters(aws, tools, ['a', 'b', 'c', 'd', 'e']);
      const { TaskHandle } = await start(aws, dead, { MaxNumberOfMessagesPerSecond: 1 });
      const [running] = await list(aws, dead);
      assert.deepEqual([running?.Status, running?.TaskHandle], ['RUNNING', TaskHandle]);
      await refuses(start(aws, dead), /^(?:UnsupportedOperation|Invalid)/);
    },
  },
  {
    id: 'sqs.move-task.rate',
    says: 'A move task keeps to its messages a second.',
    doc: pages.api('StartMessageMoveTask'),
    async run(aws, tools) {
      const { queue, dead } = await withDeadLetters(aws, tools, ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']);
      await start(aws, dead, { MaxNumberOfMessagesPerSecond: 2 });
      await tools.pass(1_500);
      const moved = Number(
        (await queue.attributes('ApproximateNumberOfMessages')).ApproximateNumberOfMessages,
      );
      assert.ok(moved >= 2 && moved <= 5, `${moved} messages in 1.5 s at 2 a second`);
    },
  },
  {
    id: 'sqs.move-task.cancel',
    says: 'A cancelled task stops, tells how far it was and leaves the rest.',
    doc: pages.api('CancelMessageMoveTask'),
    async run(aws, tools) {
      const { dead } = await withDeadLetters(aws, tools, ['a', 'b', 'c', 'd', 'e', 'f']);
      const { TaskHandle } = await start(aws, dead, { MaxNumberOfMessagesPerSecond: 1 });
      const answer = await aws.sqs.send(new CancelMessageMoveTaskCommand({ TaskHandle }));
      assert.ok((answer.ApproximateNumberOfMessagesMoved ?? 0) < 6, 'not all were moved');
      const [task] = await tools.eventually(
        () => list(aws, dead),
        ([found]) => found?.Status === 'CANCELLED',
      );
      assert.equal(task?.Status, 'CANCELLED');
      await tools.pass(1_500);
      const left = Number((await dead.attributes('ApproximateNumberOfMessages')).ApproximateNumberOfMessages);
      assert.ok(left >= 4, `${left} of 6 are left`);
    },
  },
  {
    id: 'sqs.move-task.cancel-unknown',
    says: 'Cancelling a task that is not there is refused.',
    doc: pages.api('CancelMessageMoveTask'),
    async run(aws) {
      const cancel = new CancelMessageMoveTaskCommand({ TaskHandle: 'garbage' });
      await refuses(aws.sqs.send(cancel), /^(?:ResourceNotFound|Invalid)/);
    },
  },
  {
    id: 'sqs.move-task.no-source',
    says: 'Messages that never were anybody’s dead letters cannot go back: without a destination the task fails.',
    doc: pages.redrive,
    async run(aws, tools) {
      const { dead } = await aQueueWithDeadLetters(aws, tools, 1);
      await dead.send('direct');
      await start(aws, dead);
      const [task] = await finished(aws, tools, dead);
      assert.deepEqual([task?.Status, task?.FailureReason], ['FAILED', 'CouldNotDetermineMessageSource']);
      assert.deepEqual(await dead.counts(1, 0), ['1', '0', '0']);
    },
  },
  {
    id: 'sqs.move-task.only-dead-letters',
    says: 'A move task starts from a dead-letter queue only.',
    doc: pages.api('StartMessageMoveTask'),
    async run(aws, tools) {
      const queue = await aQueue(aws, tools);
      await refuses(start(aws, queue), /^(?:UnsupportedOperation|Invalid)/);
    },
  },
  {
    id: 'sqs.move-task.missing-queue',
    says: 'A move task from a queue that is not there is refused.',
    doc: pages.api('StartMessageMoveTask'),
    async run(aws, tools) {
      const arn = await (await aQueue(aws, tools)).arn();
      const SourceArn = arn.replace(/[^:]+$/, tools.name('nowhere'));
      await refuses(aws.sqs.send(new StartMessageMoveTaskCommand({ SourceArn })), /^ResourceNotFound/);
      await refuses(aws.sqs.send(new ListMessageMoveTasksCommand({ SourceArn })), /^ResourceNotFound/);
    },
  },
  {
    id: 'sqs.move-task.rate-limit',
    says: 'A rate is 1 to 500 messages a second.',
    doc: pages.api('StartMessageMoveTask'),
    async run(aws, tools) {
      const { dead } = await withDeadLetters(aws, tools, ['a']);
      await refuses(start(aws, dead, { MaxNumberOfMessagesPerSecond: 501 }), invalid);
    },
  },
  {
    id: 'sqs.move-task.list-latest-first',
    says: 'Tasks are listed from the latest on: one, unless up to ten are asked for.',
    doc: pages.api('ListMessageMoveTasks'),
    async run(aws, tools) {
      const { dead } = await withDeadLetters(aws, tools, ['a']);
      const other = await aQueue(aws, tools);
      await start(aws, dead, { DestinationArn: await other.arn() });
      await finished(aws, tools, dead);
      await tools.pass(10);
      await start(aws, dead);
      await finished(aws, tools, dead);
      const [only, ...none] = await list(aws, dead);
      assert.deepEqual([only?.DestinationArn, none], [undefined, []]);
      const both = await list(aws, dead, 10);
      assert.deepEqual(
        both.map(({ DestinationArn }) => DestinationArn),
        [undefined, await other.arn()],
      );
    },
  },
];

async function withDeadLetters(aws: Clients, tools: Tools, bodies: readonly string[]) {
  const { queue, dead } = await aQueueWithDeadLetters(aws, tools, 1);
  const ids: (string | undefined)[] = [];
  for (const body of bodies) ids.push((await queue.send(body)).MessageId);
  await deadLetter(queue, 1);
  assert.deepEqual(await dead.counts(bodies.length, 0), [String(bodies.length), '0', '0']);
  return { queue, dead, ids };
}

async function start(aws: Clients, dead: Queue, more: Partial<StartMessageMoveTaskCommandInput> = {}) {
  return aws.sqs.send(new StartMessageMoveTaskCommand({ SourceArn: await dead.arn(), ...more }));
}

async function list(aws: Clients, dead: Queue, MaxResults?: number) {
  const more = MaxResults === undefined ? {} : { MaxResults };
  const answer = await aws.sqs.send(
    new ListMessageMoveTasksCommand({ SourceArn: await dead.arn(), ...more }),
  );
  return answer.Results ?? [];
}

function finished(aws: Clients, tools: Tools, dead: Queue) {
  return tools.eventually(
    () => list(aws, dead),
    ([task]) => task?.Status !== 'RUNNING',
  );
}
