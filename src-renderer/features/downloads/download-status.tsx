import type { DownloadBatchStatus, DownloadFileStatus } from '#shared/contract/downloads.ts';
import { classNames } from '#renderer/ui/class-names.ts';
import { StatusGlyph, type GlyphName } from '#renderer/ui/status.tsx';
import styles from './downloads.module.css';
import { messages } from './messages.ts';

interface DownloadStatusProps {
  /** The status as the table spells it; null if the item has no known one. */
  readonly status: DownloadFileStatus | DownloadBatchStatus | null;
  readonly pill?: boolean | undefined;
}

/** Shows a status of the download pipeline, which differ from those of documents. */
export function DownloadStatus({ status, pill = false }: DownloadStatusProps) {
  if (status === null) return <span className={styles.odd}>{messages.standings.unknown}</span>;
  const glyph = glyphOfStatus[status];
  return (
    <span className={classNames(styles.badge, styles[glyph], pill && styles.pill)}>
      <StatusGlyph glyph={glyph} />
      {status.toUpperCase()}
    </span>
  );
}

const glyphOfStatus: Readonly<Record<DownloadFileStatus | DownloadBatchStatus, GlyphName>> = {
  available: 'queued',
  downloading: 'processing',
  completed: 'succeeded',
  failed: 'failed',
  error: 'blocked',
  initiated: 'queued',
  queued: 'processing',
  timeout: 'timeout',
};
