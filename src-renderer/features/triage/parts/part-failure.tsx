import type { Failure, FailureCode } from '#shared/contract/result.ts';
import { NoPermissionState } from '#renderer/ui/states/access-states.tsx';
import { ErrorState } from '#renderer/ui/states/error-state.tsx';

export interface PartFailureProps {
  readonly failure: Failure;
  /** "The documents were not read" */
  readonly title: string;
  /** What is not shown because of it, and what is safe. */
  readonly notDone: string;
  readonly onRetry?: (() => void) | undefined;
  readonly retrying?: boolean | undefined;
}

/** Why a part of the page is not there, what was not done, and the next step. */
export function PartFailure({ failure, title, notDone, onRetry, retrying }: PartFailureProps) {
  if (failure.code === 'read-denied') {
    return (
      <NoPermissionState
        title={`This role may not read ${failure.resource.slice(failure.resource.lastIndexOf('/') + 1)}`}
        forAdmin={`${failure.action} on ${failure.resource}`}
        onRetry={onRetry}
      >
        {failure.message}
      </NoPermissionState>
    );
  }
  if (failure.code === 'tenant-out-of-scope') {
    return (
      <NoPermissionState title={`${failure.tenantId} is not one of your tenants`}>
        {failure.message} Whether there is such a batch is not said. Ask for the tenant, or switch to a person
        who has it.
      </NoPermissionState>
    );
  }
  return (
    <ErrorState
      title={titles[failure.code] ?? title}
      happened={failure.message}
      notDone={notDone}
      next={nexts[failure.code] ?? 'Try again. If it stays so, the reference finds it in the log.'}
      reference={failure.reference}
      onRetry={onRetry}
      retrying={retrying}
    />
  );
}

const titles: Partial<Readonly<Record<FailureCode, string>>> = {
  throttled: 'The table is too busy',
  'sign-in-expired': 'The sign-in to AWS has expired',
  'aws-unreachable': 'AWS did not answer',
  'host-unreachable': "The console's process is not answering",
  'execution-expired': 'The history of this execution has expired',
};

const nexts: Partial<Readonly<Record<FailureCode, string>>> = {
  throttled: 'Wait a moment, then try again.',
  'sign-in-expired': 'Sign in as you usually do for this profile, then try again.',
  'aws-unreachable': 'Check the network or the VPN, then try again.',
  'aws-refused': 'Check that the connection names the right region and account.',
  'host-unreachable': 'Try again; if it stays away, start Sluice again.',
  'cursor-refused': 'Read the list again from its first page.',
  'execution-expired':
    'AWS keeps a history for 90 days; the passports of the documents still tell what happened.',
  'not-found': 'Check the id, or look for the batch in its tenant.',
};
