import { useInfiniteQuery, useQuery, type InfiniteData } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { DownloadFile, DownloadFileStatus, StandingKind } from '#shared/contract/downloads.ts';
import type { Failure, Receipt } from '#shared/contract/result.ts';
import { listFileSets } from '#shared/domain/download-days.ts';
import { toFailure } from '#renderer/contract/failure-text.ts';
import { operationOptions, pagedOptions, type Answer } from '#renderer/contract/operation-options.ts';
import { findOldestReadTime } from '#renderer/ui/receipt-footer.tsx';
import { useShowReceipt } from '#renderer/ui/view-receipts.tsx';
import { toFileRow, toOpenFileRow, type FileRow } from './file-facts.ts';

export type WhichFiles = DownloadFileStatus | 'open' | null;

/** The files of a list that were read so far, and a way to read more. */
export interface Files {
  readonly rows: readonly FileRow[];
  /** The time at which they were true, by the oldest page; null if unknown. */
  readonly asOf: number | null;
  readonly isRead: boolean;
  readonly complete: boolean;
  readonly reading: boolean;
  readonly failure: Failure | undefined;
  readonly receipts: readonly Receipt[];
  readonly throttled: number;
  /** Undefined if the rest cannot be read. */
  readonly readOn: (() => void) | undefined;
  readonly readAgain: () => void;
}

/** Reads the files of a batch from BatchIndex: all of them, or those in one status. */
function useFilesOfBatch(batchId: string, status: DownloadFileStatus | null, isWanted: boolean): Files {
  const query = useInfiniteQuery({
    ...pagedOptions('downloads.filesOfBatch', {
      batchId,
      pageSize,
      ...(status === null ? {} : { status }),
    }),
    enabled: isWanted,
  });
  return useAsFiles(query);
}

/** Reads the files that the batch counts neither as completed nor as failed, each by its key. */
function useOpenFiles(batchId: string, isWanted: boolean): Files {
  const query = useQuery({ ...operationOptions('downloads.openFiles', { batchId }), enabled: isWanted });
  const { files, batch, asOf } = query.data?.value ?? {};
  const readAt = asOf === undefined ? null : Date.parse(asOf);
  const rows = useMemo(
    () => (files ?? []).map((open) => toOpenFileRow(open, batchId, readAt ?? 0)),
    [files, batchId, readAt],
  );
  return {
    rows,
    asOf: readAt,
    isRead: query.data !== undefined,
    // Only the first of very many open files are read.
    complete: batch !== undefined && rows.length >= listFileSets(batch).open.length,
    reading: query.isFetching,
    failure: query.error === null ? undefined : toFailure(query.error),
    receipts: query.data?.receipt === undefined ? [] : [query.data.receipt],
    throttled: 0,
    readOn: undefined,
    readAgain: () => void query.refetch(),
  };
}

interface PagedQuery {
  readonly data: InfiniteData<Answer<FilePage>, string | undefined> | undefined;
  readonly error: Error | null;
  readonly isFetching: boolean;
  readonly hasNextPage: boolean;
  readonly fetchNextPage: () => Promise<unknown>;
  readonly refetch: () => Promise<unknown>;
}

interface FilePage {
  readonly rows: readonly DownloadFile[];
  readonly cursor: string | null;
  readonly throttled: number;
}

/** Returns the same rows until another page is read. */
function useAsFiles(query: PagedQuery): Files {
  const { data } = query;
  const rows = useMemo(() => (data?.pages ?? []).flatMap(({ value }) => value.rows.map(toFileRow)), [data]);
  const pages = data?.pages ?? [];
  const receipts = pages.flatMap(({ receipt }) => receipt ?? []);
  return {
    rows,
    asOf: findOldestReadTime(receipts) ?? null,
    isRead: data !== undefined,
    complete: data !== undefined && !query.hasNextPage,
    reading: query.isFetching,
    failure: query.error === null ? undefined : toFailure(query.error),
    receipts,
    throttled: pages.reduce((sum, { value }) => sum + value.throttled, 0),
    readOn: () => {
      if (!query.isFetching && query.hasNextPage) void query.fetchNextPage();
    },
    readAgain: () => void query.refetch(),
  };
}

const pageSize = 200;

export interface ShownFiles {
  /** All files of the batch, used for the count of each status. */
  readonly all: Files;
  /** The files that were asked for. */
  readonly shown: Files;
}

/** Reads all files of a batch, and with a query of their own those in one status or the open ones. */
export function useShownFiles(batchId: string, which: WhichFiles, isWanted: boolean): ShownFiles {
  const all = useFilesOfBatch(batchId, null, isWanted);
  const status = which === 'open' ? null : which;
  const inStatus = useFilesOfBatch(batchId, status, isWanted && status !== null);
  const open = useOpenFiles(batchId, isWanted && which === 'open');
  useShowReceipt('files', all.receipts);
  useShowReceipt('files in a status', status === null ? [] : inStatus.receipts);
  useShowReceipt('open files', which === 'open' ? open.receipts : []);
  return { all, shown: which === 'open' ? open : status === null ? all : inStatus };
}

/** Reads one key condition of StatusIndex without a filter, because the age is part of the key. */
export function useStanding(kind: StandingKind, minutes: number): Files {
  const files = useAsFiles(useInfiniteQuery(pagedOptions('downloads.standing', { kind, minutes, pageSize })));
  useShowReceipt('standing', files.receipts);
  return files;
}
