import {
  useQueryClient,
  type InfiniteData,
  type Query,
  type QueryClient,
  type QueryKey,
} from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { InputOf, OutputOf } from '#shared/contract/contract.ts';
import type { DownloadBatch, DownloadDay, DownloadFile } from '#shared/contract/downloads.ts';
import type { Changes, Job } from '#shared/contract/jobs.ts';
import { isOfDownloads } from '#shared/domain/job-words.ts';
import { listFileSets, hasEnded } from '#shared/domain/download-days.ts';
import type { Answer } from '#renderer/contract/operation-options.ts';
import { findBridge } from '#renderer/contract/query-client.ts';
import { useJobs } from '#renderer/contract/jobs-provider.tsx';
import { useKept } from '#renderer/contract/use-kept.ts';
import { useReadAgain, type ReadAgain } from '#renderer/contract/use-operation.ts';

/**
 * Shows the changes of a plan where they are known at once, and then reads its day and the visible lists
 * again. It also covers changes made while another page was shown.
 */
export function useFollowJobs(chosen: string): void {
  const client = useQueryClient();
  const known = useJobs().value;
  const jobs = (known?.jobs ?? []).filter(({ kind }) => isOfDownloads(kind));
  const progress = jobs.map(getProgressKey);
  const [seen, keepSeen] = useKept<readonly string[] | null>(seenKey, null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const due = useRef(0);
  const lastAt = useRef(Number.NEGATIVE_INFINITY);
  const isKnown = known !== undefined;
  const isRunning = jobs.some(({ state }) => state === 'running');
  const said = progress.join('\n');

  const touched = useRef(new Set<string>());
  const bridge = findBridge(client);

  const readAgain = useEffectEvent(() => {
    timer.current = undefined;
    lastAt.current = performance.now();
    const before = new Set(seen ?? []);
    const moved = jobs.filter((job) => !before.has(getProgressKey(job)));
    keepSeen(() => progress);
    const days = new Set([
      chosen,
      ...touched.current,
      ...moved.flatMap(({ downloads }) => downloads?.date ?? []),
    ]);
    touched.current.clear();
    const isOfAnyDay = moved.some(({ downloads }) => downloads?.date === null);
    void client.invalidateQueries({
      predicate: (query) => isTouched(query, days) || (isOfAnyDay && isUnendedDay(query)),
    });
  });

  const readSoon = useEffectEvent(() => {
    const now = performance.now();
    const at = readAgainAt({ now, lastAt: lastAt.current, isRunning });
    // A job that has ended is read sooner than the next minute.
    if (timer.current !== undefined && due.current <= at) return;
    clearTimeout(timer.current);
    due.current = at;
    timer.current = setTimeout(() => readAgain(), at - now);
  });

  const keepFirst = useEffectEvent(() => keepSeen(() => progress));
  useEffect(() => {
    if (!isKnown) return;
    if (seen === null) {
      keepFirst();
      return;
    }
    const before = new Set(seen);
    if (said === '' || said.split('\n').every((one) => before.has(one))) return;
    readSoon();
  }, [isKnown, said, seen]);

  // A file may finish and a batch move on while the counts of their job stay the same.
  useEffect(
    () =>
      bridge.watch('changes.watch', {}, (result) => {
        if (!result.ok || result.value.downloads === undefined) return;
        // A new subscription receives the changes of the last minutes, which may be known here.
        if (!applyChanges(client, result.value.downloads)) return;
        for (const { date } of result.value.downloads.batches) touched.current.add(date ?? '');
        readSoon();
      }),
    [bridge, client],
  );

  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );
}

/** A day matches only if it was touched; batches and files match always. */
export function isTouched({ queryKey }: Pick<Query, 'queryKey'>, days: ReadonlySet<string>): boolean {
  const [operation, input] = queryKey as readonly [unknown, { readonly date?: string } | undefined];
  if (typeof operation !== 'string' || !operation.startsWith('downloads.')) return false;
  return operation !== 'downloads.day' || days.has(input?.date ?? '');
}

/**
 * A job on files of several batches can change any day with a batch that has not ended. The counts of an
 * ended batch stay.
 */
export function isUnendedDay({ queryKey, state }: Pick<Query, 'queryKey' | 'state'>): boolean {
  if (queryKey[0] !== 'downloads.day') return false;
  const { batches = [] } = (state.data as Answer<DownloadDay> | undefined)?.value ?? {};
  return batches.some(({ status }) => status === null || !hasEnded(status));
}

function getProgressKey({ jobId, state, counts }: Job): string {
  return JSON.stringify([jobId, state, counts]);
}

const seenKey = ['downloads-jobs.seen'];

type ChangedDownloads = NonNullable<Changes['downloads']>;

/**
 * Applies the changes of actions to the visible data. Returns true if any cached data is older than a change.
 */
export function applyChanges(client: QueryClient, { files, batches }: ChangedDownloads): boolean {
  const told = {
    files: new Map(files.map((file) => [file.fileId, file])),
    batches: new Map(batches.map((batch) => [batch.batchId, batch])),
  };
  let isAnyOlder = false;
  for (const query of client.getQueryCache().getAll()) {
    const { data, status } = query.state;
    const laid = mergeChanges(query.queryKey, data, told);
    if (laid === data) continue;
    isAnyOlder = true;
    // Hidden data is read again before it is shown. Changes are not applied to it, because it would then look
    // up to date.
    if (query.isActive() && status === 'success') client.setQueryData(query.queryKey, laid);
  }
  return isAnyOlder;
}

/**
 * Returns the data with the changes applied, or the same data if it already had them. Rows that no longer
 * belong are removed. No file is added to a list, because only the index knows its place.
 */
export function mergeChanges(queryKey: QueryKey, data: unknown, { files, batches }: ChangedItems): unknown {
  if (data === undefined) return data;
  const [operation, input] = queryKey;
  switch (operation) {
    case 'downloads.day':
      return updateAnswer(data as Answer<DownloadDay>, (day) => updateDay(day, batches));
    case 'downloads.batch':
      return updateAnswer(data as Answer<DownloadBatch>, (batch) => pickNewestBatch(batch, batches));
    case 'downloads.file':
      return updateAnswer(data as Answer<DownloadFile>, (file) => pickNewestFile(file, files));
    case 'downloads.openFiles':
      return updateAnswer(data as Answer<OpenFiles>, (open) => updateOpenFiles(open, { files, batches }));
    case 'downloads.filesOfBatch': {
      const { batchId, status } = input as InputOf<'downloads.filesOfBatch'>;
      return updatePages(data as FilePages, files, (file) => {
        return file.batchId === batchId && (status === undefined || file.status === status);
      });
    }
    case 'downloads.standing':
      // The version is the time since which the status holds, so a newer version has another status.
      return updatePages(data as FilePages, files, () => false);
    default:
      return data;
  }
}

/** The changed items by id. */
interface ChangedItems {
  readonly files: ReadonlyMap<string, DownloadFile>;
  readonly batches: ReadonlyMap<string, DownloadBatch>;
}

type OpenFiles = OutputOf<'downloads.openFiles'>;
type FilePages = InfiniteData<Answer<OutputOf<'downloads.standing'>>>;

function updateAnswer<T>(answer: Answer<T>, change: (value: T) => T): Answer<T> {
  const value = change(answer.value);
  return value === answer.value ? answer : { ...answer, value };
}

function updatePages(
  data: FilePages,
  files: ChangedItems['files'],
  belongs: (file: DownloadFile) => boolean,
): FilePages {
  const pages = data.pages.map((page) =>
    updateAnswer(page, (value) => {
      const rows = value.rows.flatMap((row) => {
        const newest = pickNewestFile(row, files);
        return newest === row || belongs(newest) ? [newest] : [];
      });
      return isSame(rows, value.rows) ? value : { ...value, rows };
    }),
  );
  return isSame(pages, data.pages) ? data : { ...data, pages };
}

function updateDay(day: DownloadDay, told: ChangedItems['batches']): DownloadDay {
  const listed = new Set(day.batches.map(({ batchId }) => batchId));
  // In a day that was not read completely, an unlisted batch may be an old one.
  const came = day.isAll
    ? [...told.values()].filter(({ batchId, date }) => date === day.date && !listed.has(batchId))
    : [];
  const batches = [...came, ...day.batches.map((batch) => pickNewestBatch(batch, told))];
  return isSame(batches, day.batches) ? day : { ...day, batches };
}

function updateOpenFiles(open: OpenFiles, { files, batches }: ChangedItems): OpenFiles {
  const batch = pickNewestBatch(open.batch, batches);
  const stillOpen = new Set(listFileSets(batch).open);
  const rows = open.files.flatMap((row) => {
    if (batch !== open.batch && !stillOpen.has(row.fileId)) return [];
    const file = row.file === null ? null : pickNewestFile(row.file, files);
    return [file === row.file ? row : { ...row, file }];
  });
  if (batch === open.batch && isSame(rows, open.files)) return open;
  return { ...open, batch, files: rows };
}

function pickNewestFile(file: DownloadFile, told: ChangedItems['files']): DownloadFile {
  const one = told.get(file.fileId);
  return one !== undefined && isNewer(getVersion(one), getVersion(file)) ? one : file;
}

function pickNewestBatch(batch: DownloadBatch, told: ChangedItems['batches']): DownloadBatch {
  const one = told.get(batch.batchId);
  return one !== undefined && isNewer(parseChangedAt(one), parseChangedAt(batch)) ? one : batch;
}

/** True only if it is certain. */
function isNewer(told: number, known: number): boolean {
  return !Number.isNaN(told) && (Number.isNaN(known) || told > known);
}

function getVersion({ version }: DownloadFile): number {
  return version === null ? Number.NaN : Number(version);
}

function parseChangedAt({ updatedAt }: DownloadBatch): number {
  return Date.parse(updatedAt ?? '');
}

function isSame<T>(left: readonly T[], right: readonly T[]): boolean {
  return left.length === right.length && left.every((one, index) => one === right[index]);
}

interface Pace {
  readonly now: number;
  /** The last time a job caused a reading. */
  readonly lastAt: number;
  /** True while the job is running. */
  readonly isRunning: boolean;
}

/**
 * Returns when to read the data of a job again. A running job is read once a minute, because each list costs,
 * and known changes are applied meanwhile. An ended job is read a moment later.
 */
export function readAgainAt({ now, lastAt, isRunning }: Pace): number {
  // A job of a thousand files reports progress many times a second.
  return isRunning ? Math.max(now + pauseMs, lastAt + minuteMs) : now + pauseMs;
}

const pauseMs = 1_000;
const minuteMs = 60_000;

/**
 * Reads the visible data again. Only the chosen day is read, because past days seldom change and each costs.
 */
export function useReadShown(day: string | null): ReadAgain {
  const days = new Set(day === null ? [] : [day]);
  const { reading, readAgain } = useReadAgain((_operation, query) => isTouched(query, days));
  return {
    reading,
    readAgain: () => {
      if (!reading) readAgain();
    },
  };
}
