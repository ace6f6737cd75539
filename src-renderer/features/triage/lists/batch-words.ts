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
  const ended =
    (counts.SUCCEEDED ?? 0) + (counts.REVIEW_REQUIRED ?? 0) + (counts.FAILED ?? 0) + (counts.REJECTED ?? 0);
  if (ended === 0 && (counts.PROCESSING ?? 0) === 0) return 'waiting';
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
  const text = [batch.batchId, aboutBatch(batch), batch.projectId, batch.status ?? '', standingOf(batch).text]
    .join(' ')
    .toLowerCase();
  return words.every((word) => text.includes(word));
}
