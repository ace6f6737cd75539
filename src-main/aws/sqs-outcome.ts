import { ForbiddenCommand } from './allowed-targets.ts';
import { signInErrors, statusOf } from './aws-trouble.ts';
import type { EntryOutcome } from './queues.ts';

/**
 * What a failed change says for certain: an error that AWS itself names and puts down to the caller was refused before
 * anything was done. Everything else may have happened, a proxy's page and a 500 included.
 */
export function sqsOutcome(error: unknown, operation: string): Exclude<EntryOutcome, { kind: 'done' }> {
  if (error instanceof ForbiddenCommand) throw error;
  const { name } = error instanceof Error ? error : { name: 'an unknown error' };
  const status = error instanceof Error ? (statusOf(error) ?? 0) : 0;
  if (unsent.has(name) || (status >= 400 && status < 500 && status !== 408 && isOfAws(name))) {
    return { kind: 'refused', name, why: `${whyOf(name, operation)} Nothing was done.`, mayTryAgain: slow.test(name) };
  }
  if (name === 'LateAnswer') return { kind: 'unclear', why: `SQS did not answer the ${operation} in time.` };
  const answer = status === 0 ? `no answer (${name})` : `HTTP ${status} (${name})`;
  return { kind: 'unclear', why: `The ${operation} got ${answer}.` };
}

/** Of one entry, in an answer that SQS has given: it was not taken, for certain. */
export function entryRefused(
  { Code = 'an unknown error', Message, SenderFault }: EntryError,
  operation: string,
): Exclude<EntryOutcome, { kind: 'done' }> {
  const said = Message === undefined || Message === '' ? Code : `${Code}: ${Message}`;
  return {
    kind: 'refused',
    name: Code,
    why: `SQS refused it in the ${operation} (${said}). Nothing was done to it.`,
    mayTryAgain: SenderFault === false || slow.test(Code),
  };
}

interface EntryError {
  readonly Code?: string | undefined;
  readonly Message?: string | undefined;
  readonly SenderFault?: boolean | undefined;
}

function whyOf(name: string, operation: string): string {
  if (/AccessDenied/.test(name)) return `This sign-in may not do sqs:${operation} on this queue.`;
  if (slow.test(name)) return 'SQS asked for a slower pace.';
  if (/QueueDoesNotExist|NonExistentQueue/.test(name)) return 'There is no such queue on this connection.';
  if (signInErrors.has(name)) return 'The sign-in of this connection has expired. Sign in again, then repeat it.';
  return `SQS answered ${name} to the ${operation}.`;
}

const slow = /Throttl|TooManyRequests|SlowDown|OverLimit/;

/** Errors of SQS have plain names of their own; those that all services share end in "Exception". */
function isOfAws(name: string): boolean {
  return own.has(name) || signInErrors.has(name) || (name.endsWith('Exception') && name !== 'SQSServiceException');
}

const own: ReadonlySet<string> = new Set([
  'BatchEntryIdsNotDistinct',
  'BatchRequestTooLong',
  'EmptyBatchRequest',
  'InvalidAddress',
  'InvalidAttributeName',
  'InvalidAttributeValue',
  'InvalidBatchEntryId',
  'InvalidMessageContents',
  'InvalidSecurity',
  'KmsAccessDenied',
  'KmsDisabled',
  'KmsInvalidState',
  'KmsNotFound',
  'KmsThrottled',
  'MessageNotInflight',
  'OverLimit',
  'QueueDoesNotExist',
  'ReceiptHandleIsInvalid',
  'RequestThrottled',
  'ResourceNotFoundException',
  'TooManyEntriesInBatchRequest',
  'UnsupportedOperation',
]);

/** Who gets no credentials sends nothing. */
const unsent: ReadonlySet<string> = new Set(['CredentialsProviderError', 'TokenProviderError']);
