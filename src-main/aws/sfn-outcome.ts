import { ForbiddenCommand } from './allowed-targets.ts';
import { refusedAddress, signInErrors, statusOf, unclearAnswer, whyRefusedAddress } from './aws-trouble.ts';
import type { ExecutionChange } from './executions.ts';
import { redriveReason } from '#shared/domain/execution-allowance.ts';

type SfnChange = 'RedriveExecution' | 'StopExecution';

/**
 * What a failed change says for certain: an error that AWS itself names and puts down to the caller was refused before
 * anything was done. Everything else may have happened, a proxy's page and a 500 included.
 */
export function outcomeOfError(error: unknown, operation: SfnChange, executionName: string): ExecutionChange {
  if (error instanceof ForbiddenCommand) throw error;
  const { name, message } = error instanceof Error ? error : { name: 'an unknown error', message: '' };
  const status = error instanceof Error ? (statusOf(error) ?? 0) : 0;
  if (unsent.has(name) || (status >= 400 && status < 500 && status !== 408 && isOfAws(name))) {
    return {
      kind: 'refused',
      name,
      why: `${whyOf(name, message, operation, executionName)} Nothing was done.`,
    };
  }
  if (name === 'LateAnswer') {
    return { kind: 'unclear', why: `Step Functions did not answer the ${operation} in time.` };
  }
  return { kind: 'unclear', why: unclearAnswer(error, operation) };
}

function whyOf(name: string, message: string, operation: SfnChange, executionName: string): string {
  if (name === 'ExecutionNotRedrivable') {
    return redriveReason(message.split(' invalid for redrive as: ').at(-1) ?? message);
  }
  if (name === 'ExecutionDoesNotExist') {
    return `Step Functions has no execution "${executionName}" any more: it keeps one for 90 days.`;
  }
  if (name === 'AccessDeniedException') {
    return `This sign-in may not do states:${operation} on the execution "${executionName}".`;
  }
  if (/Throttling|TooManyRequests/.test(name)) {
    return 'Step Functions asked for a slower pace. Try again in a minute.';
  }
  if (name === 'NotSignedIn') return message;
  if (name === refusedAddress) return whyRefusedAddress(message);
  if (signInErrors.has(name))
    return 'The sign-in of this connection has expired. Sign in again, then repeat it.';
  return `Step Functions ${operation} was answered ${name}.`;
}

/** Step Functions gives its own errors plain names; those that all services share end alike. */
function isOfAws(name: string): boolean {
  return (
    own.has(name) || signInErrors.has(name) || (name.endsWith('Exception') && name !== 'SFNServiceException')
  );
}

const own: ReadonlySet<string> = new Set([
  'ExecutionDoesNotExist',
  'ExecutionLimitExceeded',
  'ExecutionNotRedrivable',
  'InvalidArn',
  'ValidationError',
]);

/** Who gets no credentials, or no address, sends nothing. */
const unsent: ReadonlySet<string> = new Set([
  refusedAddress,
  'CredentialsProviderError',
  'TokenProviderError',
  'NotSignedIn',
]);
