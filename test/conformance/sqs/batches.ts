import assert from 'node:assert/strict';
import {
  DeleteMessageBatchCommand,
  SendMessageBatchCommand,
  type SendMessageBatchRequestEntry,
} from '@aws-sdk/client-sqs';
import type { Assertion, Clients } from '#scripts/conformance/assertion.ts';
import { refuses } from '../refuses.ts';
import { aQueue, type Queue } from './a-queue.ts';
import { pages } from './pages.ts';

const refusals: readonly [
  stem: string,
  entries: SendMessageBatchRequestEntry[],
  error: RegExp,
  says: string,
][] = [
  ['empty', [], /^EmptyBatchRequest/, 'A batch of nothing is refused.'],
  ['eleven', buildEntries(11), /^TooManyEntriesInBatchRequest/, 'A batch has ten entries at most.'],
  [
    'same-id',
    [
      { Id: 'a', MessageBody: 'x' },
      { Id: 'a', MessageBody: 'y' },
    ],
    /^BatchEntryIdsNotDistinct/,
    'The ids of a batch are distinct.',
  ],
  [
    'malformed-id',
    [{ Id: 'with space', MessageBody: 'x' }],
    /^InvalidBatchEntryId/,
    'The id of an entry has letters, digits, hyphens and underscores only.',
  ],
  [
    'too-long',
    [
      { Id: 'a', MessageBody: 'x'.repeat(600_000) },
      { Id: 'b', MessageBody: 'x'.repeat(600_000) },
    ],
    /^BatchRequestTooLong/,
    'The messages of a batch are 1 MiB together at most.',
  ],
];

export const batches: readonly Assertion[] = [
  {
    id: 'sqs.batch.send',
    says: 'Every entry of a batch is answered under its id.',
    doc: pages.api('SendMessageBatch'),
    async run(aws, tools) {
      const queue = await aQueue(aws, tools);
      const { Successful = [], Failed } = await send(aws, queue, buildEntries(10));
      assert.deepEqual(
        Successful.map(({ Id = '' }) => Id).toSorted(),
        buildEntries(10).map(({ Id }) => Id),
      );
      assert.deepEqual(Failed ?? [], []);
      assert.equal(new Set(Successful.map(({ MessageId }) => MessageId)).size, 10);
      assert.deepEqual(
        (await queue.bodies()).toSorted(),
        buildEntries(10).map(({ MessageBody }) => MessageBody),
      );
    },
  },
  {
    id: 'sqs.batch.partial-failure',
    says: 'An entry that cannot be sent is named as failed; the others are sent.',
    doc: pages.api('SendMessageBatch'),
    async run(aws, tools) {
      const queue = await aQueue(aws, tools);
      const entries = [
        { Id: 'good', MessageBody: 'fine' },
        { Id: 'bad', MessageBody: 'null \u0000' },
        { Id: 'late', MessageBody: 'x', DelaySeconds: 901 },
      ];
      const { Successful = [], Failed = [] } = await send(aws, queue, entries);
      assert.deepEqual(
        Successful.map(({ Id }) => Id),
        ['good'],
      );
      assert.deepEqual(
        Failed.map(({ Id, SenderFault }) => [Id, SenderFault]),
        [
          ['bad', true],
          ['late', true],
        ],
      );
      assert.equal(Failed.find(({ Id }) => Id === 'bad')?.Code, 'InvalidMessageContents');
      assert.deepEqual(await queue.bodies(), ['fine']);
    },
  },
  ...refusals.map(([stem, entries, error, says]): Assertion => ({
    id: `sqs.batch.refused.${stem}`,
    says,
    doc: pages.api('SendMessageBatch'),
    async run(aws, tools) {
      const queue = await aQueue(aws, tools);
      await refuses(send(aws, queue, entries), error);
      assert.deepEqual(await queue.bodies(), []);
    },
  })),
  {
    id: 'sqs.batch.delete-empty',
    says: 'A batch of no deletes is refused too.',
    doc: pages.api('DeleteMessageBatch'),
    async run(aws, tools) {
      const { url: QueueUrl } = await aQueue(aws, tools);
      await refuses(
        aws.sqs.send(new DeleteMessageBatchCommand({ QueueUrl, Entries: [] })),
        /^EmptyBatchRequest/,
      );
    },
  },
];

function buildEntries(count: number): SendMessageBatchRequestEntry[] {
  return Array.from({ length: count }, (_, i) => ({ Id: `entry-${i}`, MessageBody: `body-${i}` }));
}

function send(aws: Clients, { url: QueueUrl }: Queue, Entries: SendMessageBatchRequestEntry[]) {
  return aws.sqs.send(new SendMessageBatchCommand({ QueueUrl, Entries }));
}
