import type { Failure } from '#shared/contract/result.ts';
import { ReadFailure } from '#renderer/contract/read-failure.tsx';
import type { FailureWords } from '#renderer/contract/read-failure.tsx';

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
    <ReadFailure
      failure={failure}
      title={title}
      notDone={notDone}
      onRetry={onRetry}
      retrying={isRetrying}
      titles={titles}
      nexts={nexts}
      withoutPermission={notDone}
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
  'aws-refused': 'Check that the connection names the right queues, region and account.',
  'not-found': 'Check the name of the queue in the connection.',
  'role-required': 'Support and admins look at dead letters.',
};
