import type { MessageLinks } from '#shared/contract/dead-letters/messages.ts';
import { documentKey, mayReplace } from '#renderer/contract/lay-changes.ts';
import { useLatest } from '#renderer/contract/use-changes.ts';
import { StatusBadge } from '#renderer/ui/status/status-badge.tsx';
import styles from './message-drawer.module.css';

export interface DocumentStatusProps {
  readonly name: { readonly tenantId: string; readonly batchId: string; readonly documentId: string };
  /** As it was read when the message was opened. */
  readonly document: NonNullable<MessageLinks['document']>;
}

/** With what a job has made of it since laid over. */
export function DocumentStatus({ name, document }: DocumentStatusProps) {
  const changed = useLatest().documents.get(documentKey(name));
  const read = document.is === 'there' ? document : undefined;
  const status = changed !== undefined && mayReplace(read, changed) ? changed.status : read?.status;
  if (status !== undefined && status !== null) return <StatusBadge status={status} />;
  return (
    <span className={styles.quiet} title={document.is === 'unread' ? document.why : undefined}>
      {words[document.is]}
    </span>
  );
}

const words = {
  there: 'no known status',
  missing: 'not in its batch',
  unread: 'could not be read',
} as const;
