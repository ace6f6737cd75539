import type { Failure, FailureCode } from '#shared/contract/result.ts';
import { ErrorState } from '#renderer/ui/states/error-state.tsx';
import { NoPermissionState } from '#renderer/ui/states/access-states.tsx';

export interface AnswerFailureProps {
  readonly failure: Failure;
  readonly onRetry: () => void;
  readonly retrying: boolean;
}

/** Why there is no answer, what was not done, and the next step. */
export function AnswerFailure({ failure, onRetry, retrying }: AnswerFailureProps) {
  if (failure.code === 'read-denied') {
    return (
      <NoPermissionState
        title={`This role may not ${failure.action}`}
        forAdmin={`${failure.action} on ${failure.resource}`}
        onRetry={onRetry}
      >
        {failure.message} The view Access writes the policy that allows it.
      </NoPermissionState>
    );
  }
  const { title, next, canRetry } = wordsOf(failure);
  return (
    <ErrorState
      title={title}
      happened={failure.message}
      notDone="No item was read and nothing was changed."
      next={next}
      reference={failure.reference}
      onRetry={canRetry ? onRetry : undefined}
      retrying={retrying}
    />
  );
}

interface FailureWords {
  readonly title: string;
  readonly next: string;
  readonly canRetry: boolean;
}

export function wordsOf({ code }: Failure): FailureWords {
  return words[code] ?? unexpected;
}

const unexpected: FailureWords = {
  title: 'The question was not answered',
  next: 'Try again. If it stays so, the reference finds it in the log.',
  canRetry: true,
};

const words: Partial<Readonly<Record<FailureCode, FailureWords>>> = {
  throttled: {
    title: 'The table is too busy',
    next: 'Wait a moment, then try again; a smaller page asks for less at once.',
    canRetry: true,
  },
  'sign-in-expired': {
    title: 'The sign-in to AWS has expired',
    next: 'Sign in again as you usually do for this profile, then try again. What you typed is kept.',
    canRetry: true,
  },
  'aws-unreachable': {
    title: 'AWS did not answer',
    next: 'Check the network or the VPN, then try again.',
    canRetry: true,
  },
  'host-unreachable': {
    title: "The console's process is not answering",
    next: 'Try again; if it stays away, start Sluice again. What you typed is kept.',
    canRetry: true,
  },
  'aws-refused': {
    title: 'AWS refused the question',
    next: 'Check that the connection names the right region, account and table.',
    canRetry: true,
  },
  'invalid-input': {
    title: 'This cannot be asked',
    next: 'Correct the values above, then ask again.',
    canRetry: false,
  },
  'cursor-refused': {
    title: 'This page cannot be continued',
    next: 'Ask the question again from its first page.',
    canRetry: true,
  },
  'not-found': {
    title: 'This question leads nowhere',
    next: 'See which tables the connection names, in Settings.',
    canRetry: false,
  },
  'role-required': {
    title: 'Your role may not ask this',
    next: 'Ask somebody whose role allows it.',
    canRetry: false,
  },
};
