import { OthersWereQuicker } from '../transact.ts';

/** Whether a call to AWS failed in a way that goes by: throttled, out of order for a moment, or cut off. */
export function isPassing(error: unknown): boolean {
  if (error instanceof OthersWereQuicker) return true;
  if (!(error instanceof Error)) return false;
  const { name, $fault, $retryable, code } = error as AwsError;
  return (
    $fault === 'server' ||
    $retryable !== undefined ||
    names.has(name) ||
    (code !== undefined && codes.has(code))
  );
}

interface AwsError extends Error {
  readonly $fault?: 'client' | 'server';
  readonly $retryable?: object;
  readonly code?: string;
}

const names = new Set([
  'ThrottlingException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'TransactionConflictException',
  'TransactionInProgressException',
  'SlowDown',
  'TimeoutError',
]);

/** Of sockets. */
const codes = new Set(['ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'ETIMEDOUT', 'EAI_AGAIN']);
