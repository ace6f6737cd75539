import { judged, type Judgement } from '#scripts/conformance/judgement.ts';

export const elasticmq: readonly Judgement[] = judged('ElasticMQ', [
  {
    because: 'Maximum size and retention period are no attributes of its queues.',
    right: 'the assertion',
    ids: ['sqs.queues.defaults', 'sqs.message.maximum-size'],
  },
  {
    because: 'Attributes are neither checked against their range nor against their names.',
    right: 'the assertion',
    ids: [
      'sqs.queues.refused.VisibilityTimeout-43201',
      'sqs.queues.refused.DelaySeconds-901',
      'sqs.queues.refused.MessageRetentionPeriod-59',
      'sqs.queues.refused.MessageRetentionPeriod-1209601',
      'sqs.queues.refused.MaximumMessageSize-1023',
      'sqs.queues.refused.MaximumMessageSize-1048577',
      'sqs.queues.refused.ReceiveMessageWaitTimeSeconds-21',
      'sqs.queues.unknown-attribute',
      'sqs.visibility.limit',
    ],
  },
  {
    because: 'ListQueues does not page.',
    right: 'the assertion',
    ids: ['sqs.queues.list'],
  },
  {
    because: 'Some refusals are an error of the server without JSON.',
    right: 'the assertion',
    ids: ['sqs.request.missing-parameter', 'sqs.move-task.only-dead-letters'],
  },
  {
    because: 'Message attributes cannot be asked for by prefix.',
    right: 'the assertion',
    ids: ['sqs.message.attributes-when-asked'],
  },
  {
    because: 'Reserved and malformed names of message attributes are taken.',
    right: 'the assertion',
    ids: ['sqs.message.attribute-rules'],
  },
  {
    because: 'Attributes do not count for the size of a message.',
    right: 'the assertion',
    ids: ['sqs.message.one-mebibyte'],
  },
  {
    because: 'A body with characters that are not allowed is refused under another name.',
    right: 'the assertion',
    ids: ['sqs.message.characters', 'sqs.batch.partial-failure'],
  },
  {
    because: 'The visibility of a message that is not in flight can be changed.',
    right: 'the assertion',
    ids: ['sqs.visibility.not-in-flight'],
  },
  {
    because: 'Deleting a second time is refused.',
    right: 'unclear',
    ids: ['sqs.visibility.delete'],
  },
  {
    because: 'A queue can be purged at any time.',
    right: 'the assertion',
    ids: ['sqs.purge.once-a-minute'],
  },
  {
    because:
      'Batches of nothing and malformed ids are taken, and a batch that is too long is refused under another name.',
    right: 'the assertion',
    ids: [
      'sqs.batch.refused.empty',
      'sqs.batch.refused.malformed-id',
      'sqs.batch.refused.too-long',
      'sqs.batch.delete-empty',
    ],
  },
  {
    because: 'Which queues may be dead-letter queues of which is not checked.',
    right: 'the assertion',
    ids: [
      'sqs.dead-letter.same-kind',
      'sqs.dead-letter.allow-policy-deny',
      'sqs.dead-letter.allow-policy-by-queue',
    ],
  },
  {
    because: 'A moved message stays the same message.',
    right: 'the assertion',
    ids: ['sqs.move-task.new-message'],
  },
  {
    because:
      'Move tasks keep their handle when they are over, forget that they were cancelled, list more than asked for and take any rate.',
    right: 'the assertion',
    ids: [
      'sqs.move-task.list',
      'sqs.move-task.cancel',
      'sqs.move-task.list-latest-first',
      'sqs.move-task.rate-limit',
    ],
  },
  {
    because:
      'Without a destination it completes without moving what never was a dead letter; AWS fails the task and says why.',
    right: 'the assertion',
    ids: ['sqs.move-task.no-source'],
  },
  {
    because: 'A missing queue is told by another error than the page of the operation names.',
    right: 'the assertion',
    ids: ['sqs.move-task.missing-queue'],
  },
]);
