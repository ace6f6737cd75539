import { useInfiniteQuery, useQuery, type InfiniteData } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { DownloadFile, DownloadFileStatus, StandingKind } from '#shared/contract/downloads.ts';
import type { Failure, Receipt } from '#shared/contract/result.ts';
import { fileSetsOf } from '#shared/domain/download-days.ts';
import { failureOf } from '#renderer/contract/failure-text.ts';
import { operationOptions, pagedOptions, type Answer } from '#renderer/contract/operation-options.ts';
import { oldestAsOf } from '#renderer/ui/receipt-footer.tsx';
import { useShowReceipt } from '#renderer/ui/view-receipts.tsx';
import { fileRow, openRow, type FileRow } from './file-facts.ts';

export type WhichFiles = DownloadFileStatus | 'open' | null;

/** What has been read of a list of files so far, and how to read on. */
export interface Files {
  readonly rows: readonly FileRow[];
  /** When they stood as they are shown, the oldest page of them; null where nobody knows. */
  readonly asOf: number | null;
  readonly isRead: boolean;
  readonly complete: boolean;
  readonly reading: boolean;
  readonly failure: Failure | undefined;
  readonly receipts: readonly Receipt[];
  readonly throttled: number;
  /** Undefined where what is missing cannot be read on. */
  readonly readOn: (() => void) | undefined;
  readonly readAgain: () => void;
}

/** Files of a batch by the index that knows batches: all of them, or those in one status. */
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

/** Those that the batch counts neither as completed nor as failed, each by its key. */
function useOpenFiles(batchId: string, isWanted: boolean): Files {
  const query = useQuery({ ...operationOptions('downloads.openFiles', { batchId }), enabled: isWanted });
  const { files, batch, asOf } = query.data?.value ?? {};
  const readAt = asOf === undefined ? null : Date.parse(asOf);
  const rows = useMemo(
    () => (files ?? []).map((open) => openRow(open, batchId, readAt ?? 0)),
    [files, batchId, readAt],
  );
  return {
    rows,
    asOf: readAt,
    isRead: query.data !== undefined,
    // Of very many not all are read.
    complete: batch !== undefined && rows.length >= fileSetsOf(batch).open.length,
    reading: query.isFetching,
    failure: query.error === null ? undefined : failureOf(query.error),
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

/** The rows are the same as long as what was read is. */
function useAsFiles(query: PagedQuery): Files {
  const { data } = query;
  const rows = useMemo(() => (data?.pages ?? []).flatMap(({ value }) => value.rows.map(fileRow)), [data]);
  const pages = data?.pages ?? [];
  const receipts = pages.flatMap(({ receipt }) => receipt ?? []);
  return {
    rows,
    asOf: oldestAsOf(receipts) ?? null,
    isRead: data !== undefined,
    complete: data !== undefined && !query.hasNextPage,
    reading: query.isFetching,
    failure: query.error === null ? undefined : failureOf(query.error),
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
  /** Of the whole batch, for the figures of each status. */
  readonly all: Files;
  /** Those that were asked for. */
  readonly shown: Files;
}

/** All files of a batch, and where one status or the open ones are asked for, these by a question of their own. */
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

/** One key condition of StatusIndex, and no filter: how old is part of the key. */
export function useStanding(kind: StandingKind, minutes: number): Files {
  const files = useAsFiles(useInfiniteQuery(pagedOptions('downloads.standing', { kind, minutes, pageSize })));
  useShowReceipt('standing', files.receipts);
  return files;
}
