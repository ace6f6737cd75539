import type { Failure } from '#shared/contract/result.ts';
import { toldFailure } from '#renderer/contract/told-failure.ts';
import { ToldState } from '#renderer/ui/states/told-state.tsx';

interface QueueFailureProps {
  readonly failure: Failure;
  /** "The queue was not read" */
  readonly title: string;
  readonly onRetry: () => void;
  readonly isRetrying: boolean;
}

/** Why there is no list, and that no work was lost. */
export function QueueFailure({ failure, title, onRetry, isRetrying }: QueueFailureProps) {
  return (
    <ToldState
      told={toldFailure(failure, { title, outOfScope: 'Choose another tenant in the top bar.' })}
      notDone="No document is shown. Nothing was claimed or decided; drafts are kept on this machine."
      onRetry={onRetry}
      retrying={isRetrying}
    />
  );
}
