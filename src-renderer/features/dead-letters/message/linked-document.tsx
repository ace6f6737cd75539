import type { MessageRow } from '#shared/contract/dead-letters/messages.ts';
import { Button } from '#renderer/ui/button/button.tsx';
import { Icon } from '#renderer/ui/icon/icon.tsx';
import { usePageKeys } from '#renderer/ui/kbd/use-page-keys.ts';
import { DocumentStatus } from './document-status.tsx';
import { linkOf } from './linked-words.ts';
import styles from './message-drawer.module.css';
import type { OpenDocument } from './open-message.tsx';

export interface LinkedDocumentProps {
  readonly subject: MessageRow['subject'];
  readonly onOpenDocument: OpenDocument;
}

/** The document that the message is about, or the batch: with its status as its own item has it. */
export function LinkedDocument({ subject, onOpenDocument }: LinkedDocumentProps) {
  const link = linkOf(subject);
  const { tenantId, batchId, documentId } = link;
  const open =
    tenantId === null || batchId === null ? undefined : () => onOpenDocument(tenantId, batchId, documentId);
  usePageKeys({ o: open });
  return (
    <section className={styles.part}>
      <div className={styles.partHead}>
        <h3 className={styles.partTitle}>{link.title}</h3>
        {open === undefined ? null : (
          <span className={styles.end}>
            <Button size="sm" variant="ghost" shortcut="O" onClick={open}>
              Open
            </Button>
          </span>
        )}
      </div>
      {tenantId === null || batchId === null ? (
        <p className={styles.quiet}>{link.words}</p>
      ) : (
        <div className={styles.document}>
          <Icon name={documentId === null ? 'link' : 'document'} size={14} />
          <span className={styles.name} title={documentId ?? batchId}>
            {link.words}
          </span>
          {documentId === null ? null : <DocumentStatus name={{ tenantId, batchId, documentId }} />}
        </div>
      )}
    </section>
  );
}
