import type { Failure, FailureCode } from '#shared/contract/result.ts';
import { NoPermissionState } from '#renderer/ui/states/access-states.tsx';
import { ErrorState } from '#renderer/ui/states/error-state.tsx';

interface QueueFailureProps {
  readonly failure: Failure;
  /** "The queues were not read" */
  readonly title: string;
  /** What is not shown because of it, and what is safe. */
  readonly notDone: string;
  readonly onRetry: () => void;
  readonly isRetrying: boolean;
}

/** Why nothing is shown, what was not done, and the next step. */
export function QueueFailure({ failure, title, notDone, onRetry, isRetrying }: QueueFailureProps) {
  if (failure.code === 'read-denied') {
    return (
      <NoPermissionState
        title={`This role may not use ${failure.resource.slice(failure.resource.lastIndexOf(':') + 1)}`}
        forAdmin={`${failure.action} on ${failure.resource}`}
        onRetry={onRetry}
      >
        {failure.message} {notDone}
      </NoPermissionState>
    );
  }
  if (failure.code === 'tenant-out-of-scope' || failure.code === 'role-required') {
    return (
      <NoPermissionState title="Not for this person">
        {failure.message} {notDone}
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
      retrying={isRetrying}
    />
  );
}

const titles: Partial<Readonly<Record<FailureCode, string>>> = {
  throttled: 'SQS is too busy',
  'sign-in-expired': 'The sign-in to AWS has expired',
  'aws-unreachable': 'AWS did not answer',
  'host-unreachable': "The console's process is not answering",
};

const nexts: Partial<Readonly<Record<FailureCode, string>>> = {
  throttled: 'Wait a moment, then try again.',
  'sign-in-expired': 'Sign in as you usually do for this profile, then try again.',
  'aws-unreachable': 'Check the network or the VPN, then try again.',
  'aws-refused': 'Check that the connection names the right queues, region and account.',
  'host-unreachable': 'Try again; if it stays away, start Sluice again.',
  'not-found': 'Check the name of the queue in the connection.',
};
