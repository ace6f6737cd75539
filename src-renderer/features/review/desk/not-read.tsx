import type { Failure } from '#shared/contract/result.ts';
import { Button } from '#renderer/ui/button/button.tsx';
import { ErrorState } from '#renderer/ui/states/error-state.tsx';

export interface NotReadProps {
  readonly failure: Failure;
  /** What was made of it was sent, and nobody knows what came of it. */
  readonly isSent: boolean;
  readonly onRetry: () => void;
  readonly onNext: () => void;
}

export function NotRead({ failure, isSent, onRetry, onNext }: NotReadProps) {
  return (
    <ErrorState
      title={failure.code === 'sign-in-expired' ? 'Your sign-in has expired' : 'The document was not read'}
      happened={failure.message}
      notDone={
        isSent
          ? 'Whether what you sent came through is not known yet. It is kept, and nothing is decided twice.'
          : 'It was not claimed, and nothing was decided. What you typed before is kept.'
      }
      next={
        failure.code === 'sign-in-expired' ? 'Sign in again, then try again.' : 'Try again, or take the next.'
      }
      reference={failure.reference}
      onRetry={onRetry}
      actions={
        <Button size="sm" icon="forward" onClick={onNext}>
          Take the next one
        </Button>
      }
    />
  );
}
