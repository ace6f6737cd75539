import type { OpenDocument } from '#shared/contract/triage/documents.ts';
import { Button } from '#renderer/ui/button/button.tsx';
import { CopyButton } from '#renderer/ui/copy-button/copy-button.tsx';
import { IconButton } from '#renderer/ui/icon-button/icon-button.tsx';
import { RelativeTime } from '#renderer/ui/relative-time/relative-time.tsx';
import { OtherStatusBadge, StatusBadge } from '#renderer/ui/status/status-badge.tsx';
import { useNow } from '#renderer/ui/relative-time/use-now.ts';
import styles from './document-head.module.css';
import type { DocumentName } from './use-document.ts';

interface DocumentHeadProps {
  readonly name: DocumentName;
  readonly document: OpenDocument | undefined;
  readonly onBack: () => void;
  /** Undefined where it does not wait for review, or this person may not. */
  readonly onReview: (() => void) | undefined;
  readonly whyNotReprocess: string | undefined;
  readonly onReprocess: () => void;
}

/** Which document it is and of which batch, and what can be done with it. */
export function DocumentHead(props: DocumentHeadProps) {
  const { name, document, onBack, onReview, whyNotReprocess, onReprocess } = props;
  const now = useNow();
  const { batchId, documentId } = name;
  const run = document?.run ?? null;
  const isReceived = document !== undefined && document.receivedAt !== null;
  const since = Date.parse((isReceived ? document.receivedAt : document?.createdAt) ?? '');
  const fileName = document?.fileName?.trim() ?? '';
  const title = fileName === '' ? documentId : fileName;
  return (
    <header className={styles.head}>
      <IconButton icon="left" label="Back to the batch" shortcut="Escape" onClick={onBack} />
      <div className={styles.what}>
        <div className={styles.name}>
          <h2 className={styles.title} title={title}>
            {title}
          </h2>
          {document === undefined ? null : document.status !== null ? (
            <StatusBadge status={document.status} pill />
          ) : document.otherStatus !== null ? (
            <OtherStatusBadge status={document.otherStatus} pill />
          ) : (
            <span className={styles.odd}>no status</span>
          )}
          {document?.catchingUp === true ? <span className={styles.quiet}>index catching up</span> : null}
        </div>
        <ul className={styles.crumbs} aria-label="Where this document belongs">
          <li>
            <button type="button" className={styles.leads} onClick={onBack} title="Go to its batch">
              {batchId}
            </button>
            <CopyButton text={batchId} label="Copy the batch id" />
          </li>
          <li>
            <span className={styles.mono}>{documentId}</span>
            <CopyButton text={documentId} label="Copy the document id" />
          </li>
          {run === null ? null : <li>run {run}</li>}
          {Number.isNaN(since) ? null : (
            <li>
              <span>
                {isReceived ? 'received' : 'created'} <RelativeTime at={since} now={Math.max(now, since)} />
              </span>
            </li>
          )}
        </ul>
      </div>
      {onReview === undefined ? null : (
        <Button icon="review" onClick={onReview}>
          Review it
        </Button>
      )}
      <Button
        variant="primary"
        icon="retry"
        shortcut="P"
        disabled={whyNotReprocess ?? false}
        onClick={onReprocess}
      >
        Reprocess…
      </Button>
    </header>
  );
}
