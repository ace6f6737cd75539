import type { Batch } from '#shared/contract/triage/batches.ts';
import { grouped } from '#shared/domain/grouped-number.ts';

export interface Standing {
  readonly text: string;
  readonly tone: 'failed' | 'review' | 'plain';
}

/** What a line says of a batch first: what is wrong, else what waits for somebody, else how far it has come. */
export function standingOf(batch: Pick<Batch, 'counts' | 'documentCount' | 'status'>): Standing {
  const { counts, documentCount, status } = batch;
  const failed = counts.FAILED ?? 0;
  if (failed > 0) return { text: `${grouped(failed)} failed`, tone: 'failed' };
  const toReview = counts.REVIEW_REQUIRED ?? 0;
  if (status === 'REVIEW_REQUIRED' && toReview > 0) {
    return { text: `${grouped(toReview)} to review`, tone: 'review' };
  }
  return { text: progressOf(counts, documentCount), tone: 'plain' };
}

/** Rounded down: a hundred percent are all. */
function progressOf(counts: Batch['counts'], documentCount: number | null): string {
  if (documentCount === null) return 'not counted';
  if (documentCount === 0) return 'empty';
  const { SUCCEEDED, REVIEW_REQUIRED, FAILED, REJECTED, PROCESSING } = counts;
  if (SUCCEEDED === null || REVIEW_REQUIRED === null || FAILED === null || REJECTED === null)
    return 'not counted';
  const ended = SUCCEEDED + REVIEW_REQUIRED + FAILED + REJECTED;
  if (ended === 0 && PROCESSING === 0) return 'waiting';
  return `${String(Math.min(100, Math.floor((ended / documentCount) * 100)))} %`;
}

/** "carrier-invoice, 240 documents" */
export function aboutBatch({
  workflowId,
  projectId,
  documentCount,
}: Pick<Batch, 'workflowId' | 'projectId' | 'documentCount'>): string {
  const documents =
    documentCount === null
      ? 'documents not counted'
      : documentCount === 1
        ? '1 document'
        : `${grouped(documentCount)} documents`;
  return `${workflowId ?? projectId}, ${documents}`;
}

/** Since when it is in the status that the list is about. */
export function ageOf({ statusSince, createdAt }: Pick<Batch, 'statusSince' | 'createdAt'>): number | null {
  const since = statusSince ?? createdAt;
  return since === null ? null : Date.parse(since);
}

/** Of what a row shows; nothing is asked of the table. */
export function matches(batch: Batch, filter: string): boolean {
  const words = filter.trim().toLowerCase().split(/\s+/);
  const text = [
    batch.batchId,
    aboutBatch(batch),
    batch.projectId,
    batch.status ?? batch.otherStatus ?? '',
    standingOf(batch).text,
  ]
    .join(' ')
    .toLowerCase();
  return words.every((word) => text.includes(word));
}
