import type { Batch } from '#shared/contract/triage/batches.ts';
import { grouped } from '#shared/domain/grouped-number.ts';
import { EmptyState } from '#renderer/ui/states/empty-state.tsx';
import type { GoTriage } from '../triage-address.ts';
import { RunTimeline } from '../timeline/run-timeline.tsx';
import { RunChooser } from './run-chooser.tsx';
import { runAtHand, runOptions } from './run-options.ts';
import styles from './run-part.module.css';

export interface RunPartProps {
  readonly batch: Batch;
  readonly run: number | null;
  readonly go: GoTriage;
}

/** How one run went, document by document. */
export function RunPart({ batch, run: chosen, go }: RunPartProps) {
  const run = runAtHand(batch, chosen);
  if (run === null) {
    return (
      <EmptyState title="This batch has not started yet">
        Its timeline begins with the first run, when its files have arrived.
      </EmptyState>
    );
  }
  const options = runOptions(batch);
  const outcome = options.find((one) => one.run === run)?.outcome ?? '';
  return (
    <div className={styles.run}>
      {options.length < 2 ? null : (
        <div className={styles.runs}>
          <RunChooser batch={batch} run={run} onRun={(next) => go({ run: next }, 'replace')} />
          <span className={styles.outcome} data-outcome={outcome}>
            {outcome === '' ? 'its outcome is not recorded' : outcome}
          </span>
          <span className={styles.count}>of {grouped(options.length)} runs</span>
        </div>
      )}
      <div className={styles.timeline}>
        <RunTimeline
          key={run}
          batchId={batch.batchId}
          run={run}
          outcome={outcome}
          onOpenDocument={(document) => go({ document })}
        />
      </div>
    </div>
  );
}
