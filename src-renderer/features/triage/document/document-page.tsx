import { SkeletonRows } from '#renderer/ui/skeleton/skeleton.tsx';
import { poisonTimes, timesFailedTheSame } from '#shared/domain/poison.ts';
import { PartFailure } from '../parts/part-failure.tsx';
import { useBatch } from '../parts/use-batch.ts';
import { usePageCommands } from '#renderer/contract/page-commands.ts';
import { usePageKeys } from '#renderer/ui/kbd/use-page-keys.ts';
import type { TriagePageProps } from '../triage-page-props.ts';
import { DocumentError } from './document-error.tsx';
import { DocumentHead } from './document-head.tsx';
import { DocumentLooks } from './document-looks.tsx';
import { DocumentNotes } from './document-notes.tsx';
import styles from './document.module.css';
import { useDocument } from './use-document.ts';
import type { DocumentName } from './use-document.ts';
import { usePassport } from './use-passport.ts';
import { useReprocess } from './use-reprocess.ts';

export interface DocumentPageProps extends TriagePageProps {
  readonly name: DocumentName;
}

/** One document: what was read from it and how surely, what it cost, and everything that ever happened to it. */
export function DocumentPage({ name, address, go, review, renderItem }: DocumentPageProps) {
  const { document, hasMovedOn, failure, reading, readAgain } = useDocument(name);
  const { batch } = useBatch(name.batchId, name.tenantId);
  const reprocess = useReprocess(name, document, batch);
  const look = address.look ?? firstLook(document);
  const error = document?.error ?? null;
  // Only what has run as often as that can have failed as often.
  const mayBePoison = error !== null && (document?.run ?? 0) >= poisonTimes;
  const passport = usePassport(name, document !== undefined && (look === 'passport' || mayBePoison));
  const same = error === null || !passport.isRead ? 0 : timesFailedTheSame(error, passport.rows);

  const projectId = batch?.projectId;
  const waits = document?.status === 'REVIEW_REQUIRED';
  const reviewIt = review && projectId && waits ? () => review({ ...name, projectId }) : undefined;
  const goBack = () => go({ document: null, look: null });
  usePageKeys({ Escape: goBack, p: reprocess.plan });
  usePageCommands(
    reprocess.whyNot === undefined
      ? [
          {
            id: 'reprocess-document',
            title: 'Reprocess this document…',
            keywords: ['retry', 'again', 'plan', name.documentId],
            icon: 'retry',
            shortcut: 'P',
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
            title="The document was not read"
            notDone="Nothing of it is shown, and no value was revealed."
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
            renderItem={renderItem}
          />
        </>
      )}
    </section>
  );
}

/** Of a document from which nothing was read its passport tells most. */
function firstLook(document: { readonly fields: readonly unknown[] } | undefined): 'fields' | 'passport' {
  return document === undefined || document.fields.length > 0 ? 'fields' : 'passport';
}
