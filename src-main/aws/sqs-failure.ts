import { refused, type Result } from '#shared/contract/result.ts';
import { failureOf, type Trouble } from './aws-trouble.ts';

export type SqsRead =
  | 'GetQueueUrl'
  | 'GetQueueAttributes'
  | 'ListDeadLetterSourceQueues'
  | 'ListMessageMoveTasks'
  | 'ReceiveMessage';

export function sqsFailure(
  trouble: Trouble,
  attempts: number,
  { operation, queue }: { readonly operation: SqsRead; readonly queue: string },
): Result<never> {
  return refused(
    failureOf(trouble, attempts, {
      service: 'SQS',
      action: `sqs:${operation}`,
      place: `the queue "${queue}"`,
      resource: queue,
      advice:
        trouble.name === 'OverLimit'
          ? 'Too many of its messages are held or being worked on: let go of some, then try again.'
          : "Compare the connection's region, account and queue names with those of the pipelines.",
      missing: {
        code: 'not-found',
        message: `There is no queue "${queue}" on this connection. Nothing was read. Check the connection's region, account and queue names.`,
        what: queue,
      },
    }),
  );
}

export function noSuchQueue(queue: string): Result<never> {
  return refused({
    code: 'not-found',
    message: `"${queue}" is none of this connection's dead-letter queues. Nothing was read.`,
    what: queue,
  });
}
