import type { Batch } from '#shared/contract/triage/batches.ts';
import { grouped } from '#shared/domain/grouped-number.ts';

/** "480 of 500": how many of its documents are no longer worked on. */
export function doneWords({ counts, documentCount }: Pick<Batch, 'counts' | 'documentCount'>): string {
  const { SUCCEEDED, REVIEW_REQUIRED, FAILED, REJECTED } = counts;
  const isCounted = SUCCEEDED !== null && REVIEW_REQUIRED !== null && FAILED !== null && REJECTED !== null;
  if (documentCount === null || !isCounted) return 'not counted';
  return `${grouped(SUCCEEDED + REVIEW_REQUIRED + FAILED + REJECTED)} of ${grouped(documentCount)}`;
}
