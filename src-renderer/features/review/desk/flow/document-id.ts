import type { ReviewKey } from '#shared/contract/review/document.ts';

/** One text for one document, to look it up by. */
export function documentId({ tenantId, batchId, documentId: document }: ReviewKey): string {
  return `${tenantId} ${batchId} ${document}`;
}

/** Without whatever else a row or a document has: inputs are strict. */
export function onlyKey({ tenantId, projectId, batchId, documentId: document }: ReviewKey): ReviewKey {
  return { tenantId, projectId, batchId, documentId: document };
}
