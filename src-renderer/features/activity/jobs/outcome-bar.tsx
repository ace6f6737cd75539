import type { CSSProperties } from 'react';
import type { Job } from '#shared/contract/jobs/jobs.ts';
import { countsWords, outcomeShares } from '#shared/domain/job-words.ts';
import styles from './outcome-bar.module.css';

/** What became of a job's items, by share; in words beside it. */
export function OutcomeBar({ job }: { readonly job: Pick<Job, 'kind' | 'counts'> }) {
  const words = countsWords(job);
  return (
    <span className={styles.outcome} title={words}>
      <span className={styles.bar} aria-hidden>
        {outcomeShares(job.counts).map(({ group, count }) => (
          <span
            key={group}
            className={styles.part}
            data-group={group}
            style={{ '--share': count } as CSSProperties}
          />
        ))}
      </span>
      <span className={styles.words}>{words}</span>
    </span>
  );
}
