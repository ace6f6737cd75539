import { AwsError } from '../protocol/aws-error.ts';
import type { Call } from '../protocol/operation.ts';
import { sqsError } from './sqs-errors.ts';

interface Failure {
  readonly Id: string;
  readonly SenderFault: boolean;
  readonly Code: string;
  readonly Message: string;
}

/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-batch-api-actions.html */
export function checkEntries(entries: readonly { Id: string }[], entryName: string): void {
  if (entries.length === 0) {
    throw sqsError('EmptyBatchRequest', `There should be at least one ${entryName} in the request.`);
  }
  if (entries.length > 10) {
    throw sqsError(
      'TooManyEntriesInBatchRequest',
      `Maximum number of entries per request are 10. You have sent ${entries.length}.`,
    );
  }
  const ids = new Set<string>();
  for (const { Id } of entries) {
    if (!/^[\w-]{1,80}$/.test(Id)) {
      throw sqsError(
        'InvalidBatchEntryId',
        'A batch entry id can only contain alphanumeric characters, hyphens and underscores. ' +
          'It can be at most 80 letters long.',
      );
    }
    if (ids.has(Id)) throw sqsError('BatchEntryIdsNotDistinct', `Id ${Id} repeated.`);
    ids.add(Id);
  }
}

/** Each entry for itself: what one does wrong is told of that one, and the others go through. */
export function eachEntry<E extends { Id: string }>(
  entries: readonly E[],
  call: Call,
  run: (entry: E) => object,
): { Successful: object[]; Failed: Failure[] } {
  const Successful: object[] = [];
  const Failed: Failure[] = [];
  for (const entry of entries) {
    const { Id } = entry;
    if (call.entryFails()) {
      const Message = 'We encountered an internal error. Please try again.';
      Failed.push({ Id, SenderFault: false, Code: 'InternalError', Message });
      continue;
    }
    try {
      Successful.push({ Id, ...run(entry) });
    } catch (error) {
      if (!(error instanceof AwsError)) throw error;
      Failed.push({ Id, SenderFault: true, Code: error.queryCode ?? error.name, Message: error.message });
    }
  }
  return { Successful, Failed };
}
