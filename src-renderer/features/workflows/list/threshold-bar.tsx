import type { CSSProperties } from 'react';
import type { Workflow } from '#shared/contract/triage/tenants.ts';
import { liveThresholds } from '#shared/domain/thresholds/draft.ts';
import { shareWords } from '../threshold-words.ts';
import styles from './list.module.css';

/** What the two thresholds leave to failure, review and success, along all the scores there can be. */
export function ThresholdBar({ workflow }: { readonly workflow: Workflow }) {
  const live = liveThresholds(workflow);
  if (live === null) return <span className={styles.none}>not readable</span>;
  const { confidenceThreshold: low, reviewThreshold: high } = live;
  return (
    <span className={styles.bar} title={thresholdTitle(workflow)}>
      <span className={styles.figure}>{shareWords(low)}</span>
      <span className={styles.track} aria-hidden style={{ '--low': low, '--high': high } as CSSProperties}>
        <span className={styles.failed} />
        <span className={styles.review} />
        <span className={styles.succeeded} />
      </span>
      <span className={styles.figure}>{shareWords(high)}</span>
    </span>
  );
}

function thresholdTitle({ confidenceThreshold, reviewThreshold }: Workflow): string {
  return `A document fails under ${shareWords(confidenceThreshold)}, and somebody has to look under ${shareWords(reviewThreshold)}.`;
}
