import { keyText } from '#shared/catalogue/items/values-of-item.ts';
import type { Batch } from '#shared/contract/triage/batches.ts';
import type { Usage } from '#shared/contract/triage/documents.ts';
import type { ScoredDocument } from '#shared/contract/workflows/workflows.ts';
import { statusByScore, type DocumentStatus } from '#shared/domain/document-status.ts';
import type { StoredItem } from '../../../aws/reading.ts';
import { judgedDocument, type SchemaTypes } from '../../../rows/judged-document.ts';
import { documentRow } from '../../../rows/document-rows.ts';

export interface SampledDocument {
  /** Null where it has no score that tells anything. */
  readonly scored: ScoredDocument | null;
  readonly hasFailedOtherwise: boolean;
  readonly usage: Usage | null;
  /** Who wants to know how long its review took finds it by this. */
  readonly review: { readonly documentId: string; readonly at: string } | null;
}

/** Of a document its score and what became of it: no value goes further than this. */
export function sampledDocument(
  item: StoredItem,
  batch: Pick<Batch, 'confidenceThreshold' | 'reviewThreshold'>,
  types: SchemaTypes | null,
  now: number,
): SampledDocument {
  const { documentId, status, score, usage } = documentRow(item);
  const judged = judgedDocument(item, types, now);
  const wasChecked = keyText(item.attributes, 'checkedBy') !== undefined;
  const put = score === null ? null : putBy(score, status, batch);
  const isScore = score !== null && score >= 0 && score <= 1;
  const scored = isScore && put !== null ? { score, put, judged, wasChecked } : null;
  const reviewedAt = judged === null || wasChecked ? undefined : keyText(item.attributes, 'reviewedAt');
  return {
    scored,
    hasFailedOtherwise: scored === null && status === 'FAILED',
    usage,
    review: reviewedAt === undefined ? null : { documentId, at: reviewedAt },
  };
}

/** Null while it is in work: an earlier run's score, perhaps. */
function putBy(
  score: number,
  status: DocumentStatus | null,
  { confidenceThreshold, reviewThreshold }: Pick<Batch, 'confidenceThreshold' | 'reviewThreshold'>,
): ScoredDocument['put'] | null {
  if (status === null || status === 'QUEUED' || status === 'PROCESSING') return null;
  if (confidenceThreshold === null || reviewThreshold === null) {
    return status === 'REJECTED' ? 'REVIEW_REQUIRED' : status;
  }
  return statusByScore(score, { confidenceThreshold, reviewThreshold });
}
