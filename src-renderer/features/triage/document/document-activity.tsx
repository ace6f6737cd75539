import { useState } from 'react';
import type { OpenDocument } from '#shared/contract/triage.ts';
import { casePlaces } from '#shared/domain/case-link.ts';
import type { DocumentCase } from '#shared/domain/case-summary.ts';
import { useNames } from '#renderer/contract/names.tsx';
import { usePageCommands } from '#renderer/contract/page-commands.ts';
import { useActivity, type ReadActivity } from '#renderer/contract/use-activity.ts';
import { ActivityPanel } from '#renderer/ui/activity-panel.tsx';
import { IconButton } from '#renderer/ui/button.tsx';
import { CaseSummaryDialog } from '#renderer/ui/case-summary.tsx';
import { useNow } from '#renderer/ui/relative-time.tsx';
import { EmptyState } from '#renderer/ui/states.tsx';
import { useShowReceipt } from '#renderer/ui/view-receipts.tsx';
import { ActivityList, toCaseActions } from '../batch/batch-activity.tsx';
import { useBatchWork } from '../batch/batch-owner.tsx';
import { batchMessages } from '../batch/activity-messages.ts';
import type { DocumentName } from './use-document.ts';

const words = batchMessages.activity;

/** Returns the actions of the batch that name this document, and those on the batch as a whole. */
export function useDocumentActivity({ tenantId, batchId, documentId }: DocumentName): ReadActivity {
  const activity = useActivity({ is: 'batch', tenantId, batchId });
  return {
    ...activity,
    rows: activity.rows.filter(({ entry }) => entry.documentId === null || entry.documentId === documentId),
  };
}

/** Shows what people did with the document, from the activity of its batch. */
export function DocumentActivity({ name }: { readonly name: DocumentName }) {
  const activity = useDocumentActivity(name);
  useShowReceipt('batch activity', activity.receipts);
  const now = useNow(10_000);
  return (
    <ActivityPanel>
      {activity.notKept === null ? null : (
        <EmptyState title={words.notKept}>
          <p>{activity.notKept}</p>
        </EmptyState>
      )}
      <ActivityList activity={activity} now={now} />
    </ActivityPanel>
  );
}

interface DocumentSummaryProps {
  readonly name: DocumentName;
  readonly document: OpenDocument;
}

/** The button shows a summary of the document to copy. */
export function DocumentSummary(props: DocumentSummaryProps) {
  const [isOpen, setOpen] = useState(false);
  usePageCommands([
    {
      id: 'summary',
      title: words.documentSummary,
      keywords: ['copy', 'ticket', 'customer', 'paste', props.name.documentId],
      icon: 'export',
      run: () => setOpen(true),
    },
  ]);
  return (
    <>
      <IconButton icon="receipt" label={words.summaryButton} onClick={() => setOpen(true)} />
      {isOpen ? <OpenDocumentSummary {...props} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function OpenDocumentSummary({
  name,
  document,
  onClose,
}: DocumentSummaryProps & { readonly onClose: () => void }) {
  const names = useNames();
  const activity = useDocumentActivity(name);
  const work = useBatchWork(name);
  const by = work?.by ?? null;
  const [at] = useState(() => new Date().toISOString());
  const summary: DocumentCase = {
    is: 'document',
    document,
    since: document.receivedAt ?? document.createdAt,
    tenantName: names.tenant(name.tenantId),
    at,
    actions: toCaseActions(activity),
    worker: by === null ? null : { name: names.person(by, name.tenantId), since: work?.since ?? null },
    link: null,
  };
  return (
    <CaseSummaryDialog
      title={words.documentSummaryTitle(document.fileName ?? name.documentId)}
      of={summary}
      place={casePlaces.document(name)}
      reading={!activity.isRead && activity.failure === undefined}
      onClose={onClose}
    />
  );
}
