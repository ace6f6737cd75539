import type { MessageRow } from '#shared/contract/dead-letters/messages.ts';

export interface Link {
  readonly title: string;
  /** Null where the message does not say enough for a key. */
  readonly tenantId: string | null;
  readonly batchId: string | null;
  readonly documentId: string | null;
  /** What it is called, or why it cannot be opened. */
  readonly words: string;
}

/** What a message leads to: its document, else its batch, else nothing. */
export function linkOf({ tenantId, batchId, documentId, fileName }: MessageRow['subject']): Link {
  if (tenantId !== null && batchId !== null) {
    const title = documentId === null ? 'Linked batch' : 'Linked document';
    const words = documentId === null ? batchId : (fileName ?? documentId);
    return { title, tenantId, batchId, documentId, words };
  }
  const named = documentId ?? fileName ?? batchId ?? tenantId;
  const words =
    named === null
      ? 'The message names no document.'
      : `The message names ${named}, and not enough to find the document by its key.`;
  return { title: 'Linked document', tenantId: null, batchId: null, documentId: null, words };
}
