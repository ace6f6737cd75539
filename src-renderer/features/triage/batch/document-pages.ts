import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { toFailure } from '#renderer/contract/failure-text.ts';
import { pagedOptions, type Answer } from '#renderer/contract/operation-options.ts';
import type { Failure, Receipt } from '#shared/contract/result.ts';
import type { DocumentRow } from '#shared/contract/triage.ts';
import type { OtherItem } from '#shared/contract/pipeline-items.ts';
import type { IndexedStatus } from './document-tabs.ts';

export const documentsPerPage = 100;

/** A list of documents as far as it was read. */
export interface DocumentPages {
  /** True once the list was asked for. */
  readonly asked: boolean;
  readonly rows: readonly DocumentRow[];
  /** Items of another kind among the documents. */
  readonly others: readonly OtherItem[];
  /** True if there is nothing left to read. */
  readonly complete: boolean;
  readonly reading: boolean;
  readonly failure: Failure | undefined;
  readonly receipts: readonly Receipt[];
  /** The next full page will cost about as much as the last one did. */
  readonly lastRru: number | undefined;
  readonly throttled: number;
  /** Reads the first or the next page. Returns everything read so far, or null if it failed. */
  readonly readOn: () => Promise<{
    readonly rows: readonly DocumentRow[];
    readonly complete: boolean;
  } | null>;
}

export interface BatchName {
  readonly tenantId: string;
  readonly batchId: string;
}

/** Reads the documents in a status from GSI2. The first page is read automatically only if `wanted`. */
export function useStatusPages(
  { tenantId, batchId }: BatchName,
  status: IndexedStatus,
  wanted: boolean,
): DocumentPages {
  const query = useInfiniteQuery({
    ...pagedOptions('documents.byStatus', { tenantId, batchId, status, pageSize: documentsPerPage }),
    enabled: wanted,
  });
  return toDocumentPages(query);
}

/** Reads all documents from the base table. */
export function useBasePages({ tenantId, batchId }: BatchName, wanted: boolean): DocumentPages {
  const query = useInfiniteQuery({
    ...pagedOptions('documents.ofBatch', { tenantId, batchId, pageSize: documentsPerPage }),
    enabled: wanted,
  });
  return toDocumentPages(query);
}

interface Pages {
  readonly pages: readonly Answer<PageOfDocuments>[];
}

interface PageOfDocuments {
  readonly rows: readonly DocumentRow[];
  readonly others?: readonly OtherItem[] | undefined;
  readonly cursor: string | null;
  readonly throttled: number;
}

interface PagedQuery {
  readonly data: Pages | undefined;
  readonly error: Error | null;
  readonly isFetching: boolean;
  readonly hasNextPage: boolean;
  readonly fetchNextPage: (how: {
    readonly cancelRefetch: boolean;
  }) => Promise<{ readonly data: Pages | undefined; readonly isError: boolean }>;
}

function toDocumentPages(query: PagedQuery): DocumentPages {
  const pages = query.data?.pages ?? noPages;
  const receipts = pages.flatMap(({ receipt }) => receipt ?? []);
  return {
    asked: query.data !== undefined || query.isFetching || query.error !== null,
    rows: collectRows(pages),
    others: pages.flatMap(({ value }) => value.others ?? []),
    complete: query.data !== undefined && !query.hasNextPage,
    reading: query.isFetching,
    failure: query.error === null ? undefined : toFailure(query.error),
    receipts,
    lastRru: receipts.at(-1)?.rru,
    throttled: pages.reduce((sum, { value }) => sum + value.throttled, 0),
    readOn: async () => {
      // A page that is being read is waited for. To cancel it and ask again would pay for it twice.
      const { data, isError } = await query.fetchNextPage({ cancelRefetch: false });
      if (isError || data === undefined) return null;
      return { rows: collectRows(data.pages), complete: data.pages.at(-1)?.value.cursor === null };
    },
  };
}

const known = new WeakMap<object, readonly DocumentRow[]>();

/** Returns the same array for the same pages, so that the rows of a table stay the same between draws. */
function collectRows(pages: Pages['pages']): readonly DocumentRow[] {
  const before = known.get(pages);
  if (before !== undefined) return before;
  const rows = pages.flatMap(({ value }) => value.rows);
  known.set(pages, rows);
  return rows;
}

const noPages: Pages['pages'] = [];

export interface ReadingAll {
  /** The number read so far; null while nothing is being read. */
  readonly at: number | null;
  /** Returns every document; null if it failed or was stopped. The pages that were read stay. */
  readonly readAll: () => Promise<readonly DocumentRow[] | null>;
  readonly stop: () => void;
}

/** Reads a list to its end, page by page, until it is stopped or the part of the page that asked for it is gone. */
export function useReadAll(pages: DocumentPages): ReadingAll {
  const [at, setAt] = useState<number | null>(null);
  const loop = useRef({ isStopped: true });
  const stop = useCallback(() => {
    loop.current.isStopped = true;
  }, []);
  // Nothing on the screen could stop a reading whose button is gone, and every page costs.
  useEffect(() => stop, [stop]);
  return {
    at,
    stop,
    readAll: async () => {
      if (!loop.current.isStopped) return null;
      const own = { isStopped: false };
      loop.current = own;
      let { rows, complete } = pages;
      setAt(rows.length);
      while (!complete && !own.isStopped) {
        // oxlint-disable-next-line no-await-in-loop -- a page begins where the one before has ended
        const next = await pages.readOn();
        if (next === null) break;
        ({ rows, complete } = next);
        setAt(rows.length);
      }
      own.isStopped = true;
      setAt(null);
      return complete ? rows : null;
    },
  };
}
