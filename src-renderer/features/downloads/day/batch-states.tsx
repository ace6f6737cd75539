import type { DownloadBatchStatus } from '#shared/contract/downloads/downloads.ts';
import { PaneHead } from '#renderer/ui/pane/pane.tsx';
import { DownloadStatus } from '../batch/download-status.tsx';
import styles from './batch-states.module.css';

/** How a batch goes from one status to the next, and where this one stands. */
export function BatchStates({ status }: { readonly status: DownloadBatchStatus | null }) {
  return (
    <section className={styles.states} aria-label="Batch states">
      <PaneHead title="Batch states" level={3} hint="each step is a conditional write" />
      <div className={styles.flow}>
        <State is="initiated" at={status} />
        <Arrow />
        <State is="queued" at={status} />
        <Arrow />
        <div className={styles.ends}>
          <State is="completed" at={status} />
          <State is="timeout" at={status} />
          <State is="failed" at={status} />
        </div>
      </div>
    </section>
  );
}

function State({ is, at }: { readonly is: DownloadBatchStatus; readonly at: DownloadBatchStatus | null }) {
  return (
    <span className={styles.state} aria-current={is === at ? 'step' : undefined}>
      <DownloadStatus status={is} />
    </span>
  );
}

function Arrow() {
  return <span className={styles.arrow} aria-hidden />;
}
