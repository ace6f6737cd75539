import type { ReviewKey } from '#shared/contract/review/document.ts';

/** Two keys of one document are two objects; their names are the same. */
export function idOf({ tenantId, projectId, batchId, documentId }: ReviewKey): string {
  return JSON.stringify({ tenantId, projectId, batchId, documentId });
}

export function keyOf(id: string): ReviewKey {
  return JSON.parse(id) as ReviewKey;
}
