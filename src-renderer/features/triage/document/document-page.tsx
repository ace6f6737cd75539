import { usePageCommands } from '#renderer/contract/page-commands.ts';
import { usePageKeys } from '#renderer/ui/keys.ts';
import { pageKeys } from '#renderer/ui/page-keys.ts';
import { SkeletonRows } from '#renderer/ui/skeleton.tsx';
import { TabPanel, Tabs } from '#renderer/ui/tabs.tsx';
import type { Batch } from '#shared/contract/pipeline-items.ts';
import type { DocumentRow, GoodDocument, OpenDocument, PassportEvent } from '#shared/contract/triage.ts';
import { poisonTimes, timesFailedTheSame } from '#shared/domain/failure-groups.ts';
import { PartFailure } from '../parts/part-failure.tsx';
import { formatCount, type Pages } from '../parts/use-pages.ts';
import { useBatch } from '../parts/use-tenant-and-batch.ts';
import type { DocumentLook, TriagePageProps } from '../address.ts';
import { findGroup } from '../batch/document-columns.tsx';
import styles from './document.module.css';
import { DocumentActivity } from './document-activity.tsx';
import { DocumentError, DocumentHead, DocumentNotes } from './document-head.tsx';
import { Fields } from './document-fields.tsx';
import { Passport } from './passport.tsx';
import { Stages } from './stages.tsx';
import {
  useDocument,
  usePassport,
  useReprocess,
  useRevealed,
  type DocumentName,
  type Revealed,
} from './use-document.ts';
import { messages } from '../messages.ts';
import { Compare } from './compare.tsx';
import { Neighbours, useReadRows } from './document-neighbours.tsx';
import { messages as own } from './messages.ts';

interface DocumentPageProps extends TriagePageProps {
  readonly name: DocumentName;
}

/** Shows one document: its fields with their confidence, its cost, and its whole history. */
export function DocumentPage({ name, address, go, review, renderItem }: DocumentPageProps) {
  const { document, hasMovedOn, failure, reading, readAgain } = useDocument(name);
  const { batch } = useBatch(name.batchId, name.tenantId);
  const reprocess = useReprocess(name, document, batch);
  const revealed = useRevealed(name);
  const rows = useReadRows(name);
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
  const openOther = (other: Pick<GoodDocument, 'batchId' | 'documentId'>) =>
    go({ batch: other.batchId, document: other.documentId, documents: null, group: null, filter: '' });
  const compare = () => go({ look: 'compare' }, 'replace');
  const showAll = () => {
    go({ look: 'fields' }, 'replace');
    revealed.revealAll((document?.fields ?? []).map((field) => field.name));
  };
  const hasFields = (document?.fields.length ?? 0) > 0;
  usePageKeys(pageKeys.triage, {
    back: goBack,
    reprocess: reprocess.plan,
    compare: document === undefined ? undefined : compare,
    showAll: hasFields ? showAll : undefined,
  });
  usePageCommands([
    ...(reprocess.whyNot === undefined
      ? [
          {
            id: 'reprocess-document',
            title: messages.document.reprocess,
            keywords: ['retry', 'again', 'plan', name.documentId],
            icon: 'retry' as const,
            shortcut: pageKeys.triage.reprocess,
            run: reprocess.plan,
          },
        ]
      : []),
    {
      id: 'compare-document',
      title: own.compare.command,
      keywords: ['difference', 'beside', 'good', 'same supplier'],
      icon: 'columns',
      shortcut: pageKeys.triage.compare,
      run: compare,
    },
    ...(hasFields
      ? [
          {
            id: 'show-all-values',
            title: own.values.showAllCommand,
            keywords: ['reveal', 'fields', 'unmask'],
            icon: 'reveal' as const,
            shortcut: pageKeys.triage.showAll,
            run: showAll,
          },
        ]
      : []),
  ]);

  return (
    <section className={styles.page} aria-label={`Document ${document?.fileName ?? name.documentId}`}>
      <DocumentHead
        name={name}
        document={document}
        onBack={goBack}
        onReview={reviewIt}
        neighbours={
          batch === undefined ? null : (
            <Neighbours documentId={name.documentId} batch={batch} address={address} go={go} />
          )
        }
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
            onOpen={openOther}
          />
          <DocumentError
            document={document}
            others={listMessagesOfGroup(document, rows)}
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
            revealed={revealed}
            onShowAll={showAll}
            onOpen={openOther}
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
  readonly revealed: Revealed;
  readonly onShowAll: () => void;
  readonly onOpen: (good: GoodDocument) => void;
  /** Opens its part of the execution of a run. */
  readonly onShowEvents: (run: number, child: string | null) => void;
}

function DocumentLooks(props: DocumentLooksProps) {
  const { name, document, batch, passport, look, onLook, renderItem, revealed } = props;
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
        { value: 'compare', label: own.compare.tab },
        { value: 'activity', label: 'Activity' },
        { value: 'item', label: 'Item' },
      ]}
    >
      <TabPanel value="fields" className={styles.panel ?? ''}>
        <Fields document={document} batch={batch} revealed={revealed} onShowAll={props.onShowAll} />
      </TabPanel>
      <TabPanel value="passport" className={styles.panel ?? ''}>
        <Passport pages={passport} error={document.error} tenantId={document.tenantId} />
      </TabPanel>
      <TabPanel value="stages" className={styles.panel ?? ''}>
        <Stages document={document} batch={batch} onShowEvents={props.onShowEvents} />
      </TabPanel>
      <TabPanel value="compare" className={styles.panel ?? ''}>
        <Compare name={name} document={document} batch={batch} revealed={revealed} onOpen={props.onOpen} />
      </TabPanel>
      <TabPanel value="activity" className={styles.panel ?? ''}>
        <DocumentActivity name={name} />
      </TabPanel>
      <TabPanel value="item" className={styles.panel ?? ''}>
        {renderItem({ pattern: 'documentById', params: { tenantId, batchId, documentId } })}
      </TabPanel>
    </Tabs>
  );
}

/** Lists the messages of the other documents that failed for the same reason, as far as they were read. */
function listMessagesOfGroup(document: OpenDocument, rows: readonly DocumentRow[]): readonly string[] {
  const group = findGroup(document);
  if (group === null) return [];
  const same = rows.filter((row) => row.documentId !== document.documentId && findGroup(row) === group);
  return same.flatMap(({ error }) => error?.message ?? []);
}
