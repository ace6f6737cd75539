import { usePlanning } from '#renderer/contract/planning.ts';
import type { Batch } from '#shared/contract/pipeline-items.ts';
import type { FailureGroup } from '#shared/domain/failure-groups.ts';
import { mostInPlan } from '#shared/domain/job-kinds/job-kind.ts';
import { findLeftBehind, type Description } from '#shared/domain/matching-documents.ts';
import { messages } from './messages.ts';
import type { Failed } from './failure-groups.tsx';

/** Opens the plans of a batch's documents: of listed ones, or of all that match a description (decision 036). */
export function usePlanDocuments(batch: Batch, failed: Failed) {
  const { tenantId, projectId, batchId } = batch;
  const planning = usePlanning();

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

  /** Main finds the documents when it makes the plan, read here or not. */
  function reprocessMatching(description: Description): void {
    const { statuses, leftBehind, text, except, fingerprint } = description;
    const leftOut = [...(except ?? [])];
    planning.plan({
      kind: 'reprocess',
      tenantId,
      projectId,
      batchId,
      matching: {
        statuses: [...statuses],
        ...(leftBehind && { leftBehind }),
        ...(text !== undefined && { text }),
        ...(leftOut.length > 0 && { except: leftOut }),
      },
      ...(fingerprint !== undefined && { fingerprint }),
    });
  }

  function reprocessAll(): void {
    const ids = failed.documents.map(({ documentId }) => documentId);
    if (failed.complete && ids.length > 0 && ids.length <= mostInPlan) reprocess(ids);
    else reprocessMatching({ statuses: ['FAILED'] });
  }

  function reprocessGroup({ fingerprint, documents: of }: FailureGroup): void {
    if (!failed.complete) reprocessMatching({ statuses: ['FAILED'], fingerprint });
    else
      reprocess(
        of.map(({ documentId }) => documentId),
        fingerprint,
      );
  }

  const left = batch.expired ? null : findLeftBehind(batch);
  const reprocessLeft = () => reprocessMatching({ statuses: ['QUEUED', 'PROCESSING'], leftBehind: true });

  const commands = [
    {
      id: 'reprocess-left',
      title: messages.left.command,
      keywords: ['queued', 'left', 'retry', 'plan', batchId],
      icon: 'retry' as const,
      run: reprocessLeft,
    },
  ];
  return {
    reprocess,
    reprocessMatching,
    reprocessAll,
    reprocessGroup,
    left,
    reprocessLeft,
    commands: left === null ? [] : commands,
  };
}
