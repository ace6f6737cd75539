import { Fragment, type ReactNode } from 'react';
import { useNames } from '#renderer/contract/names.tsx';
import { Button, IconButton } from '#renderer/ui/button.tsx';
import { CaseLink } from '#renderer/ui/case-link.tsx';
import { Chip, FingerprintChip } from '#renderer/ui/chip.tsx';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { FailureMessage } from '#renderer/ui/failure-message.tsx';
import { Note } from '#renderer/ui/note.tsx';
import { pageKeys } from '#renderer/ui/page-keys.ts';
import { RelativeTime, useNow } from '#renderer/ui/relative-time.tsx';
import { StaleNote } from '#renderer/ui/states.tsx';
import { OtherStatusBadge, StatusBadge } from '#renderer/ui/status.tsx';
import type { Failure } from '#shared/contract/result.ts';
import type { DocumentFiling, OpenDocument } from '#shared/contract/triage.ts';
import { casePlaces } from '#shared/domain/case-link.ts';
import { poisonTimes } from '#shared/domain/failure-groups.ts';
import { describePages } from '#shared/domain/review/filing.ts';
import { computeFingerprint } from '#shared/domain/fingerprint.ts';
import { DocumentSummary } from './document-activity.tsx';
import batch from '../batch/batch.module.css';
import styles from './document.module.css';
import type { DocumentName } from './use-document.ts';
import { messages } from '../messages.ts';
import { messages as own } from './messages.ts';

interface DocumentErrorProps {
  readonly document: OpenDocument;
  /** The messages of other documents in its failure group. */
  readonly others: readonly string[];
  /** How often its passport contains this same failure; 0 if it was not read. */
  readonly sameTimes: number;
  /** True if the passport was read to its end. */
  readonly isWhole: boolean;
  readonly onPassport: () => void;
}

/** Says why the document failed, with the whole message. */
export function DocumentError({ document, others, sameTimes, isWhole, onPassport }: DocumentErrorProps) {
  const { error, status, wholeMessage } = document;
  const message = wholeMessage ?? error?.message ?? null;
  if (error === null) {
    return status === 'FAILED' ? (
      <div className={styles.error}>
        <p className={styles.message}>{messages.document.noReason}</p>
      </div>
    ) : null;
  }
  const isPoison = sameTimes >= poisonTimes;
  return (
    <div className={styles.error}>
      <div className={styles.cause}>
        <FingerprintChip fingerprint={computeFingerprint(error).id} />
        <span className={styles.code}>{error.code ?? 'no code'}</span>
        {error.stage === null ? null : <span className={styles.quiet}>in {error.stage}</span>}
        {isPoison ? (
          <Chip tone="failed" icon="ban">
            poison
          </Chip>
        ) : null}
      </div>
      {message === null ? (
        <p className={styles.message}>{messages.document.noMessage}</p>
      ) : (
        <FailureMessage message={message} others={others} most={360} />
      )}
      {isPoison ? (
        <p className={styles.quiet}>
          Failed {isWhole ? '' : 'at least '}
          {sameTimes} times for this reason:{' '}
          <button type="button" className={styles.leads} onClick={onPassport}>
            see its passport
          </button>
          . Reprocessing requires a reason.
        </p>
      ) : null}
    </div>
  );
}

/** "Document invoice-7.pdf of batch 01J…, Nordwind Logistik, FAILED: BadDocument" */
function describeDocument(
  { documentId, batchId }: DocumentName,
  document: OpenDocument | undefined,
  tenant: string,
): string {
  const file = document?.fileName?.trim() ?? '';
  const status = document?.status ?? document?.otherStatus ?? null;
  const code = document?.error?.code ?? null;
  return [
    `Document ${file === '' ? documentId : file} of batch ${batchId}`,
    tenant,
    ...(status === null ? [] : [code === null ? status : `${status}: ${code}`]),
  ].join(', ');
}

interface DocumentHeadProps {
  readonly name: DocumentName;
  readonly document: OpenDocument | undefined;
  readonly onBack: () => void;
  /** Undefined if the document does not wait for review, or this person may not review. */
  readonly onReview: (() => void) | undefined;
  readonly neighbours: ReactNode;
  readonly whyNotReprocess: string | undefined;
  readonly onReprocess: () => void;
}

/** Shows the document, its batch, and its actions. */
export function DocumentHead(props: DocumentHeadProps) {
  const { name, document, onBack, onReview, neighbours, whyNotReprocess, onReprocess } = props;
  const now = useNow();
  const tenant = useNames().tenant(name.tenantId);
  const { batchId, documentId } = name;
  const run = document?.run ?? null;
  const isReceived = document !== undefined && document.receivedAt !== null;
  const since = Date.parse((isReceived ? document.receivedAt : document?.createdAt) ?? '');
  const fileName = document?.fileName?.trim() ?? '';
  const title = fileName === '' ? documentId : fileName;
  return (
    <header className={styles.head}>
      <IconButton icon="left" label="Back to the batch" shortcut={pageKeys.triage.back} onClick={onBack} />
      <div className={styles.what}>
        <div className={batch.name}>
          <h2 className={batch.id} title={title}>
            {title}
          </h2>
          {document === undefined ? null : document.status !== null ? (
            <StatusBadge status={document.status} pill />
          ) : document.otherStatus !== null ? (
            <OtherStatusBadge status={document.otherStatus} pill />
          ) : (
            <span className={batch.odd}>no status</span>
          )}
          {document?.catchingUp === true ? (
            <span className={styles.documentHeaderQuiet}>index catching up</span>
          ) : null}
        </div>
        <ul className={styles.crumbs} aria-label={messages.document.belongs}>
          <li>
            <button
              type="button"
              className={styles.documentHeaderLeads}
              onClick={onBack}
              title="Go to its batch"
            >
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
      {neighbours}
      <CaseLink isBare place={casePlaces.document(name)} says={describeDocument(name, document, tenant)} />
      {document === undefined ? null : <DocumentSummary name={name} document={document} />}
      {onReview === undefined ? null : (
        <Button icon="review" onClick={onReview}>
          {messages.document.review}
        </Button>
      )}
      <Button
        variant="primary"
        icon="retry"
        shortcut={pageKeys.triage.reprocess}
        disabled={whyNotReprocess ?? false}
        onClick={onReprocess}
      >
        Reprocess…
      </Button>
    </header>
  );
}

interface DocumentNotesProps {
  readonly document: OpenDocument;
  /** The reason why reading it again failed. */
  readonly failure: Failure | undefined;
  readonly hasMovedOn: boolean;
  readonly reading: boolean;
  readonly onReadAgain: () => void;
  /** Opens a document that its pages were filed as, or are from. */
  readonly onOpen: (document: RelatedDocument) => void;
}

/** Shows warnings that matter before relying on the data below. */
export function DocumentNotes(props: DocumentNotesProps) {
  const { document, failure, hasMovedOn, reading, onReadAgain, onOpen } = props;
  const again = (
    <Button size="sm" variant="ghost" loading={reading} onClick={onReadAgain}>
      Read again
    </Button>
  );
  return (
    <>
      {failure === undefined ? null : (
        <StaleNote flat reason={failure.message} showing={messages.lists.stale} action={again} />
      )}
      {failure === undefined && hasMovedOn ? (
        <Note flat live action={again}>
          {messages.document.movedOn}
        </Note>
      ) : null}
      {document.expired ? (
        <Note flat tone="warn">
          {messages.document.expired}
        </Note>
      ) : null}
      {document.filed === null ? null : (
        <FilingNote filing={document.filed} words={own.filed} areNew onOpen={onOpen} />
      )}
      {document.madeOf === null ? null : (
        <FilingNote filing={document.madeOf} words={own.madeOf} onOpen={onOpen} />
      )}
      {document.claimedBy === null ? null : (
        <Note flat>
          Claimed by {document.claimedBy}
          {document.claimExpiresAt === null ? '' : ` until ${document.claimExpiresAt.slice(11, 19)} UTC`}.
        </Note>
      )}
      {document.problems.length === 0 ? null : (
        <Note flat tone="warn">
          <b>
            {document.problems.length === 1
              ? messages.document.oneOddAttribute
              : messages.document.oddAttributes(document.problems.length)}
          </b>{' '}
          {document.problems.join('; ')}.
        </Note>
      )}
    </>
  );
}

type RelatedDocument = DocumentFiling['documents'][number];

interface FilingNoteProps {
  readonly filing: DocumentFiling;
  readonly words: Readonly<Record<DocumentFiling['kind'], string>>;
  /** The name of a new document says which pages it has. */
  readonly areNew?: boolean;
  readonly onOpen: (document: RelatedDocument) => void;
}

/** Says where the pages of the document are now, or where they are from, with a link to each document. */
function FilingNote({ filing: { kind, documents }, words, areNew = false, onOpen }: FilingNoteProps) {
  return (
    <Note flat>
      {words[kind]}{' '}
      {documents.map((one, at) => (
        <Fragment key={`${one.documentId} ${String(one.pages?.from)}`}>
          {at === 0 ? null : ', '}
          <button type="button" className={styles.leads} onClick={() => onOpen(one)}>
            {one.fileName ?? one.documentId}
          </button>
          {one.pages === null || areNew ? null : ` (${describePages(one.pages)})`}
        </Fragment>
      ))}
    </Note>
  );
}
