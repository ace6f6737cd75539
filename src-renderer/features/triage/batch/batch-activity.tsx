import { useState } from 'react';
import type { Batch } from '#shared/contract/pipeline-items.ts';
import { casePlaces } from '#shared/domain/case-link.ts';
import type { BatchCase, CaseAction, CaseCause } from '#shared/domain/case-summary.ts';
import type { FailureGroup } from '#shared/domain/failure-groups.ts';
import { useNames } from '#renderer/contract/names.tsx';
import { usePageCommands } from '#renderer/contract/page-commands.ts';
import { useActivity, useWriteNote, type ReadActivity } from '#renderer/contract/use-activity.ts';
import { ActivityItems, ActivityPanel, NoteForm } from '#renderer/ui/activity-panel.tsx';
import { Button, IconButton } from '#renderer/ui/button.tsx';
import { CaseSummaryDialog } from '#renderer/ui/case-summary.tsx';
import { EmptyState } from '#renderer/ui/states.tsx';
import { SkeletonRows } from '#renderer/ui/skeleton.tsx';
import { useShowReceipt } from '#renderer/ui/view-receipts.tsx';
import { PartFailure } from '../parts/part-failure.tsx';
import { useBatchWork } from './batch-owner.tsx';
import { batchMessages } from './activity-messages.ts';

const words = batchMessages.activity;

interface BatchActivityProps {
  readonly batch: Batch;
  readonly now: number;
}

/** Shows what people did with the batch, newest first, and lets a person write a note. */
export function BatchActivity({ batch, now }: BatchActivityProps) {
  const { tenantId, projectId, batchId } = batch;
  const activity = useActivity({ is: 'batch', tenantId, batchId });
  useShowReceipt('batch activity', activity.receipts);
  const note = useWriteNote({ is: 'batch', tenantId, projectId, batchId }, activity.readAgain);
  return (
    <ActivityPanel>
      {activity.notKept === null ? (
        <NoteForm {...note} onWrite={() => void note.write()} />
      ) : (
        <EmptyState title={words.notKept}>
          <p>{activity.notKept}</p>
        </EmptyState>
      )}
      <ActivityList activity={activity} now={now} />
    </ActivityPanel>
  );
}

interface ActivityListProps {
  readonly activity: ReadActivity;
  readonly now: number;
}

/** Lists what was read, or says why there is nothing. */
export function ActivityList({ activity, now }: ActivityListProps) {
  const { rows, notKept, failure, isRead, readOn, reading, readAgain } = activity;
  if (notKept !== null) return null;
  if (!isRead) {
    return failure === undefined ? (
      <SkeletonRows rows={4} label={words.loading} />
    ) : (
      <PartFailure
        failure={failure}
        title={words.notRead}
        notDone={words.notDone}
        onRetry={readAgain}
        retrying={reading}
      />
    );
  }
  if (rows.length === 0) {
    return (
      <EmptyState title={words.none}>
        <p>{words.noneNext}</p>
      </EmptyState>
    );
  }
  return (
    <>
      <ActivityItems
        label={words.label}
        now={now}
        items={rows.map(({ entry: { id, at }, sentence }) => ({ id, at, sentence }))}
      />
      {readOn === undefined ? null : (
        <Button size="sm" variant="ghost" loading={reading} onClick={readOn}>
          {words.more}
        </Button>
      )}
    </>
  );
}

interface BatchSummaryProps {
  readonly batch: Batch;
  readonly groups: readonly FailureGroup[];
  /** False if not all failed documents were read. */
  readonly isAll: boolean;
}

/** The button shows a summary of the batch to copy; what was done is read only then. */
export function BatchSummary(props: BatchSummaryProps) {
  const [isOpen, setOpen] = useState(false);
  usePageCommands([
    {
      id: 'summary',
      title: words.summary,
      keywords: ['copy', 'ticket', 'customer', 'paste', props.batch.batchId],
      icon: 'export',
      run: () => setOpen(true),
    },
  ]);
  return (
    <>
      <IconButton icon="receipt" label={words.summaryButton} onClick={() => setOpen(true)} />
      {isOpen ? <OpenBatchSummary {...props} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function OpenBatchSummary({
  batch,
  groups,
  isAll,
  onClose,
}: BatchSummaryProps & { readonly onClose: () => void }) {
  const { tenantId, projectId, batchId, workflowId } = batch;
  const names = useNames();
  const activity = useActivity({ is: 'batch', tenantId, batchId });
  const work = useBatchWork(batch);
  const by = work?.by ?? null;
  const [at] = useState(() => new Date().toISOString());
  const summary: BatchCase = {
    is: 'batch',
    batch,
    tenantName: names.tenant(tenantId),
    workflowName: workflowId === null ? null : names.workflow(tenantId, projectId, workflowId),
    causes: groups.map(toCause),
    isAll,
    at,
    actions: toCaseActions(activity),
    worker: by === null ? null : { name: names.person(by, tenantId), since: work?.since ?? null },
    link: null,
  };
  return (
    <CaseSummaryDialog
      title={words.summaryTitle(batchId)}
      of={summary}
      place={casePlaces.batch(batch)}
      reading={!activity.isRead && activity.failure === undefined}
      onClose={onClose}
    />
  );
}

function toCause({ fingerprint, stage, code, sample, documents }: FailureGroup): CaseCause {
  return {
    fingerprint,
    stage,
    code,
    message: sample,
    documents: documents.length,
    fileNames: documents.map(({ fileName }) => fileName),
  };
}

/** Notes and looks are left out: a note is free text, and who looked is not what was done. */
export function toCaseActions({ rows }: Pick<ReadActivity, 'rows'>): readonly CaseAction[] {
  return rows
    .filter(({ entry: { kind } }) => kind !== 'note' && kind !== 'looked')
    .map(({ entry: { at, note }, sentence: { who, did, result } }) => ({
      at,
      text: `${who} ${did}${result === null || note !== null ? '' : `: ${result}`}`,
    }));
}
