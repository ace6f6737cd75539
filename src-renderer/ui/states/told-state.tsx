import { NoPermissionState } from './access-states.tsx';
import { ErrorState } from './error-state.tsx';

type Told =
  | {
      readonly kind: 'no-permission';
      readonly title: string;
      readonly message: string;
      /** What an administrator has to allow; without it nothing is there to try again. */
      readonly forAdmin?: string;
    }
  | {
      readonly kind: 'error';
      readonly title: string;
      readonly message: string;
      readonly next: string;
      readonly reference?: string | undefined;
    };

export interface ToldStateProps {
  readonly told: Told;
  /** What is not shown because of it, and what is safe. */
  readonly notDone: string;
  readonly onRetry?: (() => void) | undefined;
  readonly retrying?: boolean | undefined;
}

/** Why a part of a page is not there, what was not done, and the next step. */
export function ToldState({ told, notDone, onRetry, retrying }: ToldStateProps) {
  if (told.kind === 'no-permission') {
    return (
      <NoPermissionState
        title={told.title}
        forAdmin={told.forAdmin}
        onRetry={told.forAdmin === undefined ? undefined : onRetry}
      >
        {told.message}
      </NoPermissionState>
    );
  }
  return (
    <ErrorState
      title={told.title}
      happened={told.message}
      notDone={notDone}
      next={told.next}
      reference={told.reference}
      onRetry={onRetry}
      retrying={retrying}
    />
  );
}
