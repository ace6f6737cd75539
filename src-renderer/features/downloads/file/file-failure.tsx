import type { Failure } from '#shared/contract/result.ts';
import { toldFailure } from '#renderer/contract/told-failure.ts';
import type { FailureWords } from '#renderer/contract/told-failure.ts';
import { ToldState } from '#renderer/ui/states/told-state.tsx';

interface FileFailureProps {
  readonly failure: Failure;
  /** "The files were not read" */
  readonly title: string;
  /** What is not shown because of it. */
  readonly notDone: string;
  readonly onRetry: () => void;
  readonly isRetrying: boolean;
}

/** Why a part of the downloads is not there; a refusal because of tenants can only come late, in another person's name. */
export function FileFailure({ failure, title, notDone, onRetry, isRetrying }: FileFailureProps) {
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
  'tenant-out-of-scope': 'Not for this person',
  'not-found': 'It is not there',
};

const nexts: FailureWords = {
  'not-found': 'Files are kept for 30 days and batches for 90. Check the id, or look at its day.',
};
