import type { MessageDetail } from '#shared/contract/dead-letters/messages.ts';
import { Button } from '#renderer/ui/button/button.tsx';
import { Icon } from '#renderer/ui/icon/icon.tsx';
import { usePageKeys } from '#renderer/ui/kbd/use-page-keys.ts';
import { DocumentStatus } from './document-status.tsx';
import { LinkedExecution } from './linked-execution.tsx';
import { linkOf } from './linked-words.ts';
import styles from './message-drawer.module.css';
import type { OpenDocument } from './open-message.tsx';

export interface LinkedDocumentProps {
  readonly detail: Pick<MessageDetail, 'row' | 'links'>;
  readonly onOpenDocument: OpenDocument;
}

/** The document that the message is about, or the batch, and the execution: as their own items have them. */
export function LinkedDocument({ detail: { row, links }, onOpenDocument }: LinkedDocumentProps) {
  const link = linkOf(row.subject);
  const { tenantId, batchId, documentId } = link;
  const open =
    tenantId === null || batchId === null || links.document?.is === 'missing'
      ? undefined
      : () => onOpenDocument(tenantId, batchId, documentId);
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
        <>
          <div className={styles.document}>
            <Icon name={documentId === null ? 'link' : 'document'} size={14} />
            <span className={styles.name} title={documentId ?? batchId}>
              {link.words}
            </span>
            {documentId === null || links.document === null ? null : (
              <DocumentStatus name={{ tenantId, batchId, documentId }} document={links.document} />
            )}
          </div>
          <LinkedExecution links={links} onOpen={(run) => onOpenDocument(tenantId, batchId, null, run)} />
        </>
      )}
    </section>
  );
}
