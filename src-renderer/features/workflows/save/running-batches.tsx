import { memo } from 'react';
import type { Workflow } from '#shared/contract/triage/tenants.ts';
import { pairWords } from '../threshold-words.ts';
import { useSample } from '../editor/use-sample.ts';
import styles from './save.module.css';

interface RunningBatchesProps {
  readonly workflow: Workflow;
  readonly onOpenBatch: (tenantId: string, batchId: string) => void;
}

/** Those in work, as the sample has found them, with what they were submitted under; no matter where a handle is. */
export const RunningBatches = memo(function RunningBatches({ workflow, onOpenBatch }: RunningBatchesProps) {
  const running = useSample(workflow).sample?.running;
  if (running === undefined || running.batches.length === 0) return null;
  const { batches, isAtLeast } = running;
  const shown = batches.slice(0, most);
  const rest = batches.length - shown.length;
  return (
    <ul className={styles.batches} aria-label="In work">
      {shown.map((batch) => (
        <li key={batch.batchId} className={styles.batch}>
          <button
            type="button"
            className={styles.link}
            onClick={() => onOpenBatch(workflow.tenantId, batch.batchId)}
          >
            {batch.batchId}
          </button>
          <span className={styles.quiet}>keeps {pairWords(batch)}</span>
        </li>
      ))}
      {rest === 0 && !isAtLeast ? null : (
        <li className={styles.quiet}>
          {rest === 0 ? 'and perhaps more' : `and ${isAtLeast ? 'at least ' : ''}${String(rest)} more`}
        </li>
      )}
    </ul>
  );
});

const most = 4;
