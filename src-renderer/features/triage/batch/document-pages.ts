import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { failureOf } from '#renderer/contract/failure-text.ts';
import { pagedOptions, type Answer } from '#renderer/contract/operation-options.ts';
import type { Failure, Receipt } from '#shared/contract/result.ts';
import type { DocumentRow } from '#shared/contract/triage.ts';
import type { OtherItem } from '#shared/contract/pipeline-items.ts';
import type { IndexedStatus } from './document-tabs.ts';

export const documentsPerPage = 100;

/** One list of documents as far as it has been read. */
export interface DocumentPages {
  /** True once the list was asked for. */
  readonly asked: boolean;
  readonly rows: readonly DocumentRow[];
  /** Items of another kind that stand among them. */
  readonly others: readonly OtherItem[];
  /** There is nothing left to read of it. */
  readonly complete: boolean;
  readonly reading: boolean;
  readonly failure: Failure | undefined;
  readonly receipts: readonly Receipt[];
  /** The next full page will cost about as much as the last one did. */
  readonly lastRru: number | undefined;
  readonly throttled: number;
  /** The first page, or the next; answers all there is then, and null when it failed. */
  readonly readOn: () => Promise<{
    readonly rows: readonly DocumentRow[];
    readonly complete: boolean;
  } | null>;
}

interface BatchName {
  readonly tenantId: string;
  readonly batchId: string;
}

/** Documents in a status, by GSI2. Asked for by itself only where `wanted`. */
export function useStatusPages(
  { tenantId, batchId }: BatchName,
  status: IndexedStatus,
  wanted: boolean,
): DocumentPages {
  const query = useInfiniteQuery({
    ...pagedOptions('documents.byStatus', { tenantId, batchId, status, pageSize: documentsPerPage }),
    enabled: wanted,
  });
  return documentPages(query);
}

/** All documents, from the base table. */
export function useBasePages({ tenantId, batchId }: BatchName, wanted: boolean): DocumentPages {
  const query = useInfiniteQuery({
    ...pagedOptions('documents.ofBatch', { tenantId, batchId, pageSize: documentsPerPage }),
    enabled: wanted,
  });
  return documentPages(query);
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
  readonly fetchNextPage: () => Promise<{ readonly data: Pages | undefined; readonly isError: boolean }>;
}

function documentPages(query: PagedQuery): DocumentPages {
  const pages = query.data?.pages ?? noPages;
  const receipts = pages.flatMap(({ receipt }) => receipt ?? []);
  return {
    asked: query.data !== undefined || query.isFetching || query.error !== null,
    rows: collectRows(pages),
    others: pages.flatMap(({ value }) => value.others ?? []),
    complete: query.data !== undefined && !query.hasNextPage,
    reading: query.isFetching,
    failure: query.error === null ? undefined : failureOf(query.error),
    receipts,
    lastRru: receipts.at(-1)?.rru,
    throttled: pages.reduce((sum, { value }) => sum + value.throttled, 0),
    readOn: async () => {
      const { data, isError } = await query.fetchNextPage();
      if (isError || data === undefined) return null;
      return { rows: collectRows(data.pages), complete: data.pages.at(-1)?.value.cursor === null };
    },
  };
}

const known = new WeakMap<object, readonly DocumentRow[]>();

/** One array for one set of pages, so that a table's rows are not new with every draw. */
function collectRows(pages: Pages['pages']): readonly DocumentRow[] {
  const before = known.get(pages);
  if (before !== undefined) return before;
  const rows = pages.flatMap(({ value }) => value.rows);
  known.set(pages, rows);
  return rows;
}

const noPages: Pages['pages'] = [];

export interface ReadingAll {
  /** How many were read so far; null while nothing is being read. */
  readonly at: number | null;
  /** Everything there is; null where it failed or was stopped, and what was read stays. */
  readonly readAll: () => Promise<readonly DocumentRow[] | null>;
  readonly stop: () => void;
}

/** Reads a list to its end, page by page, until it is stopped. */
export function useReadAll(pages: DocumentPages): ReadingAll {
  const [at, setAt] = useState<number | null>(null);
  const stopped = useRef(false);
  return {
    at,
    stop: () => {
      stopped.current = true;
    },
    readAll: async () => {
      stopped.current = false;
      let { rows, complete } = pages;
      setAt(rows.length);
      while (!complete && !stopped.current) {
        // oxlint-disable-next-line no-await-in-loop -- a page begins where the one before has ended
        const next = await pages.readOn();
        if (next === null) break;
        ({ rows, complete } = next);
        setAt(rows.length);
      }
      setAt(null);
      return complete ? rows : null;
    },
  };
}
