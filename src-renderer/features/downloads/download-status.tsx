import type { DownloadBatchStatus, DownloadFileStatus } from '#shared/contract/downloads.ts';
import { GlyphBadge, type GlyphName } from '#renderer/ui/status.tsx';
import styles from './downloads.module.css';
import { messages } from './messages.ts';

interface DownloadStatusProps {
  /** The status as the table spells it; null if the item has no known one. */
  readonly status: DownloadFileStatus | DownloadBatchStatus | null;
  readonly pill?: boolean | undefined;
}

/** Shows a status of the download pipeline, which differ from those of documents. */
export function DownloadStatus({ status, pill }: DownloadStatusProps) {
  if (status === null) return <span className={styles.odd}>{messages.standings.unknown}</span>;
  return (
    <GlyphBadge glyph={glyphOfStatus[status]} pill={pill}>
      {status.toUpperCase()}
    </GlyphBadge>
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
