import { useState } from 'react';
import type { Batch } from '#shared/contract/triage/batches.ts';
import { usePageCommands } from '#renderer/contract/page-commands.ts';
import { usePlanning } from '#renderer/contract/planning.ts';
import { useNow } from '#renderer/ui/relative-time/use-now.ts';
import { BatchHead } from './batch-head.tsx';
import { BatchMix } from './batch-mix.tsx';
import { BatchNotes } from './batch-notes.tsx';
import type { BatchPaneProps } from './batch-pane.tsx';
import { BatchParts } from './batch-parts.tsx';
import { DocumentsTable } from './documents-table.tsx';
import { ExecutionDrawer } from './execution-drawer.tsx';
import { FailureGroups } from './failure-groups.tsx';
import { useDocumentsAtHand } from './use-documents-at-hand.ts';
import { usePageKeys } from '#renderer/ui/kbd/use-page-keys.ts';
import { useSelection } from './use-selection.ts';
import { useWhyNotAct } from '../parts/use-why-not-act.ts';

export interface OpenBatchProps extends BatchPaneProps {
  readonly batch: Batch;
}

export function OpenBatch({ batch, address, go, renderItem }: OpenBatchProps) {
  const { tenantId, projectId, batchId, counts } = batch;
  const now = useNow(10_000);
  const planning = usePlanning();
  const notAllowed = useWhyNotAct();
  const whyNot =
    notAllowed ?? (batch.expired ? 'This batch has expired and is about to be deleted.' : undefined);
  const { tab, documents, failed } = useDocumentsAtHand(batch, address.documents);
  const [selected, select] = useSelection(batchId, address, go);
  const [isExecutionOpen, setExecutionOpen] = useState(false);

  function reprocess(documentIds: readonly string[], fingerprint?: string): void {
    planning.plan({
      kind: 'reprocess',
      tenantId,
      projectId,
      batchId,
      documentIds: [...documentIds],
      ...(fingerprint === undefined ? {} : { fingerprint }),
    });
  }

  async function reprocessAll(): Promise<void> {
    const rows = await failed.allFailed();
    if (rows !== null && rows.length > 0) reprocess(rows.map(({ documentId }) => documentId));
  }

  /** A group is of failed documents, so the table shows where they are. */
  function choose(group: string | null): void {
    const shows = tab.which === 'all' || tab.which === 'FAILED';
    go(
      { group, part: 'documents', ...(shows || group === null ? {} : { documents: 'FAILED' as const }) },
      'replace',
    );
  }

  /** One level each: the group, the selection, the batch. */
  function goBack(): void {
    if (address.group !== null) go({ group: null }, 'replace');
    else if (selected.size > 0) select(new Set());
    else go({ batch: null, run: null, filter: '' });
  }
  usePageKeys({ Escape: goBack });

  const hasFailed = (counts.FAILED ?? 0) > 0;
  usePageCommands([
    ...(hasFailed && whyNot === undefined
      ? [
          {
            id: 'reprocess-failed',
            title: 'Reprocess all failed of this batch…',
            keywords: ['retry', 'again', 'plan', batchId],
            icon: 'retry' as const,
            run: () => void reprocessAll(),
          },
        ]
      : []),
    {
      id: 'execution',
      title: 'Show the execution of this batch',
      keywords: ['redrive', 'stop', 'step functions', 'run'],
      icon: 'workflows',
      run: () => setExecutionOpen(true),
    },
  ]);

  return (
    <>
      <BatchHead batch={batch} now={now} go={go} onExecution={() => setExecutionOpen(true)} />
      <BatchNotes batch={batch} />
      <BatchMix batch={batch} known={documents.known} />
      <BatchParts
        batch={batch}
        address={address}
        go={go}
        renderItem={renderItem}
        now={now}
        documents={documents}
        groups={
          !hasFailed && failed.groups.length === 0 ? null : (
            <FailureGroups
              failed={failed}
              now={now}
              chosen={address.group}
              onChoose={choose}
              whyNot={whyNot}
              onReprocess={(group) =>
                reprocess(
                  group.documents.map(({ documentId }) => documentId),
                  group.fingerprint,
                )
              }
              onReprocessAll={() => void reprocessAll()}
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
            onReprocess={reprocess}
          />
        )}
      />
      {isExecutionOpen ? (
        <ExecutionDrawer
          batch={batch}
          run={address.run}
          onRun={(run) => go({ run }, 'replace')}
          now={now}
          onClose={() => setExecutionOpen(false)}
          whyNot={whyNot}
          onReprocessFailed={() => void reprocessAll()}
        />
      ) : null}
    </>
  );
}
