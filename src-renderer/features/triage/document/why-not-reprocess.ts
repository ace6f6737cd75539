import type { Batch } from '#shared/contract/triage/batches.ts';
import type { DocumentRow } from '#shared/contract/triage/documents.ts';

/** Why no plan is offered for this document; undefined where one is. The plan reads it again and decides. */
export function whyNotReprocess(
  document: Pick<DocumentRow, 'status' | 'expired'> | undefined,
  batch: Pick<Batch, 'projectId'> | undefined,
): string | undefined {
  if (document === undefined) return 'The document was not read.';
  if (document.expired) return 'It is past its time to live and awaits deletion.';
  if (document.status === null) return 'It has no status that is known.';
  const why = reasons[document.status];
  if (why !== undefined) return why;
  return batch === undefined ? 'Its batch was not read.' : undefined;
}

const reasons: Partial<Readonly<Record<NonNullable<DocumentRow['status']>, string>>> = {
  SUCCEEDED: 'It has SUCCEEDED: there is nothing to reprocess.',
  REVIEW_REQUIRED: 'It waits for review.',
  PROCESSING: 'It is in work.',
  QUEUED: 'It waits for its first run.',
};
