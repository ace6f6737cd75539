import { useQuery } from '@tanstack/react-query';
import type { MessageRow } from '#shared/contract/dead-letters/messages.ts';
import { failureOf } from '#renderer/contract/failure-error.ts';
import { documentKey } from '#renderer/contract/lay-changes.ts';
import { operationOptions } from '#renderer/contract/operation-options.ts';
import { useLatest } from '#renderer/contract/use-changes.ts';
import { Button } from '#renderer/ui/button/button.tsx';
import { Icon } from '#renderer/ui/icon/icon.tsx';
import { usePageKeys } from '#renderer/ui/kbd/use-page-keys.ts';
import { useShowReceipt } from '#renderer/ui/receipt-footer/view-receipts.tsx';
import { StatusBadge } from '#renderer/ui/status/status-badge.tsx';
import styles from './message-drawer.module.css';
import type { OpenDocument } from './open-message.tsx';

export interface LinkedDocumentProps {
  readonly subject: MessageRow['subject'];
  readonly onOpenDocument: OpenDocument;
}

/** The document that the message is about, with its status as its own item has it. */
export function LinkedDocument({ subject, onOpenDocument }: LinkedDocumentProps) {
  const { tenantId, batchId, documentId, fileName } = subject;
  const isWhole = tenantId !== null && batchId !== null && documentId !== null;
  const open = isWhole ? () => onOpenDocument(tenantId, batchId, documentId) : undefined;
  usePageKeys({ o: open });
  return (
    <section className={styles.part}>
      <div className={styles.partHead}>
        <h3 className={styles.partTitle}>Linked document</h3>
        {open === undefined ? null : (
          <span className={styles.end}>
            <Button size="sm" variant="ghost" shortcut="O" onClick={open}>
              Open
            </Button>
          </span>
        )}
      </div>
      {isWhole ? (
        <div className={styles.document}>
          <Icon name="document" size={14} />
          <span className={styles.name} title={documentId}>
            {fileName ?? documentId}
          </span>
          <Status name={{ tenantId, batchId, documentId }} />
        </div>
      ) : (
        <p className={styles.quiet}>{unlinkedWords(subject)}</p>
      )}
    </section>
  );
}

interface StatusProps {
  readonly name: { readonly tenantId: string; readonly batchId: string; readonly documentId: string };
}

function Status({ name }: StatusProps) {
  const query = useQuery(operationOptions('documents.read', { ...name }));
  useShowReceipt('linked document', query.data?.receipt);
  const changed = useLatest().documents.get(documentKey(name));
  const status = (changed ?? query.data?.value)?.status;
  if (status !== undefined && status !== null) return <StatusBadge status={status} />;
  if (query.error === null)
    return <span className={styles.quiet}>{status === null ? 'no known status' : ''}</span>;
  const { code, message } = failureOf(query.error);
  return (
    <span className={styles.quiet} title={message}>
      {code === 'not-found' ? 'no such document any more' : 'could not be read'}
    </span>
  );
}

function unlinkedWords({ tenantId, batchId, documentId, fileName }: MessageRow['subject']): string {
  const named = documentId ?? fileName ?? batchId ?? tenantId;
  return named === null
    ? 'The message names no document.'
    : `The message names ${named}, and not enough to find the document by its key.`;
}
