import { useMemo } from 'react';
import { batchKey, documentKey, latestDocuments, useLatest } from '#renderer/contract/changes-provider.tsx';
import { describeThrottling } from '#renderer/contract/failure-text.ts';
import { useShowReceipt } from '#renderer/ui/view-receipts.tsx';
import type { Failure, Receipt } from '#shared/contract/result.ts';
import type { Batch, OtherItem } from '#shared/contract/pipeline-items.ts';
import type { DocumentRow } from '#shared/contract/triage.ts';
import { grouped } from '#shared/domain/formatting.ts';
import { describeOtherItems } from '../parts/use-pages.ts';
import { documentsPerPage, useBasePages, useStatusPages, type DocumentPages } from './document-pages.ts';
import type { DocumentTab } from './document-tabs.ts';
import { messages } from '../messages.ts';

export interface BatchDocuments {
  readonly list: DocumentList;
  /** The newest version of every document that was read in any list. */
  readonly known: readonly DocumentRow[];
  readonly failed: DocumentPages;
  /** The receipts of all its lists. */
  readonly receipts: readonly Receipt[];
  readonly base: DocumentPages;
}

/** Reads the tab with one query. Other lists only contribute documents that they have read already. */
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

  const batchHere = batchKey(batch);
  const known = useMemo(
    () =>
      latestDocuments(
        [...failed.rows, ...review.rows, ...processing.rows, ...base.rows],
        latest,
        (row) => batchKey(row) === batchHere,
      ),
    [failed.rows, review.rows, processing.rows, base.rows, latest, batchHere],
  );
  const newest = useMemo(() => new Map(known.map((row) => [documentKey(row), row])), [known]);

  const index = { FAILED: failed, REVIEW_REQUIRED: review, PROCESSING: processing };
  const pages = tab.index === null ? null : index[tab.index];
  const source = buildList(tab, pages, base);
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
      // The base table lists every document, so a changed one is on one of its pages, read or not.
      if (batchKey(row) === batchHere && (tab.which !== 'all' || listed.has(key))) laid.set(key, row);
    }
    return latestDocuments(
      source.rows,
      laid,
      ({ status }) => tab.which === 'all' || (status !== null && tab.statuses.has(status)),
    );
    // oxlint-disable-next-line react/exhaustive-deps -- a tab is its `which`; its counts change nothing here
  }, [source.rows, newest, latest, batchHere, tab.which]);

  const receipts = [failed, review, processing, base].flatMap((one) => one.receipts);
  return { list: { ...source, rows }, known, failed, base, receipts };
}

/** The documents of the tab that is shown. */
export interface DocumentList {
  readonly rows: readonly DocumentRow[];
  /** How many rows were read for the list, counting those that belong to another tab. */
  readonly read: number;
  readonly complete: boolean;
  readonly reading: boolean;
  readonly failure: Failure | undefined;
  readonly throttled: number;
  /** Items of another kind among the documents. */
  readonly others: readonly OtherItem[];
  readonly lastRru: number | undefined;
  /** Undefined when there is nothing left to read. */
  readonly readOn: (() => void) | undefined;
  /** The next page comes from another source, so reading on is a separate decision. */
  readonly turns: boolean;
}

/**
 * Builds the list of a tab from its pages: first those of the index, and then those of the table where no
 * index has the rest.
 */
function buildList(tab: DocumentTab, index: DocumentPages | null, base: DocumentPages): DocumentList {
  const both = index !== null && tab.base && base.asked;
  const now = index === null || (both && index.complete) ? base : index;
  const complete = (index === null || index.complete) && (!tab.base || base.complete);
  return {
    rows: both
      ? joinRows(index.rows, filterWanted(base.rows, tab))
      : index === null
        ? filterWanted(base.rows, tab)
        : index.rows,
    read: index === null ? base.rows.length : index.rows.length + (both ? base.rows.length : 0),
    complete,
    reading: now.reading,
    failure: now.failure,
    throttled: (index?.throttled ?? 0) + (both || index === null ? base.throttled : 0),
    others: [...(index?.others ?? []), ...(both || index === null ? base.others : [])],
    lastRru: now.lastRru,
    readOn: complete ? undefined : () => void (index !== null && index.complete ? base : now).readOn(),
    turns: index !== null && index.complete && tab.base && !base.asked,
  };
}

const chosen = new WeakMap<readonly DocumentRow[], Map<string, readonly DocumentRow[]>>();

/** Returns the same array for the same pages and tab, so that the table is not drawn again. */
function filterWanted(
  rows: readonly DocumentRow[],
  { which, statuses }: DocumentTab,
): readonly DocumentRow[] {
  if (which === 'all') return rows;
  const byTab = chosen.get(rows) ?? new Map<string, readonly DocumentRow[]>();
  chosen.set(rows, byTab);
  const before = byTab.get(which);
  if (before !== undefined) return before;
  const found = rows.filter(({ status }) => status !== null && statuses.has(status));
  byTab.set(which, found);
  return found;
}

const joins = new WeakMap<readonly DocumentRow[], WeakMap<readonly DocumentRow[], readonly DocumentRow[]>>();

function joinRows(first: readonly DocumentRow[], second: readonly DocumentRow[]): readonly DocumentRow[] {
  const bySecond = joins.get(first) ?? new WeakMap<readonly DocumentRow[], readonly DocumentRow[]>();
  joins.set(first, bySecond);
  const before = bySecond.get(second);
  if (before !== undefined) return before;
  const rows = [...first, ...second];
  bySecond.set(second, rows);
  return rows;
}

/** Says after the last row how much was read, and what reading on would cost. */
export function describeEnd(
  tab: DocumentTab,
  list: ReadSoFar & Partial<Pick<DocumentList, 'throttled' | 'others'>>,
): string {
  const others = describeOtherItems(list.others ?? []);
  return `${describeRead(tab, list)}${describeThrottling(list.throttled ?? 0)}${others === '' ? '' : `. ${others}`}`;
}

type ReadSoFar = Pick<DocumentList, 'rows' | 'read' | 'complete' | 'turns' | 'lastRru'>;

function describeRead(tab: DocumentTab, list: ReadSoFar): string {
  const { rows, read, complete, turns, lastRru } = list;
  if (turns) {
    const found =
      read === 0 ? messages.documents.noneIsProcessing : messages.documents.processing(grouped(read));
    return messages.documents.nextIsTable(found, grouped(documentsPerPage));
  }
  const price = lastRru === undefined ? '' : `, the next page costs about ${formatRru(lastRru)}`;
  if (!complete) {
    const of = tab.count === null || tab.base ? '' : ` of ${grouped(tab.count)}`;
    return `${grouped(read)}${of} read${price}`;
  }
  return tab.base || tab.count === null || tab.count <= read
    ? describeAllRead(read, rows.length, tab.base)
    : messages.documents.fewerInIndex(grouped(read), grouped(tab.count));
}

/** Documents that an action has moved since are now in another tab. */
function describeAllRead(read: number, left: number, holdsOthers: boolean): string {
  const moved = holdsOthers ? 0 : read - left;
  return moved > 0 ? messages.documents.movedOn(grouped(moved)) : `All ${grouped(read)} read`;
}

/** "about 12 RRU" for the rest, estimated from the documents that were read; undefined if none were. */
export function estimateRestPrice(left: number, receipts: readonly Receipt[]): string | undefined {
  const items = receipts.reduce((sum, receipt) => sum + receipt.items, 0);
  const units = receipts.reduce((sum, receipt) => sum + receipt.rru, 0);
  return left <= 0 || items === 0 ? undefined : `about ${formatRru((units * left) / items)}`;
}

function formatRru(units: number): string {
  return `${grouped(units < 10 ? Math.ceil(units * 2) / 2 : Math.ceil(units))} RRU`;
}
