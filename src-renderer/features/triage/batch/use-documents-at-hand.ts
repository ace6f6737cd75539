import { useState } from 'react';
import type { Batch } from '#shared/contract/triage/batches.ts';
import { useBatchDocuments } from './use-batch-documents.ts';
import type { BatchDocuments } from './use-batch-documents.ts';
import { useFailed } from './use-failed.ts';
import type { Failed } from './use-failed.ts';
import { documentTab, firstDocuments } from './which-documents.ts';
import type { DocumentTab, WhichDocuments } from './which-documents.ts';

export interface DocumentsAtHand {
  readonly tab: DocumentTab;
  readonly documents: BatchDocuments;
  readonly failed: Failed;
}

/** The documents that are looked at, and those that have failed: one query for both where they are the same. */
export function useDocumentsAtHand(batch: Batch, chosen: WhichDocuments | null): DocumentsAtHand {
  const { counts, documentCount } = batch;
  // Chosen once: a batch whose last failed document was fixed does not change its tab under the reader's hand.
  const [first] = useState(() => firstDocuments(counts));
  const tab = documentTab(chosen ?? first, counts, documentCount);
  const documents = useBatchDocuments(batch, tab);
  return { tab, documents, failed: useFailed(batch, documents) };
}
