import type { ReactNode } from 'react';
import type { Failure, FailureCode } from '#shared/contract/result.ts';
import { NoPermissionState } from '#renderer/ui/states/access-states.tsx';
import { ErrorState } from '#renderer/ui/states/error-state.tsx';

export type FailureWords = Partial<Readonly<Record<FailureCode, string>>>;

export interface ReadFailureProps {
  readonly failure: Failure;
  /** "The documents were not read" */
  readonly title: string;
  /** What is not shown because of it, and what is safe. */
  readonly notDone: string;
  readonly onRetry?: (() => void) | undefined;
  readonly retrying?: boolean | undefined;
  /** Where a screen knows a better title or next step than all screens do. */
  readonly titles?: FailureWords | undefined;
  readonly nexts?: FailureWords | undefined;
  /** To whoever has no permission: what they can do, or what is safe all the same. */
  readonly withoutPermission?: ReactNode;
}

/** Why a part of a page is not there, what was not done, and the next step. */
export function ReadFailure(props: ReadFailureProps) {
  const { failure, title, notDone, onRetry, retrying, titles, nexts, withoutPermission } = props;
  if (failure.code === 'read-denied') {
    return (
      <NoPermissionState
        title={`This role may not read ${failure.resource.slice(failure.resource.search(lastName))}`}
        forAdmin={`${failure.action} on ${failure.resource}`}
        onRetry={onRetry}
      >
        {failure.message}
      </NoPermissionState>
    );
  }
  if (failure.code === 'tenant-out-of-scope') {
    return (
      <NoPermissionState title={titles?.[failure.code] ?? `${failure.tenantId} is not one of your tenants`}>
        {failure.message} {withoutPermission}
      </NoPermissionState>
    );
  }
  return (
    <ErrorState
      title={titles?.[failure.code] ?? usualTitles[failure.code] ?? title}
      happened={failure.message}
      notDone={notDone}
      next={
        nexts?.[failure.code] ??
        usualNexts[failure.code] ??
        'Try again. If it stays so, the reference finds it in the log.'
      }
      reference={failure.reference}
      onRetry={onRetry}
      retrying={retrying}
    />
  );
}

/** Of an ARN: a table, an index or a queue. */
const lastName = /[^/:]*$/;

const usualTitles: FailureWords = {
  throttled: 'The table is too busy',
  'sign-in-expired': 'The sign-in to AWS has expired',
  'aws-unreachable': 'AWS did not answer',
  'host-unreachable': "The console's process is not answering",
};

const usualNexts: FailureWords = {
  throttled: 'Wait a moment, then try again.',
  'sign-in-expired': 'Sign in as you usually do for this profile, then try again.',
  'aws-unreachable': 'Check the network or the VPN, then try again.',
  'aws-refused': 'Check that the connection names the right region and account.',
  'host-unreachable': 'Try again; if it stays away, start Sluice again.',
  'cursor-refused': 'Read the list again from its first page.',
};
