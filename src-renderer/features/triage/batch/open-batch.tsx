import { useState } from 'react';
import { usePageCommands } from '#renderer/contract/page-commands.ts';
import { Button } from '#renderer/ui/button.tsx';
import { usePageKeys } from '#renderer/ui/keys.ts';
import { pageKeys } from '#renderer/ui/page-keys.ts';
import { useNow } from '#renderer/ui/relative-time.tsx';
import { SkeletonRows } from '#renderer/ui/skeleton.tsx';
import { EmptyState, StaleNote } from '#renderer/ui/states.tsx';
import type { Batch } from '#shared/contract/pipeline-items.ts';
import { PartFailure } from '../parts/part-failure.tsx';
import { useBatch } from '../parts/use-tenant-and-batch.ts';
import { usePersonHere } from '#renderer/contract/use-person-here.ts';
import { whyNotRerun } from '#shared/permissions.ts';
import { leaveBatch, type TriagePageProps } from '../address.ts';
import { useBatchDocuments, type BatchDocuments } from './batch-documents.ts';
import { BatchHead, BatchMix } from './batch-head.tsx';
import styles from './batch.module.css';
import { BatchNotes } from './batch-notes.tsx';
import { BatchParts } from './batch-parts.tsx';
import { useMatchingSelection, useSelection } from './document-selection.tsx';
import {
  toDocumentTab,
  chooseFirstDocuments,
  type DocumentTab,
  type WhichDocuments,
} from './document-tabs.ts';
import { DocumentsTable } from './documents-table.tsx';
import { ExecutionDrawer } from './execution-drawer.tsx';
import { FailureGroups, useFailed, type Failed } from './failure-groups.tsx';
import { usePlanDocuments } from './plan-documents.ts';
import { messages } from '../messages.ts';

type BatchPaneProps = Pick<
  TriagePageProps,
  'address' | 'go' | 'renderItem' | 'find' | 'leave' | 'onOpenWorkflow'
>;

/** Shows one batch: its facts, the causes of failure, its documents, and its runs. */
export function BatchPane(props: BatchPaneProps) {
  const { batch: batchId } = props.address;
  return batchId === null ? null : <ReadBatch key={batchId} batchId={batchId} {...props} />;
}

function ReadBatch({ batchId, ...props }: BatchPaneProps & { readonly batchId: string }) {
  const { batch, failure, reading, readAgain } = useBatch(batchId, props.address.tenant);
  if (batch === undefined) {
    return (
      <section className={styles.pane} aria-label="Batch">
        {failure === undefined ? (
          <SkeletonRows rows={9} label={`Reading batch ${batchId}`} />
        ) : failure.code === 'invalid-input' && props.find !== undefined ? (
          <EmptyState
            title={messages.batch.severalMatches}
            actions={
              <Button size="sm" onClick={() => props.find?.(batchId)}>
                {messages.batch.choose}
              </Button>
            }
          >
            <p>{failure.message}</p>
          </EmptyState>
        ) : (
          <PartFailure
            failure={failure}
            title={failure.code === 'not-found' ? messages.batch.notFound : messages.batch.notRead}
            notDone={messages.batch.nothingChanged}
            onRetry={readAgain}
            retrying={reading}
          />
        )}
      </section>
    );
  }
  return (
    <section className={styles.pane} aria-label={`Batch ${batchId}`}>
      {failure === undefined ? null : (
        <StaleNote
          flat
          reason={failure.message}
          showing={messages.lists.stale}
          action={
            <Button size="sm" loading={reading} onClick={readAgain}>
              Try again
            </Button>
          }
        />
      )}
      <OpenBatch batch={batch} {...props} />
    </section>
  );
}

interface OpenBatchProps extends BatchPaneProps {
  readonly batch: Batch;
}

function OpenBatch({ batch, address, go, renderItem, leave, onOpenWorkflow }: OpenBatchProps) {
  const { batchId, counts } = batch;
  const now = useNow(10_000);
  const notAllowed = whyNotRerun(usePersonHere().me);
  const whyNot = notAllowed ?? (batch.expired ? messages.batch.expiredReason : undefined);
  const { tab, documents, failed } = useDocumentsAtHand(batch, address.documents);
  const { left, ...plans } = usePlanDocuments(batch, failed);
  const [selected, select] = useSelection(batch, address, go);
  const [matching, setMatching] = useMatchingSelection();

  /** A group consists of failed documents, so the table shows a tab that contains them. */
  function choose(group: string | null): void {
    const shows = tab.which === 'all' || tab.which === 'FAILED';
    go(
      { group, part: 'documents', ...(shows || group === null ? {} : { documents: 'FAILED' as const }) },
      'replace',
    );
  }

  /** Each step back leaves one level: the group, the selection, the batch with its tenant if a list of all led here. */
  function goBack(): void {
    if (address.group !== null) go({ group: null }, 'replace');
    else if (matching !== null) setMatching(null);
    else if (selected.size > 0) select(new Set());
    else if (leave?.() !== true) go({ ...leaveBatch, ...(address.list !== null && { tenant: null }) });
  }
  usePageKeys(pageKeys.triage, { back: goBack });

  const hasFailed = (counts.FAILED ?? 0) > 0;
  usePageCommands([
    ...(hasFailed && whyNot === undefined
      ? [
          {
            id: 'reprocess-failed',
            title: messages.batch.reprocessFailed,
            keywords: ['retry', 'again', 'plan', batchId],
            icon: 'retry' as const,
            run: plans.reprocessAll,
          },
        ]
      : []),
    ...(whyNot === undefined ? plans.commands : []),
    {
      id: 'execution',
      title: messages.batch.showExecution,
      keywords: ['redrive', 'stop', 'step functions', 'run'],
      icon: 'workflows',
      run: () => go({ execution: 'overview' }),
    },
  ]);

  return (
    <>
      <BatchHead
        batch={batch}
        now={now}
        go={go}
        onExecution={() => go({ execution: 'overview' })}
        group={address.group}
        failed={failed}
      />
      <BatchNotes batch={batch} go={go} onExecution={() => go({ execution: 'overview' })} />
      <BatchMix batch={batch} known={documents.known} />
      <BatchParts
        batch={batch}
        address={address}
        go={go}
        renderItem={renderItem}
        now={now}
        documents={documents}
        groups={
          !hasFailed && failed.groups.length === 0 && left === null ? null : (
            <FailureGroups
              batch={batch}
              onOpenWorkflow={onOpenWorkflow}
              failed={failed}
              now={now}
              chosen={address.group}
              onChoose={choose}
              whyNot={whyNot}
              onReprocess={plans.reprocessGroup}
              onReprocessAll={plans.reprocessAll}
              left={left}
              isLeftShown={tab.which === 'PROCESSING'}
              onShowLeft={() => go({ documents: 'PROCESSING', group: null, part: 'documents' }, 'replace')}
              onReprocessLeft={plans.reprocessLeft}
            />
          )
        }
        renderTable={(width) => (
          <DocumentsTable
            batch={batch}
            documents={documents}
            tab={tab}
            address={address}
            go={go}
            now={now}
            width={width}
            selected={selected}
            onSelect={select}
            whyNot={whyNot}
            onReprocess={plans.reprocess}
            matching={matching}
            onMatching={setMatching}
            onReprocessMatching={plans.reprocessMatching}
          />
        )}
      />
      {address.execution === null ? null : (
        <ExecutionDrawer
          batch={batch}
          address={address}
          go={go}
          now={now}
          whyNot={whyNot}
          onReprocessFailed={plans.reprocessAll}
        />
      )}
    </>
  );
}

interface DocumentsAtHand {
  readonly tab: DocumentTab;
  readonly documents: BatchDocuments;
  readonly failed: Failed;
}

/** Reads the documents of the tab and the failed ones, with one query if they are the same. */
function useDocumentsAtHand(batch: Batch, chosen: WhichDocuments | null): DocumentsAtHand {
  const { counts, documentCount } = batch;
  // The first tab is chosen once, so that fixing the last failed document does not change the tab while it is
  // read.
  const [first] = useState(() => chooseFirstDocuments(counts));
  const tab = toDocumentTab(chosen ?? first, counts, documentCount);
  const documents = useBatchDocuments(batch, tab);
  return { tab, documents, failed: useFailed(batch, documents) };
}
