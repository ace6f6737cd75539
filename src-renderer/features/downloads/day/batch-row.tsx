import type { DownloadBatch } from '#shared/contract/downloads/downloads.ts';
import { fileSetsOf } from '#shared/domain/downloads/file-sets.ts';
import { grouped } from '#shared/domain/grouped-number.ts';
import { DownloadStatus } from '../batch/download-status.tsx';
import { ranWords, shortBatchId, startedBy } from '../batch/batch-words.ts';
import { SetsBar } from '../batch/sets-bar.tsx';
import { fileWords } from '../strip/day-words.ts';
import styles from './batch-row.module.css';

interface BatchRowProps {
  readonly batch: DownloadBatch;
  readonly isOpen: boolean;
  readonly now: number;
  readonly onOpen: () => void;
}

export function BatchRow({ batch, isOpen, now, onOpen }: BatchRowProps) {
  const { batchId, status, expected, catchingUp } = batch;
  const { completed, failed, open } = fileSetsOf(batch);
  return (
    <li className={styles.item}>
      <button
        type="button"
        className={styles.row}
        aria-current={isOpen || undefined}
        data-batch={batchId}
        title={batchId}
        onClick={onOpen}
      >
        <span className={styles.line}>
          <span className={styles.id}>{shortBatchId(batchId)}</span>
          <DownloadStatus status={status} />
        </span>
        <span className={styles.line}>
          <span className={styles.quiet}>{ranWords(batch, now)}</span>
          <span className={styles.count}>
            {expected.length === 0
              ? 'expects no file'
              : `${grouped(completed.length)} of ${fileWords(expected.length)}`}
          </span>
        </span>
        <span className={styles.quiet}>
          {`by ${startedBy(batch)}`}
          {catchingUp ? ', index catching up' : ''}
        </span>
        <SetsBar label="Files" completed={completed.length} failed={failed.length} open={open.length} />
      </button>
    </li>
  );
}
