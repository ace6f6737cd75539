import type { Failure } from '#shared/contract/result.ts';
import { BrandMark } from '#renderer/ui/brand/brand-mark.tsx';
import { ErrorState } from '#renderer/ui/states/error-state.tsx';
import styles from './closed-door.module.css';

interface ClosedDoorProps {
  readonly failure: Failure;
  readonly isRetrying: boolean;
  readonly onRetry: () => void;
}

/** The whole page when there is no session to draw a console for. */
export function ClosedDoor({ failure, isRetrying, onRetry }: ClosedDoorProps) {
  const words = wordsFor(failure);
  return (
    <main className={styles.door} aria-busy={isRetrying}>
      <div className={styles.brand}>
        <BrandMark />
        <span>Sluice</span>
      </div>
      <ErrorState {...words} reference={failure.reference} onRetry={onRetry} retrying={isRetrying} />
    </main>
  );
}

function wordsFor(failure: Failure) {
  if (failure.code === 'untrusted-caller') {
    return {
      title: 'This window is not signed in to its console',
      happened:
        'The console lets in only windows that were opened with the address it printed, and that address works once.',
      notDone: 'Nothing was read and nothing was changed.',
      next: 'Open the address the terminal printed again, or start the console once more for a new one.',
    };
  }
  if (failure.code === 'host-unreachable') {
    return {
      title: "The console's process is not answering",
      happened: 'It has stopped, or the address belongs to an earlier start.',
      notDone: 'Nothing was read and nothing was changed.',
      next: 'Start it again with npm start, and open the address it prints.',
    };
  }
  return {
    title: 'The console could not be opened',
    happened: failure.message,
    notDone: 'Nothing was read and nothing was changed.',
    next: 'Try again. If it happens once more, look the reference up in the log of the console.',
  };
}
