import type { ObjectiveRow } from '#shared/contract/objectives.ts';
import { grouped } from '#shared/domain/formatting.ts';
import { formatAtLeast } from '#shared/domain/objective-words.ts';
import { formatEdge } from '#shared/domain/objective.ts';
import styles from './objective-month.module.css';
import { ProgressBar } from './progress.tsx';

type Month = NonNullable<ObjectiveRow['month']>;

/** Shows how many batches of the month were in time, and how much of the allowance is used. */
export function ObjectiveMonth({ row }: { readonly row: ObjectiveRow }) {
  const { month, objective } = row;
  if (month === null) return <p className={styles.none}>Not counted.</p>;
  const { batches, within, missed, allowed } = month;
  if (batches === 0) return <p className={styles.none}>No batch has ended this month yet.</p>;
  return (
    <div className={styles.bars}>
      <ProgressBar
        label={`${formatAtLeast(row)}${grouped(within)} of ${grouped(batches)} within ${formatEdge(objective.minutes)}`}
        figure={`${((within * 100) / batches).toFixed(1)} %`}
        value={within}
        max={batches}
        tone="processing"
      />
      <ProgressBar
        label="Allowance used"
        figure={describeUsed(month)}
        value={missed}
        max={Math.max(Math.floor(allowed ?? 0), 1)}
        tone={month.standing === 'spent' ? 'failed' : 'succeeded'}
      />
    </div>
  );
}

function describeUsed({ missed, allowed, allowedSoFar }: Month): string {
  if (allowed === null) return `${grouped(missed)} missed, ${grouped(Math.floor(allowedSoFar))} so far`;
  return `${grouped(missed)} of ${grouped(Math.floor(allowed))}`;
}
