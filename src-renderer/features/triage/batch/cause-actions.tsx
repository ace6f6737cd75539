import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { operationOptions } from '#renderer/contract/operation-options.ts';
import { usePlanning } from '#renderer/contract/planning.ts';
import { usePersonHere } from '#renderer/contract/use-person-here.ts';
import { useBatchNote } from '#renderer/contract/use-activity.ts';
import { pageKeys } from '#renderer/ui/page-keys.ts';
import { FileRequestDialog, LimitDialog, RemedyButtons } from '#renderer/ui/remedies.tsx';
import type { Batch } from '#shared/contract/pipeline-items.ts';
import type { FailureGroup } from '#shared/domain/failure-groups.ts';
import { writeFileRequest, writeRequestNote } from '#shared/domain/plain-causes.ts';
import { isOnlyScoreTooLow, listRemedies, type CauseToRemedy, type Remedy } from '#shared/domain/remedies.ts';
import { whyNotRunJobs } from '#shared/permissions.ts';
import type { TriagePageProps } from '../address.ts';

interface CauseActionsProps {
  readonly batch: Batch;
  readonly onOpenWorkflow: TriagePageProps['onOpenWorkflow'];
  readonly group: FailureGroup;
  readonly now: number;
  /** False while more documents of the group may be found, so that its count is a lower bound. */
  readonly complete: boolean;
  /** The key presses the button of this group. */
  readonly isAtHand: boolean;
  /** Says why nothing can be reprocessed here. */
  readonly whyNot: string | undefined;
  readonly onReprocess: () => void;
}

/** Offers the action that helps best against a cause, and the others in a menu, each with what it will do. */
export function CauseActions(props: CauseActionsProps) {
  const { batch, onOpenWorkflow, group, isAtHand, whyNot, onReprocess, complete } = props;
  const { plan } = usePlanning();
  const [shown, setShown] = useState<Remedy | null>(null);
  const decidable = group.documents.filter(isOnlyScoreTooLow);
  const remedies = listRemedies(toCause(props, decidable.length), useOffers(decidable.length > 0, whyNot));

  function act(remedy: Remedy): void {
    const { tenantId, projectId, batchId } = batch;
    const { fingerprint } = group;
    const at = { tenantId, projectId, batchId, fingerprint };
    switch (remedy.action) {
      case 'reprocess':
      case 'reprocess-anyway':
        onReprocess();
        return;
      case 'wait-and-retry':
        plan(
          {
            kind: 'reprocess',
            ...at,
            ...(complete
              ? { documentIds: group.documents.map(({ documentId }) => documentId) }
              : { matching: { statuses: ['FAILED'] } }),
          },
          { afterMinutes: 15 },
        );
        return;
      case 'send-to-review':
      case 'accept-documents':
        plan({ kind: remedy.action, ...at, documentIds: decidable.map(({ documentId }) => documentId) });
        return;
      default:
        remedy.action satisfies 'ask-for-file' | 'raise-limit';
        setShown(remedy);
    }
  }

  const { tenantId, projectId, workflowId } = batch;
  return (
    <>
      <RemedyButtons
        remedies={remedies}
        of={`group ${group.fingerprint}`}
        isPrimary={isAtHand}
        shortcut={isAtHand ? pageKeys.triage.reprocess : undefined}
        onAct={act}
      />
      {shown?.action === 'ask-for-file' ? (
        <FileRequest batch={batch} group={group} onClose={() => setShown(null)} />
      ) : shown === null ? null : (
        <LimitDialog
          remedy={shown}
          onOpenWorkflow={
            onOpenWorkflow === undefined || workflowId === null
              ? undefined
              : () => onOpenWorkflow({ tenantId, projectId, workflowId })
          }
          onClose={() => setShown(null)}
        />
      )}
    </>
  );
}

function toCause({ group, now, complete }: CauseActionsProps, decidable: number): CauseToRemedy {
  const { code, sample, stage, documents, lastAt } = group;
  const at = Date.parse(lastAt ?? '');
  const minutesAgo = Number.isNaN(at) ? null : (now - at) / 60_000;
  return { code, sample, stage, documents: documents.length, complete, decidable, minutesAgo };
}

/** The pipeline API is only asked where there is something to decide. */
function useOffers(isAsked: boolean, reprocess: string | undefined) {
  const { me } = usePersonHere();
  const offers = useQuery({ ...operationOptions('plans.offers', {}), enabled: isAsked }).data?.value;
  return {
    reprocess,
    sendToReview: whyNotRunJobs(me, 'send-to-review') ?? (offers?.sendToReview || undefined),
    accept: whyNotRunJobs(me, 'accept-documents') ?? (offers?.accept || undefined),
  };
}

interface FileRequestProps extends Pick<CauseActionsProps, 'batch' | 'group'> {
  readonly onClose: () => void;
}

function FileRequest({ batch, group, onClose }: FileRequestProps) {
  const { tenantId, projectId, batchId } = batch;
  const { documents, fingerprint, code, sample } = group;
  const noteText = writeRequestNote({
    documentIds: documents.map(({ documentId }) => documentId),
    fingerprint,
  });
  const note = useBatchNote({ is: 'batch', tenantId, projectId, batchId }, noteText);
  const text = writeFileRequest({
    batchId,
    files: documents.map(({ fileName, documentId }) => fileName ?? documentId),
    cause: { code, message: sample },
  });
  return <FileRequestDialog text={text} note={{ batchId, text: noteText, ...note }} onClose={onClose} />;
}
