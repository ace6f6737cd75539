import type { Batch } from '#shared/contract/triage/batches.ts';
import type { DocumentStatus } from '#shared/domain/document-status.ts';
import { grouped } from '#shared/domain/grouped-number.ts';
import { isUncounted } from '#shared/domain/today/batch-figures.ts';

type Counts = Pick<Batch, 'counts' | 'documentCount' | 'problems'>;

/** "480 of 500": how many of its documents nobody works on any more. */
export function doneWords(batch: Counts): string {
  const { documentCount } = batch;
  const queued = countIn(batch, 'QUEUED');
  const running = countIn(batch, 'PROCESSING');
  if (documentCount === null || queued === null || running === null) return 'not counted';
  return `${grouped(Math.max(0, documentCount - queued - running))} of ${grouped(documentCount)}`;
}

/** Null: not known. A status that nobody is in may be left out, but not all of them while there are documents. */
export function countIn(batch: Counts, status: DocumentStatus): number | null {
  const isBare = Object.keys(batch.counts).length === 0 && batch.documentCount !== 0;
  if (isBare || isUncounted(batch, status)) return null;
  return Math.max(0, batch.counts[status] ?? 0);
}
