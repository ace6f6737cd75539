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
import type { JobKind } from '#shared/contract/plans.ts';
import { fileSetsOf, hasEnded } from '#shared/domain/download-days.ts';
import type { Answer } from '#renderer/contract/operation-options.ts';
import { bridgeOf } from '#renderer/contract/query-client.ts';
import { useJobs } from '#renderer/contract/jobs-provider.tsx';
import { useKept } from '#renderer/contract/use-kept.ts';
import { useReadAgain, type ReadAgain } from '#renderer/contract/use-operation.ts';

/**
 * What a plan has changed shows at once where it is told, and is read again: its day, and of the rest what is shown.
 * Also what it changed while one was away.
 */
export function useFollowJobs(chosen: string): void {
  const client = useQueryClient();
  const known = useJobs().value;
  const jobs = (known?.jobs ?? []).filter(({ kind }) => aboutDownloads.has(kind));
  const progress = jobs.map(getProgressKey);
  const [seen, keepSeen] = useKept<readonly string[] | null>(seenKey, null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const due = useRef(0);
  const lastAt = useRef(Number.NEGATIVE_INFINITY);
  const isKnown = known !== undefined;
  const isRunning = jobs.some(({ state }) => state === 'running');
  const said = progress.join('\n');

  const touched = useRef(new Set<string>());
  const bridge = bridgeOf(client);

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
    // Where it has ended meanwhile, nobody waits for the minute to be over.
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

  // A file is fetched, and a batch moves on, while the counts of their job stay as they are.
  useEffect(
    () =>
      bridge.watch('changes.watch', {}, (result) => {
        if (!result.ok || result.value.downloads === undefined) return;
        // Whoever begins to watch is told of the last minutes, which may be known here.
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

const aboutDownloads: ReadonlySet<JobKind> = new Set([
  'requeue-files',
  'trigger-downloads',
  'close-downloads',
]);

/** Of the days only those that were touched; of batches and files all that was read. */
export function isTouched({ queryKey }: Pick<Query, 'queryKey'>, days: ReadonlySet<string>): boolean {
  const [operation, input] = queryKey as readonly [unknown, { readonly date?: string } | undefined];
  if (typeof operation !== 'string' || !operation.startsWith('downloads.')) return false;
  return operation !== 'downloads.day' || days.has(input?.date ?? '');
}

/** Files of several batches were acted on: what an ended batch counts stays, and any other may have changed. */
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

/** Lays what actions have changed over what is in sight. True where anything that was read is older than that. */
export function applyChanges(client: QueryClient, { files, batches }: ChangedDownloads): boolean {
  const told = {
    files: new Map(files.map((file) => [file.fileId, file])),
    batches: new Map(batches.map((batch) => [batch.batchId, batch])),
  };
  let isAnyOlder = false;
  for (const query of client.getQueryCache().getAll()) {
    const { data, status } = query.state;
    const laid = withChanged(query.queryKey, data, told);
    if (laid === data) continue;
    isAnyOlder = true;
    // What is not in sight is read before it is seen; over what was not read again nothing is laid, or it would look as if it were.
    if (query.isActive() && status === 'success') client.setQueryData(query.queryKey, laid);
  }
  return isAnyOlder;
}

/**
 * What was read as it is after a change; the same where it knew of it. Rows that no longer belong leave. None comes into
 * a list of files: where it stands there, only its index says.
 */
export function withChanged(queryKey: QueryKey, data: unknown, { files, batches }: Told): unknown {
  if (data === undefined) return data;
  const [operation, input] = queryKey;
  switch (operation) {
    case 'downloads.day':
      return inAnswer(data as Answer<DownloadDay>, (day) => dayWith(day, batches));
    case 'downloads.batch':
      return inAnswer(data as Answer<DownloadBatch>, (batch) => newestBatch(batch, batches));
    case 'downloads.file':
      return inAnswer(data as Answer<DownloadFile>, (file) => newestFile(file, files));
    case 'downloads.openFiles':
      return inAnswer(data as Answer<OpenFiles>, (open) => openWith(open, { files, batches }));
    case 'downloads.filesOfBatch': {
      const { batchId, status } = input as InputOf<'downloads.filesOfBatch'>;
      return inPages(data as FilePages, files, (file) => {
        return file.batchId === batchId && (status === undefined || file.status === status);
      });
    }
    case 'downloads.standing':
      // The version is the moment since when it stands: one that is newer has moved.
      return inPages(data as FilePages, files, () => false);
    default:
      return data;
  }
}

/** Each by its id. */
interface Told {
  readonly files: ReadonlyMap<string, DownloadFile>;
  readonly batches: ReadonlyMap<string, DownloadBatch>;
}

type OpenFiles = OutputOf<'downloads.openFiles'>;
type FilePages = InfiniteData<Answer<OutputOf<'downloads.standing'>>>;

function inAnswer<T>(answer: Answer<T>, change: (value: T) => T): Answer<T> {
  const value = change(answer.value);
  return value === answer.value ? answer : { ...answer, value };
}

function inPages(data: FilePages, files: Told['files'], belongs: (file: DownloadFile) => boolean): FilePages {
  const pages = data.pages.map((page) =>
    inAnswer(page, (value) => {
      const rows = value.rows.flatMap((row) => {
        const newest = newestFile(row, files);
        return newest === row || belongs(newest) ? [newest] : [];
      });
      return isSame(rows, value.rows) ? value : { ...value, rows };
    }),
  );
  return isSame(pages, data.pages) ? data : { ...data, pages };
}

function dayWith(day: DownloadDay, told: Told['batches']): DownloadDay {
  const listed = new Set(day.batches.map(({ batchId }) => batchId));
  // Of a day that is not here whole, one that is not listed may be no news.
  const came = day.isAll
    ? [...told.values()].filter(({ batchId, date }) => date === day.date && !listed.has(batchId))
    : [];
  const batches = [...came, ...day.batches.map((batch) => newestBatch(batch, told))];
  return isSame(batches, day.batches) ? day : { ...day, batches };
}

function openWith(open: OpenFiles, { files, batches }: Told): OpenFiles {
  const batch = newestBatch(open.batch, batches);
  const stillOpen = new Set(fileSetsOf(batch).open);
  const rows = open.files.flatMap((row) => {
    if (batch !== open.batch && !stillOpen.has(row.fileId)) return [];
    const file = row.file === null ? null : newestFile(row.file, files);
    return [file === row.file ? row : { ...row, file }];
  });
  if (batch === open.batch && isSame(rows, open.files)) return open;
  return { ...open, batch, files: rows };
}

function newestFile(file: DownloadFile, told: Told['files']): DownloadFile {
  const one = told.get(file.fileId);
  return one !== undefined && isNewer(getVersion(one), getVersion(file)) ? one : file;
}

function newestBatch(batch: DownloadBatch, told: Told['batches']): DownloadBatch {
  const one = told.get(batch.batchId);
  return one !== undefined && isNewer(changedAt(one), changedAt(batch)) ? one : batch;
}

/** Only where it is certain. */
function isNewer(told: number, known: number): boolean {
  return !Number.isNaN(told) && (Number.isNaN(known) || told > known);
}

function getVersion({ version }: DownloadFile): number {
  return version === null ? Number.NaN : Number(version);
}

function changedAt({ updatedAt }: DownloadBatch): number {
  return Date.parse(updatedAt ?? '');
}

function isSame<T>(left: readonly T[], right: readonly T[]): boolean {
  return left.length === right.length && left.every((one, index) => one === right[index]);
}

interface Pace {
  readonly now: number;
  /** When it was read last on behalf of a job. */
  readonly lastAt: number;
  /** Whether a job is still at it. */
  readonly isRunning: boolean;
}

/**
 * When what a job changes is read again. While it runs, once a minute: each list is paid for anew, and what has changed
 * of the items themselves is told and laid over it. When it has ended, a moment later.
 */
export function readAgainAt({ now, lastAt, isRunning }: Pace): number {
  // A job of a thousand files tells of itself many times a second.
  return isRunning ? Math.max(now + pauseMs, lastAt + minuteMs) : now + pauseMs;
}

const pauseMs = 1_000;
const minuteMs = 60_000;

/** Reads again what is shown: of the days the chosen one alone, since a past day seldom changes and each one costs. */
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
