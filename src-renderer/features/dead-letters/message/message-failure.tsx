import type { Failure } from '#shared/contract/result.ts';
import { listed } from '#shared/domain/listed-words.ts';
import { NoPermissionState } from '#renderer/ui/states/access-states.tsx';
import { ErrorState } from '#renderer/ui/states/error-state.tsx';

export interface MessageFailureProps {
  readonly failure: Failure;
  readonly onRetry: () => void;
}

/** Why it is not shown, and what that does not change. */
export function MessageFailure({ failure, onRetry }: MessageFailureProps) {
  if (failure.code === 'role-required') {
    return (
      <NoPermissionState title="Your role may not open messages">
        {`This is for the roles ${listed(failure.allowed)}. The message is where it was.`}
      </NoPermissionState>
    );
  }
  if (failure.code === 'tenant-out-of-scope') {
    return (
      <NoPermissionState title="A queue holds everybody’s messages">{failure.message}</NoPermissionState>
    );
  }
  if (failure.code === 'not-found') {
    return (
      <ErrorState
        title="This message is not held any more"
        happened={failure.message}
        notDone="Nothing was received, and nothing was changed."
        next="Sample the queue again: what is still there is received anew."
        reference={failure.reference}
      />
    );
  }
  if (failure.code === 'invalid-input') {
    return (
      <ErrorState
        title="Its body stays in the main process"
        happened={failure.message}
        notDone="The message is still held, and nothing was changed."
        next="Redrive it as it is, or export it whole and look at it there."
        reference={failure.reference}
      />
    );
  }
  return (
    <ErrorState
      title="The message could not be opened"
      happened={failure.message}
      notDone="It is still held, and nothing was changed."
      next="Try again. If it stays so, the reference finds it in the log."
      reference={failure.reference}
      onRetry={onRetry}
    />
  );
}
