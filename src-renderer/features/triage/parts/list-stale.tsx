import type { Failure } from '#shared/contract/result.ts';
import { Button } from '#renderer/ui/button/button.tsx';
import { StaleNote } from '#renderer/ui/states/stale-note.tsx';

interface ListStaleProps {
  readonly failure: Failure;
  readonly onRetry: () => void;
}

/** What was read before stays, and is marked as old. */
export function ListStale({ failure, onRetry }: ListStaleProps) {
  return (
    <StaleNote
      flat
      reason={failure.message}
      showing="What was read before is shown."
      action={
        <Button size="sm" variant="ghost" onClick={onRetry}>
          Try again
        </Button>
      }
    />
  );
}
