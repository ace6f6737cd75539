import type { MessageLinks, MessageRow } from '#shared/contract/dead-letters/messages.ts';

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

/** "Run 2, failed"; of a batch it is the newest, and whether the message is of that one is not known. */
export function executionWords({ run, outcome, by }: NonNullable<MessageLinks['execution']>): string {
  const which = by === 'batch' ? `Newest run, ${run}` : `Run ${run}`;
  return outcome === null ? which : `${which}, ${outcome.toLowerCase().replaceAll('_', ' ')}`;
}

/** Why there is none to open. */
export function noExecutionWords({ document }: Pick<MessageLinks, 'document'>): string {
  if (document?.is === 'unread') return 'Whether an execution worked on it could not be read.';
  return 'No execution is known to have worked on it.';
}
