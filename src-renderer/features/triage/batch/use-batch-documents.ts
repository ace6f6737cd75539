import { useMemo } from 'react';
import type { Batch } from '#shared/contract/triage/batches.ts';
import type { DocumentRow } from '#shared/contract/triage/documents.ts';
import type { Receipt } from '#shared/contract/receipt.ts';
import { documentKey, latestDocuments } from '#renderer/contract/lay-changes.ts';
import { useLatest } from '#renderer/contract/use-changes.ts';
import { useShowReceipt } from '#renderer/ui/receipt-footer/view-receipts.tsx';
import { useBasePages, useStatusPages } from './document-pages.ts';
import type { DocumentPages } from './document-pages.ts';
import { listOf } from './document-list.ts';
import type { DocumentList } from './document-list.ts';
import type { DocumentTab } from './which-documents.ts';

export interface BatchDocuments {
  readonly list: DocumentList;
  /** Each document that was read in any list, as it is by the newest that is known of it. */
  readonly known: readonly DocumentRow[];
  readonly failed: DocumentPages;
  /** Of all its lists. */
  readonly receipts: readonly Receipt[];
  readonly base: DocumentPages;
}

/** One query for the tab; the others only lend what they have read already. */
export function useBatchDocuments(batch: Batch, tab: DocumentTab): BatchDocuments {
  const failed = useStatusPages(batch, 'FAILED', tab.index === 'FAILED');
  const review = useStatusPages(batch, 'REVIEW_REQUIRED', tab.index === 'REVIEW_REQUIRED');
  const processing = useStatusPages(batch, 'PROCESSING', tab.index === 'PROCESSING');
  const base = useBasePages(batch, tab.index === null);
  const { documents: latest } = useLatest();
  useShowReceipt('documents FAILED', failed.receipts);
  useShowReceipt('documents REVIEW_REQUIRED', review.receipts);
  useShowReceipt('documents PROCESSING', processing.receipts);
  useShowReceipt('documents', base.receipts);

  const { batchId } = batch;
  const known = useMemo(
    () =>
      latestDocuments(
        [...failed.rows, ...review.rows, ...processing.rows, ...base.rows],
        latest,
        (row) => row.batchId === batchId,
      ),
    [failed.rows, review.rows, processing.rows, base.rows, latest, batchId],
  );
  const newest = useMemo(() => new Map(known.map((row) => [documentKey(row), row])), [known]);

  const index = { FAILED: failed, REVIEW_REQUIRED: review, PROCESSING: processing };
  const pages = tab.index === null ? null : index[tab.index];
  const source = listOf(tab, pages, base);
  const rows = useMemo(() => {
    const listed = new Set<string>();
    const laid = new Map<string, DocumentRow>();
    for (const row of source.rows) {
      const key = documentKey(row);
      listed.add(key);
      const newer = newest.get(key);
      if (newer !== undefined && newer !== row) laid.set(key, newer);
    }
    for (const [key, row] of latest) {
      // All of them are in the base table already: what changed is in one of its pages, read or not.
      if (row.batchId === batchId && (tab.which !== 'all' || listed.has(key))) laid.set(key, row);
    }
    return latestDocuments(
      source.rows,
      laid,
      ({ status }) => tab.which === 'all' || (status !== null && tab.statuses.has(status)),
    );
    // oxlint-disable-next-line react/exhaustive-deps -- a tab is its `which`; its counts change nothing here
  }, [source.rows, newest, latest, batchId, tab.which]);

  const receipts = [failed, review, processing, base].flatMap((one) => one.receipts);
  return { list: { ...source, rows }, known, failed, base, receipts };
}
