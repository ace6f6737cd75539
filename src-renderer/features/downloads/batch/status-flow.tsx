import type { ReactNode } from 'react';
import { downloadFileStatuses } from '#shared/contract/downloads/downloads.ts';
import type { DownloadFileStatus } from '#shared/contract/downloads/downloads.ts';
import { grouped } from '#shared/domain/grouped-number.ts';
import { classNames } from '#renderer/ui/class-names.ts';
import { DownloadStatus } from './download-status.tsx';
import styles from './status-flow.module.css';
import type { Files, WhichFiles } from './use-files.ts';

interface StatusFlowProps {
  /** All files of the batch, as far as they were read. */
  readonly all: Files;
  readonly open: number;
  readonly which: WhichFiles;
  readonly onChoose: (which: WhichFiles) => void;
}

/** How a file goes from one status to the next, and which of them are listed below. */
export function StatusFlow({ all, open, which, onChoose }: StatusFlowProps) {
  const countOf = (status: DownloadFileStatus) =>
    countWords(all, all.rows.filter(({ file }) => file?.status === status).length);
  const choice = (is: WhichFiles, children: ReactNode, count: string) => (
    <button
      key={is ?? 'all'}
      type="button"
      className={classNames(styles.choice, count === '0' && styles.none)}
      aria-pressed={which === is}
      onClick={() => onChoose(which === is ? null : is)}
    >
      {children}
      {count === '' ? null : <b className={styles.count}>{count}</b>}
    </button>
  );
  const [available, downloading, ...ends] = downloadFileStatuses;
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset cannot be a row of flex items everywhere
    <div role="group" aria-label="Files by status" className={styles.flow}>
      {choice(null, 'All', countWords(all, all.rows.length))}
      {choice('open', 'Open', grouped(open))}
      <span className={styles.line} aria-hidden />
      {choice(available, <DownloadStatus status={available} />, countOf(available))}
      <span className={styles.arrow} aria-hidden />
      {choice(downloading, <DownloadStatus status={downloading} />, countOf(downloading))}
      <span className={styles.arrow} aria-hidden />
      {ends.map((status) => choice(status, <DownloadStatus status={status} />, countOf(status)))}
    </div>
  );
}

/** Nothing of what nobody has read; "200+" while there is more. */
function countWords({ isRead, complete }: Files, count: number): string {
  return isRead ? `${grouped(count)}${complete ? '' : '+'}` : '';
}
