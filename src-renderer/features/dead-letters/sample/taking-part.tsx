import { Button } from '#renderer/ui/button/button.tsx';
import { Note } from '#renderer/ui/note/note.tsx';
import { ProgressBar } from '#renderer/ui/progress/progress-bar.tsx';
import styles from './sampling-notice.module.css';
import type { Taking } from './use-sampler.ts';

interface TakingPartProps {
  readonly taking: Taking | undefined;
  readonly onStop: () => void;
  readonly onRetry: () => void;
}

/** How far a sampling has come, or why it ended before its time. */
export function TakingPart({ taking, onStop, onRetry }: TakingPartProps) {
  if (taking === undefined) return null;
  const { received, of, isStopping, isOver, failure } = taking;
  if (!isOver) {
    return (
      <div className={styles.taking}>
        <ProgressBar label="Receiving" value={received} max={of} thin />
        <Button size="sm" variant="ghost" disabled={isStopping} onClick={onStop}>
          {isStopping ? 'Stopping' : 'Stop'}
        </Button>
      </div>
    );
  }
  if (failure === undefined) return null;
  // Where no answer came, nobody knows; main says then what may be hidden.
  const isNone = received === 0 && failure.code !== 'aws-unreachable';
  return (
    <Note
      tone="bad"
      flat
      live
      action={
        <Button size="sm" variant="ghost" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      <b>The sampling ended early.</b> {failure.message}
      {isNone ? ' No message was received.' : ''}
      {failure.reference === '' ? null : ` Reference ${failure.reference}`}
    </Note>
  );
}
