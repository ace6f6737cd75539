import { integer, required, string, structure } from '../protocol/shapes.ts';
import { fastestRate, type MoveTask } from './move-tasks.ts';
import type { Queue } from './queue.ts';
import { formatQueueArn } from './queues.ts';
import { operation, type SqsEngine } from './sqs-engine.ts';
import { invalidParameterValue, resourceNotFound, unsupportedOperation } from './sqs-errors.ts';

/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_StartMessageMoveTask.html */
export const startMessageMoveTask = operation({
  name: 'StartMessageMoveTask',
  input: structure({
    SourceArn: required(string()),
    DestinationArn: string(),
    MaxNumberOfMessagesPerSecond: integer(),
  }),
  run(engine, { SourceArn, DestinationArn, MaxNumberOfMessagesPerSecond: perSecond }) {
    const source = getQueue(engine, SourceArn, 'SourceArn');
    if (!isDeadLetterQueue(engine, source)) {
      throw invalidParameterValue('Source queue must be configured as a Dead Letter Queue.');
    }
    if (DestinationArn !== undefined) checkDestination(engine, source, DestinationArn);
    if (perSecond !== undefined && (perSecond < 1 || perSecond > fastestRate)) {
      throw invalidParameterValue(
        `Value for parameter MaxNumberOfMessagesPerSecond is invalid. Reason: Must be between 1 and ${fastestRate}, if provided.`,
      );
    }
    const task = engine.tasks.start({
      sourceArn: SourceArn,
      ...(DestinationArn !== undefined && { destinationArn: DestinationArn }),
      ...(perSecond !== undefined && { perSecond }),
      toMove: source.counts.ready,
    });
    return { TaskHandle: moveTaskHandle(task) };
  },
});

/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_ListMessageMoveTasks.html */
export const listMessageMoveTasks = operation({
  name: 'ListMessageMoveTasks',
  input: structure({ SourceArn: required(string()), MaxResults: integer() }),
  run(engine, { SourceArn, MaxResults = 1 }) {
    if (MaxResults < 1 || MaxResults > 10) {
      throw invalidParameterValue(
        'Value for parameter MaxResults is invalid. Reason: Must be between 1 and 10, if provided.',
      );
    }
    getQueue(engine, SourceArn, 'SourceArn');
    return { Results: engine.tasks.of(SourceArn).slice(0, MaxResults).map(toTaskResult) };
  },
});

/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_CancelMessageMoveTask.html */
export const cancelMessageMoveTask = operation({
  name: 'CancelMessageMoveTask',
  input: structure({ TaskHandle: required(string()) }),
  run(engine, { TaskHandle }) {
    const handle = parseMoveTaskHandle(TaskHandle);
    if (!handle) throw invalidParameterValue('Value for parameter TaskHandle is invalid.');
    getQueue(engine, handle.sourceArn, 'SourceArn');
    const task = engine.tasks.withId(handle.id);
    if (task?.sourceArn !== handle.sourceArn) throw resourceNotFound('Task does not exist.');
    if (task.status !== 'RUNNING') {
      throw unsupportedOperation(
        `Only a task in RUNNING status can be cancelled; this one is ${task.status}.`,
      );
    }
    engine.tasks.cancel(task);
    return { ApproximateNumberOfMessagesMoved: task.moved };
  },
});

function getQueue({ queues }: SqsEngine, arn: string, parameter: string): Queue {
  const queue = queues.withArn(arn);
  if (!queue) {
    throw resourceNotFound(`The resource that you specified for the ${parameter} parameter doesn't exist.`);
  }
  return queue;
}

function isDeadLetterQueue({ world, queues }: SqsEngine, { name }: Queue): boolean {
  const arn = formatQueueArn(world, name);
  return queues.all().some(({ settings }) => settings.redrive?.deadLetterTargetArn === arn);
}

function checkDestination(engine: SqsEngine, source: Queue, arn: string): void {
  const destination = getQueue(engine, arn, 'DestinationArn');
  if (destination === source) {
    throw invalidParameterValue('Source queue arn and destination queue arn cannot be the same.');
  }
  if (destination.settings.isFifo !== source.settings.isFifo) {
    throw invalidParameterValue('Source queue and destination queue must be of the same type.');
  }
}

function toTaskResult(task: MoveTask): object {
  const { destinationArn, perSecond, failureReason } = task;
  return {
    ...(task.status === 'RUNNING' && { TaskHandle: moveTaskHandle(task) }),
    Status: task.status,
    SourceArn: task.sourceArn,
    ...(destinationArn !== undefined && { DestinationArn: destinationArn }),
    ...(perSecond !== undefined && { MaxNumberOfMessagesPerSecond: perSecond }),
    ApproximateNumberOfMessagesMoved: task.moved,
    ApproximateNumberOfMessagesToMove: task.toMove,
    ...(failureReason !== undefined && { FailureReason: failureReason }),
    StartedTimestamp: task.startedAt,
  };
}

/** A client cancels a task by this handle. */
function moveTaskHandle({ id, sourceArn }: { id: string; sourceArn: string }): string {
  return Buffer.from(JSON.stringify({ taskId: id, sourceArn })).toString('base64');
}

function parseMoveTaskHandle(text: string): { id: string; sourceArn: string } | undefined {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(text, 'base64').toString('utf8'));
    if (typeof parsed !== 'object' || parsed === null) return undefined;
    const { taskId, sourceArn } = parsed as { taskId?: unknown; sourceArn?: unknown };
    return typeof taskId === 'string' && typeof sourceArn === 'string'
      ? { id: taskId, sourceArn }
      : undefined;
  } catch {
    return undefined;
  }
}
