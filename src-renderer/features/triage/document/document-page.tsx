import { usePageCommands } from '#renderer/contract/page-commands.ts';
import { Chip, FingerprintChip } from '#renderer/ui/chip.tsx';
import { usePageKeys } from '#renderer/ui/keys.ts';
import { pageKeys } from '#renderer/ui/page-keys.ts';
import { SkeletonRows } from '#renderer/ui/skeleton.tsx';
import { TabPanel, Tabs } from '#renderer/ui/tabs.tsx';
import type { Batch } from '#shared/contract/pipeline-items.ts';
import type { OpenDocument, PassportEvent } from '#shared/contract/triage.ts';
import { computeFingerprint } from '#shared/domain/fingerprint.ts';
import { poisonTimes, timesFailedTheSame } from '#shared/domain/failure-groups.ts';
import { PartFailure } from '../parts/part-failure.tsx';
import { formatCount, type Pages } from '../parts/use-pages.ts';
import { useBatch } from '../parts/use-tenant-and-batch.ts';
import type { DocumentLook, TriagePageProps } from '../address.ts';
import styles from './document.module.css';
import { Fields } from './document-fields.tsx';
import { Passport } from './passport.tsx';
import { Stages } from './stages.tsx';
import { useDocument, usePassport, useReprocess, type DocumentName } from './use-document.ts';
import { messages } from '../messages.ts';
import { Button, IconButton } from '#renderer/ui/button.tsx';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { Note } from '#renderer/ui/note.tsx';
import { RelativeTime, useNow } from '#renderer/ui/relative-time.tsx';
import { StaleNote } from '#renderer/ui/states.tsx';
import { OtherStatusBadge, StatusBadge } from '#renderer/ui/status.tsx';
import type { Failure } from '#shared/contract/result.ts';

interface DocumentPageProps extends TriagePageProps {
  readonly name: DocumentName;
}

/** Shows one document: its fields with their confidence, its cost, and its whole history. */
export function DocumentPage({ name, address, go, review, renderItem }: DocumentPageProps) {
  const { document, hasMovedOn, failure, reading, readAgain } = useDocument(name);
  const { batch } = useBatch(name.batchId, name.tenantId);
  const reprocess = useReprocess(name, document, batch);
  const look = address.look ?? chooseFirstLook(document);
  const error = document?.error ?? null;
  // A document cannot have failed more often than it has run.
  const mayBePoison = error !== null && (document?.run ?? 0) >= poisonTimes;
  const passport = usePassport(name, document !== undefined && (look === 'passport' || mayBePoison));
  const same = error === null || !passport.isRead ? 0 : timesFailedTheSame(error, passport.rows);

  const projectId = batch?.projectId;
  const waits = document?.status === 'REVIEW_REQUIRED';
  const reviewIt = review && projectId && waits ? () => review({ ...name, projectId }) : undefined;
  const goBack = () => go({ document: null, look: null });
  usePageKeys(pageKeys.triage, { back: goBack, reprocess: reprocess.plan });
  usePageCommands(
    reprocess.whyNot === undefined
      ? [
          {
            id: 'reprocess-document',
            title: messages.document.reprocess,
            keywords: ['retry', 'again', 'plan', name.documentId],
            icon: 'retry',
            shortcut: pageKeys.triage.reprocess,
            run: reprocess.plan,
          },
        ]
      : [],
  );

  return (
    <section className={styles.page} aria-label={`Document ${document?.fileName ?? name.documentId}`}>
      <DocumentHead
        name={name}
        document={document}
        onBack={goBack}
        onReview={reviewIt}
        whyNotReprocess={reprocess.whyNot}
        onReprocess={reprocess.plan}
      />
      {document === undefined ? (
        failure === undefined ? (
          <SkeletonRows rows={7} label="Reading the document" />
        ) : (
          <PartFailure
            failure={failure}
            title={messages.document.notRead}
            notDone={messages.document.nothingRevealed}
            onRetry={readAgain}
            retrying={reading}
          />
        )
      ) : (
        <>
          <DocumentNotes
            document={document}
            failure={failure}
            hasMovedOn={hasMovedOn}
            reading={reading}
            onReadAgain={readAgain}
          />
          <DocumentError
            document={document}
            sameTimes={same}
            isWhole={passport.complete}
            onPassport={() => go({ look: 'passport' }, 'replace')}
          />
          <DocumentLooks
            name={name}
            document={document}
            batch={batch}
            passport={passport}
            look={look}
            onLook={(next) => go({ look: next }, 'replace')}
            onShowEvents={(run, child) =>
              go({ document: null, execution: 'events', run, child, about: name.documentId })
            }
            renderItem={renderItem}
          />
        </>
      )}
    </section>
  );
}

/** The passport says most about a document from which nothing was read. */
function chooseFirstLook(
  document: { readonly fields: readonly unknown[] } | undefined,
): 'fields' | 'passport' {
  return document === undefined || document.fields.length > 0 ? 'fields' : 'passport';
}

interface DocumentLooksProps extends Pick<TriagePageProps, 'renderItem'> {
  readonly name: DocumentName;
  readonly document: OpenDocument;
  /** Its batch has the thresholds; undefined until it is known. */
  readonly batch: Batch | undefined;
  readonly passport: Pages<PassportEvent>;
  readonly look: DocumentLook;
  readonly onLook: (look: DocumentLook) => void;
  /** Opens its part of the execution of a run. */
  readonly onShowEvents: (run: number, child: string | null) => void;
}

function DocumentLooks(props: DocumentLooksProps) {
  const { name, document, batch, passport, look, onLook, renderItem } = props;
  const { tenantId, batchId, documentId } = name;
  return (
    <Tabs
      label="Document"
      className={styles.looks}
      value={look}
      onChange={onLook}
      tabs={[
        { value: 'fields', label: 'Fields', count: document.fields.length },
        { value: 'passport', label: 'Passport', count: formatCount(passport) },
        { value: 'stages', label: 'Stages and cost' },
        { value: 'item', label: 'Item' },
      ]}
    >
      <TabPanel value="fields" className={styles.panel ?? ''}>
        <Fields name={name} document={document} batch={batch} />
      </TabPanel>
      <TabPanel value="passport" className={styles.panel ?? ''}>
        <Passport pages={passport} error={document.error} />
      </TabPanel>
      <TabPanel value="stages" className={styles.panel ?? ''}>
        <Stages document={document} batch={batch} onShowEvents={props.onShowEvents} />
      </TabPanel>
      <TabPanel value="item" className={styles.panel ?? ''}>
        {renderItem({ pattern: 'documentById', params: { tenantId, batchId, documentId } })}
      </TabPanel>
    </Tabs>
  );
}

interface DocumentErrorProps {
  readonly document: OpenDocument;
  /** How often its passport contains this same failure; 0 if it was not read. */
  readonly sameTimes: number;
  /** True if the passport was read to its end. */
  readonly isWhole: boolean;
  readonly onPassport: () => void;
}

function DocumentError({ document, sameTimes, isWhole, onPassport }: DocumentErrorProps) {
  const { error, status } = document;
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
      <p className={styles.message}>{error.message ?? messages.document.noMessage}</p>
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

interface DocumentHeadProps {
  readonly name: DocumentName;
  readonly document: OpenDocument | undefined;
  readonly onBack: () => void;
  /** Undefined if the document does not wait for review, or this person may not review. */
  readonly onReview: (() => void) | undefined;
  readonly whyNotReprocess: string | undefined;
  readonly onReprocess: () => void;
}

/** Shows the document, its batch, and its actions. */
function DocumentHead(props: DocumentHeadProps) {
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
      <IconButton icon="left" label="Back to the batch" shortcut={pageKeys.triage.back} onClick={onBack} />
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
}

/** Shows warnings that matter before relying on the data below. */
function DocumentNotes(props: DocumentNotesProps) {
  const { document, failure, hasMovedOn, reading, onReadAgain } = props;
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
