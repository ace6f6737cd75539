import type { Batch } from '#shared/contract/triage/batches.ts';
import { grouped } from '#shared/domain/grouped-number.ts';
import { StackedStatusBar, StatusLegend } from '#renderer/ui/status/stacked-status-bar.tsx';
import { TimeLeft } from './time-left.tsx';
import type { DocumentRow } from '#shared/contract/triage/documents.ts';
import styles from './batch-mix.module.css';

export interface BatchMixProps {
  readonly batch: Batch;
  readonly known: readonly DocumentRow[];
}

/** How many of its documents are in each status, by the batch item itself, and how long the rest will take. */
export function BatchMix({ batch, known }: BatchMixProps) {
  const { batchId, counts, otherCounts, received, documentCount, status } = batch;
  const isArriving =
    status === 'QUEUED' && received !== null && documentCount !== null && received < documentCount;
  return (
    <div className={styles.mix}>
      <div className={styles.line}>
        <StatusLegend counts={counts} others={otherCounts} />
        <span className={styles.end}>
          {isArriving ? (
            <>
              files arrived{' '}
              <b>
                {grouped(received)} of {grouped(documentCount)}
              </b>
            </>
          ) : (
            <TimeLeft batch={batch} known={known} />
          )}
        </span>
      </div>
      <StackedStatusBar counts={counts} others={otherCounts} label={`Documents of ${batchId}`} size="lg" />
    </div>
  );
}
