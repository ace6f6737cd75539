import styles from './documents-table.module.css';

/** Those that the batch was started with; null where its item lacks them. */
export interface KnownThresholds {
  readonly confidenceThreshold: number | null;
  readonly reviewThreshold: number | null;
}

export interface ScoreCellProps {
  readonly score: number | null;
  readonly thresholds: KnownThresholds;
}

/** A colour only where the thresholds say something; the status beside it says the same in words. */
export function ScoreCell({ score, thresholds }: ScoreCellProps) {
  if (score === null) return null;
  return (
    <span className={styles.score} data-band={scoreBand(score, thresholds)}>
      {score.toFixed(2)}
    </span>
  );
}

export function scoreBand(
  score: number,
  { confidenceThreshold, reviewThreshold }: KnownThresholds,
): 'failed' | 'review' | undefined {
  if (confidenceThreshold !== null && score < confidenceThreshold) return 'failed';
  return reviewThreshold !== null && score < reviewThreshold ? 'review' : undefined;
}
