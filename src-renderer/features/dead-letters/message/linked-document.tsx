import type { MessageDetail, MessageLinks } from '#shared/contract/dead-letters.ts';
import { documentKey, mayReplace, useLatest } from '#renderer/contract/changes-provider.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import { usePageKeys } from '#renderer/ui/keys.ts';
import { pageKeys } from '#renderer/ui/page-keys.ts';
import { OpenedPart } from '#renderer/ui/pane.tsx';
import { StatusBadge } from '#renderer/ui/status.tsx';
import { messages } from '../messages.ts';
import styles from './message-drawer.module.css';
import type { OpenDocument } from './message-drawer.tsx';
import { describeExecution, findLink, describeNoExecution } from './message-facts.ts';

interface LinkedDocumentProps {
  readonly detail: Pick<MessageDetail, 'row' | 'links'>;
  readonly onOpenDocument: OpenDocument;
}

/** Shows the document or batch that the message is about, and its execution, as their own items say. */
export function LinkedDocument({ detail: { row, links }, onOpenDocument }: LinkedDocumentProps) {
  const link = findLink(row.subject);
  const { tenantId, batchId, documentId } = link;
  const open =
    tenantId === null || batchId === null || links.document?.is === 'missing'
      ? undefined
      : () => onOpenDocument(tenantId, batchId, documentId);
  usePageKeys(pageKeys.deadLetters, { document: open });
  return (
    <OpenedPart
      title={link.title}
      end={
        open === undefined ? null : (
          <Button size="sm" variant="ghost" shortcut={pageKeys.deadLetters.document} onClick={open}>
            {messages.message.open}
          </Button>
        )
      }
    >
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
    </OpenedPart>
  );
}

interface LinkedExecutionProps {
  readonly links: MessageLinks;
  readonly onOpen: (run: number) => void;
}

/** Shows the execution that processed it, if an item names one. */
function LinkedExecution({ links, onOpen }: LinkedExecutionProps) {
  const { execution } = links;
  const open = execution === null ? undefined : () => onOpen(execution.run);
  usePageKeys(pageKeys.deadLetters, { execution: open });
  if (execution === null) return <p className={styles.quiet}>{describeNoExecution(links)}</p>;
  return (
    <div className={styles.document}>
      <Icon name="workflows" size={14} />
      <span className={styles.name} title={messages.message.executionTitle(execution.run)}>
        {describeExecution(execution)}
      </span>
      <Button
        size="sm"
        variant="ghost"
        shortcut={pageKeys.deadLetters.execution}
        aria-label={messages.message.openExecution}
        onClick={open}
      >
        {messages.message.open}
      </Button>
    </div>
  );
}

interface DocumentStatusProps {
  readonly name: { readonly tenantId: string; readonly batchId: string; readonly documentId: string };
  /** The document as it was when the message was opened. */
  readonly document: NonNullable<MessageLinks['document']>;
}

/** Includes the status that a job has given the document since. */
function DocumentStatus({ name, document }: DocumentStatusProps) {
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
  there: messages.message.statusUnknown,
  missing: messages.message.notInBatch,
  unread: messages.message.notRead,
} as const;
