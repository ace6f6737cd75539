import { toldFailure } from '#renderer/contract/told-failure.ts';
import { Button } from '#renderer/ui/button/button.tsx';
import { SkeletonRows } from '#renderer/ui/skeleton/skeleton.tsx';
import { StaleNote } from '#renderer/ui/states/stale-note.tsx';
import { ToldState } from '#renderer/ui/states/told-state.tsx';
import styles from './threshold-editor.module.css';
import type { SampleReading } from './use-sample.ts';

interface SampleStateProps {
  readonly reading: SampleReading;
}

/** In place of what follows from a sample, while there is none. */
export function SampleState({ reading: { failure, isReading, readAgain } }: SampleStateProps) {
  if (failure === undefined) {
    return (
      <div className={styles.skeleton}>
        <SkeletonRows rows={4} label="Reading the scores of the newest documents" labelVisible />
      </div>
    );
  }
  return (
    <ToldState
      told={toldFailure(failure, {
        title: 'The scores were not read',
        outOfScope: 'Choose another tenant in the top bar.',
      })}
      notDone="Nothing is known of what other thresholds would change. Nothing was saved."
      onRetry={readAgain}
      retrying={isReading}
    />
  );
}

/** What was read before stays, and says why it is old. */
export function SampleNote({ reading: { sample, failure, isReading, readAgain } }: SampleStateProps) {
  if (sample === undefined || failure === undefined) return null;
  return (
    <StaleNote
      flat
      reason={failure.message}
      showing="The sample that was read before is shown."
      action={
        <Button size="sm" variant="ghost" loading={isReading} onClick={readAgain}>
          Try again
        </Button>
      }
    />
  );
}

/** What stands where bars would; undefined where there are some. */
export function emptyWords({ sample, failure, isReading }: SampleReading): string | undefined {
  if (sample === undefined) return isReading || failure === undefined ? '' : 'Not read';
  if (sample.documents.length > 0) return undefined;
  if (sample.batches === 0) return `No batch of this workflow in the last ${String(sample.days)} days`;
  return `None of ${sample.read.toLocaleString('en')} documents has a score`;
}
