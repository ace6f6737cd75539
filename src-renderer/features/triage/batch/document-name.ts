import type { DocumentRow } from '#shared/contract/triage/documents.ts';

/** As people call it; an item without a file name is called by its id. */
export function documentName({ fileName, documentId }: Pick<DocumentRow, 'fileName' | 'documentId'>): string {
  return fileName?.trim() ? fileName : documentId;
}
