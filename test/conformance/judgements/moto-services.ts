import { judged, type Judgement } from '#scripts/conformance/judgement.ts';

export const motoServices: readonly Judgement[] = judged('moto', [
  {
    because: 'Names and attributes of queues are not checked.',
    right: 'the assertion',
    ids: [
      'sqs.queues.fifo-name',
      'sqs.queues.refused.VisibilityTimeout-43201',
      'sqs.queues.refused.DelaySeconds-901',
      'sqs.queues.refused.MessageRetentionPeriod-59',
      'sqs.queues.refused.MessageRetentionPeriod-1209601',
      'sqs.queues.refused.MaximumMessageSize-1023',
      'sqs.queues.refused.MaximumMessageSize-1048577',
      'sqs.queues.refused.ReceiveMessageWaitTimeSeconds-21',
      'sqs.queues.unknown-attribute',
    ],
  },
  {
    because: 'Sizes, characters and attributes of messages are not checked.',
    right: 'the assertion',
    ids: [
      'sqs.message.ten-attributes',
      'sqs.message.attribute-rules',
      'sqs.message.one-mebibyte',
      'sqs.message.maximum-size',
      'sqs.message.characters',
      'sqs.batch.partial-failure',
    ],
  },
  {
    because: 'The visibility of a message that is not in flight can be changed.',
    right: 'the assertion',
    ids: ['sqs.visibility.not-in-flight'],
  },
  {
    because: 'A dead letter does not name its source, and redrive policies are hardly checked.',
    right: 'the assertion',
    ids: [
      'sqs.dead-letter.source',
      'sqs.dead-letter.malformed-policy',
      'sqs.dead-letter.allow-policy-deny',
      'sqs.dead-letter.allow-policy-by-queue',
    ],
  },
  {
    because: 'It has no move tasks.',
    right: 'the assertion',
    ids: [
      'sqs.move-task.to-source',
      'sqs.move-task.to-destination',
      'sqs.move-task.new-message',
      'sqs.move-task.list',
      'sqs.move-task.one-at-a-time',
      'sqs.move-task.rate',
      'sqs.move-task.cancel',
      'sqs.move-task.cancel-unknown',
      'sqs.move-task.no-source',
      'sqs.move-task.only-dead-letters',
      'sqs.move-task.missing-queue',
      'sqs.move-task.rate-limit',
      'sqs.move-task.list-latest-first',
    ],
  },
  {
    because:
      'Deduplication forgets a message that was deleted, sequence numbers are random and receive attempts are not known.',
    right: 'the assertion',
    ids: ['sqs.fifo.deduplication', 'sqs.fifo.system-attributes', 'sqs.fifo.receive-attempt'],
  },
  {
    because: 'A second machine of the same name replaces the first, and definitions are hardly checked.',
    right: 'the assertion',
    ids: [
      'sfn.machine.create-twice',
      'sfn.machine.refused.not-json',
      'sfn.machine.refused.no-start',
      'sfn.machine.refused.missing-state',
      'sfn.machine.refused.missing-next',
      'sfn.machine.refused.no-end',
      'sfn.machine.refused.unknown-type',
    ],
  },
  {
    because: 'An execution shows the definition of now, not that which it was started with.',
    right: 'the assertion',
    ids: ['sfn.machine.update'],
  },
  {
    because: 'Names and inputs of executions are not checked, and without a name each is called None.',
    right: 'the assertion',
    ids: [
      'sfn.start.default-name',
      'sfn.start.name-rule',
      'sfn.start.input-not-json',
      'sfn.start.input-limit',
    ],
  },
  {
    because: 'StopExecution does not tell when.',
    right: 'the assertion',
    ids: ['sfn.stop.running'],
  },
  {
    because: 'An output that is text alone loses its quotes and is no JSON any more.',
    right: 'the assertion',
    ids: ['sfn.data.text', 'sfn.task.retry', 'sfn.task.task-failed'],
  },
  {
    because: 'Null and escapes are not understood in intrinsic functions.',
    right: 'the assertion',
    ids: ['sfn.intrinsic.array', 'sfn.intrinsic.escapes'],
  },
  {
    because: 'The start time in the context object ends in an error of the server.',
    right: 'the assertion',
    ids: ['sfn.data.context'],
  },
  {
    because: 'Times with an offset from UTC are not understood.',
    right: 'the assertion',
    ids: ['sfn.choice.timestamp-before', 'sfn.choice.timestamp-equals'],
  },
  {
    because: 'A choice that fits nothing fails under another error, which a catcher cannot name.',
    right: 'the assertion',
    ids: ['sfn.choice.none', 'sfn.catch.no-choice-in-branch'],
  },
  {
    because: 'A cause that a worker sends is lost.',
    right: 'the assertion',
    ids: ['sfn.task.failure', 'sfn.task.history-of-failure'],
  },
  {
    because: 'A result that is no JSON is taken.',
    right: 'the assertion',
    ids: ['sfn.task.bad-output'],
  },
  {
    because: 'The history has no pages and always holds the data.',
    right: 'the assertion',
    ids: ['sfn.history.pages', 'sfn.history.without-data'],
  },
  {
    because:
      'It runs no Map in distributed mode: an execution succeeds at once, without events of a Map Run.',
    right: 'the assertion',
    ids: [
      'sfn.map-run.history',
      'sfn.map-run.children',
      'sfn.map-run.tolerance',
      'sfn.map-run.redrive',
      'sfn.map-run.stop',
    ],
  },
  {
    because: 'It has no RedriveExecution.',
    right: 'the assertion',
    ids: [
      'sfn.redrive.from-failed-step',
      'sfn.redrive.history',
      'sfn.redrive.status',
      'sfn.redrive.not-redrivable',
      'sfn.redrive.of-aborted',
      'sfn.redrive.of-fail-state',
      'sfn.redrive.same-token',
      'sfn.redrive.of-branch',
      'sfn.redrive.of-iteration',
    ],
  },
  {
    because: 'Percentiles end in an error of the server.',
    right: 'the assertion',
    ids: ['cloudwatch.statistic.p50'],
  },
  {
    because: 'A metric without dimensions is taken together with those that have some.',
    right: 'the assertion',
    ids: ['cloudwatch.data.dimensions'],
  },
  {
    because: 'Expressions give nothing.',
    right: 'the assertion',
    ids: ['cloudwatch.data.math'],
  },
  {
    because: 'Queries and data are hardly checked.',
    right: 'the assertion',
    ids: ['cloudwatch.data.refused', 'cloudwatch.put.refused', 'cloudwatch.put.too-old'],
  },
  {
    because:
      'A new alarm is OK, its state is lost when it is put again, prefix and state do not narrow a search, and there is no history.',
    right: 'the assertion',
    ids: [
      'cloudwatch.alarm.describe',
      'cloudwatch.alarm.put-again',
      'cloudwatch.alarm.find',
      'cloudwatch.alarm.history',
      'cloudwatch.alarm.refused',
    ],
  },
  {
    because: 'Checksums are not checked.',
    right: 'the assertion',
    ids: ['s3.object.checksum', 's3.object.content-md5'],
  },
  {
    because: 'Names of buckets may have capitals.',
    right: 'the assertion',
    ids: ['s3.bucket.name-rule'],
  },
  {
    because: 'Presigned addresses never expire.',
    right: 'the assertion',
    ids: ['s3.presigned.expired'],
  },
  {
    because: 'The slash in a key is encoded in an event.',
    right: 'unclear',
    ids: ['s3.notification.created', 's3.notification.filter'],
  },
  {
    because: 'A notification may go to a queue that is not there.',
    right: 'the assertion',
    ids: ['s3.notification.missing-queue'],
  },
  {
    because: 'The id of a session of a role is another one each time that it is told.',
    right: 'the assertion',
    ids: ['sts.assume-role.session'],
  },
  {
    because: 'How long a session of a role may last is not checked.',
    right: 'the assertion',
    ids: ['sts.assume-role.refused.DurationSeconds-899', 'sts.assume-role.refused.DurationSeconds-43201'],
  },
]);
