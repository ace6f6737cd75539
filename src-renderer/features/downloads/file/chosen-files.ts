import type { DownloadFile } from '#shared/contract/downloads/downloads.ts';
import { hasFailed, mayBeRequeued } from '#shared/domain/downloads/file-standing.ts';
import { isOver, isWithinItsTime, timeToLiveBy } from '#shared/domain/downloads/time-to-live.ts';
import { grouped } from '#shared/domain/grouped-number.ts';
import { fileWords } from '../strip/day-words.ts';
import type { FileRow } from './file-row.ts';

/** What a requeue reaches: what is selected, else the file that is open, else all that need it. */
export interface ChosenFiles {
  readonly by: 'selection' | 'file' | 'need' | 'nothing';
  readonly fileIds: readonly string[];
}

interface Choice {
  readonly rows: readonly FileRow[];
  readonly selected: ReadonlySet<string>;
  readonly file: string | null;
  readonly now: number;
  /** When the rows stood as they are listed. */
  readonly readAt: number;
}

export function chosenFiles({ rows, selected, file, now, readAt }: Choice): ChosenFiles {
  if (selected.size > 0) return { by: 'selection', fileIds: [...selected] };
  if (file !== null) return { by: 'file', fileIds: [file] };
  const fileIds = filesInNeed(rows, now, readAt).map(({ fileId }) => fileId);
  return { by: fileIds.length === 0 ? 'nothing' : 'need', fileIds };
}

/** Failed, or standing still, when it was read, for longer than the pipeline itself thinks right. */
export function filesInNeed(rows: readonly FileRow[], now: number, readAt: number): readonly DownloadFile[] {
  return rows.flatMap(({ file, because }) =>
    file !== null && because !== 'taken over' && mayBeRequeued(byNow(file, now), readAt) ? [file] : [],
  );
}

/** "2 failed, 1 error, 3 downloading and 1 waiting for over 30 min" */
export function needWords(files: readonly DownloadFile[]): string {
  const count = (status: DownloadFile['status']) => files.filter((one) => one.status === status).length;
  const ended = [
    [count('failed'), 'failed'],
    [count('error'), 'error'],
  ] as const;
  const still = [
    [count('downloading'), 'downloading'],
    [count('available'), 'waiting'],
  ] as const;
  const long = counted(still).join(' and ');
  return [...counted(ended), ...(long === '' ? [] : [`${long} for over 30 min`])].join(', ');
}

/** "12 files need somebody"; "at least" of a list that was not read to its end. */
export function inNeedWords(count: number, isAll: boolean): string {
  return `${isAll ? '' : 'At least '}${fileWords(count)} ${count === 1 ? 'needs' : 'need'} somebody`;
}

function counted(parts: readonly (readonly [number, string])[]): readonly string[] {
  return parts.filter(([n]) => n > 0).map(([n, word]) => `${grouped(n)} ${word}`);
}

/** Why the pipeline would not fetch this one again; undefined where it would. */
export function whyNotRequeue(file: DownloadFile, now: number): string | undefined {
  const timeToLive = timeToLiveBy(file.timeToLive, now);
  if (isOver(timeToLive)) return 'It has expired and awaits deletion, so nothing is done with it.';
  if (!isWithinItsTime(timeToLive)) return 'Its time to live is long over, so nothing is done with it.';
  if (file.status === 'completed') return 'It is completed, so there is nothing to fetch again.';
  if (file.status === null) return 'Its status is not known, so it is left alone.';
  if (hasFailed(file.status) || mayBeRequeued(file, now)) return undefined;
  return `It has been ${file.status} for less than 30 min, so it may still come by itself.`;
}

/** Why nothing of what is chosen is fetched again; of the open file as it was read beside the list. */
export function whyNotChosen(
  { by }: Pick<ChosenFiles, 'by'>,
  open: DownloadFile | undefined,
  now: number,
): string | undefined {
  if (by === 'nothing') return nothingInNeed;
  if (by !== 'file') return undefined;
  return open === undefined ? 'The open file was not read, so it is left alone.' : whyNotRequeue(open, now);
}

export function requeueLabel({ by, fileIds }: ChosenFiles): string {
  if (by === 'file') return 'Requeue this file…';
  if (by === 'nothing') return 'Requeue…';
  return by === 'selection' ? `Requeue ${fileWords(fileIds.length)}…` : `Requeue ${grouped(fileIds.length)}…`;
}

const nothingInNeed = 'Of the files listed here none has failed or stands still for over 30 min.';

function byNow(file: DownloadFile, now: number): DownloadFile {
  return { ...file, timeToLive: timeToLiveBy(file.timeToLive, now) };
}
