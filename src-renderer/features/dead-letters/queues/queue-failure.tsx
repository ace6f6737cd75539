import type { Failure } from '#shared/contract/result.ts';
import { toldFailure } from '#renderer/contract/told-failure.ts';
import type { FailureWords } from '#renderer/contract/told-failure.ts';
import { ToldState } from '#renderer/ui/states/told-state.tsx';

interface QueueFailureProps {
  readonly failure: Failure;
  /** "The queues were not read" */
  readonly title: string;
  /** What is not shown because of it, and what is safe. */
  readonly notDone: string;
  readonly onRetry: () => void;
  readonly isRetrying: boolean;
}

/** Why nothing is shown of a queue, and that nothing in it was touched. */
export function QueueFailure({ failure, title, notDone, onRetry, isRetrying }: QueueFailureProps) {
  return (
    <ToldState
      told={toldFailure(failure, { title, titles, nexts, outOfScope: notDone })}
      notDone={notDone}
      onRetry={onRetry}
      retrying={isRetrying}
    />
  );
}

const titles: FailureWords = {
  throttled: 'SQS is too busy',
  // The page itself says so before it asks; this is who became another person while it was shown.
  'tenant-out-of-scope': 'Not for this person',
  'role-required': 'Not for this person',
};

const nexts: FailureWords = {
  'not-found': 'Check the name of the queue in the connection.',
  'role-required': 'Support and admins look at dead letters.',
};
