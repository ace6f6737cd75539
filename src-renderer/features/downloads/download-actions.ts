import { useQuery } from '@tanstack/react-query';
import type { DownloadFile } from '#shared/contract/downloads.ts';
import {
  hasFailed,
  isOver,
  isWithinItsTime,
  mayBeRequeued,
  timeToLiveBy,
} from '#shared/domain/download-files.ts';
import { grouped } from '#shared/domain/formatting.ts';
import { toFailure } from '#renderer/contract/failure-text.ts';
import { operationOptions } from '#renderer/contract/operation-options.ts';
import { usePageCommands } from '#renderer/contract/page-commands.ts';
import { usePlanning } from '#renderer/contract/planning.ts';
import { usePageKeys } from '#renderer/ui/keys.ts';
import { pageKeys } from '#renderer/ui/page-keys.ts';
import { useToast } from '#renderer/ui/toast.tsx';
import type { FileRow } from './files/file-facts.ts';
import { formatFileCount, messages } from './messages.ts';

interface DownloadActions {
  readonly requeue: (fileIds: readonly string[], batchId?: string) => void;
  readonly runAgain: (date: string) => void;
  readonly close: (batchId: string) => void;
}

/** Every action opens a plan, which shows its effect and price first. */
export function useDownloadActions(): DownloadActions {
  const { plan } = usePlanning();
  return {
    requeue: (fileIds, batchId) =>
      plan({
        kind: 'requeue-files',
        fileIds: [...fileIds],
        ...(batchId === undefined ? {} : { batchId }),
      }),
    runAgain: (date) => plan({ kind: 'trigger-downloads', date }),
    close: (batchId) => plan({ kind: 'close-downloads', batchId }),
  };
}

interface ActsOn {
  readonly rows: readonly FileRow[];
  readonly selected: ReadonlySet<string>;
  /** The file that is open beside the list. */
  readonly file: string | null;
  readonly batchId: string | undefined;
  readonly now: number;
  readonly readAt: number;
  readonly whyNotAct: string | undefined;
}

/** P and the palette requeue the selection, or else the open file, or else all files that need it. */
export function useFileActions({ batchId, whyNotAct, ...choice }: ActsOn) {
  const { requeue } = useDownloadActions();
  const actOrExplain = useActOrExplain();
  const chosen = chooseFiles(choice);
  const open = useOpenFile(choice.file);
  const whyNot = whyNotAct ?? whyNotChosen(chosen, open, choice.now);
  const act = () => requeue(chosen.fileIds, batchId);
  usePageKeys(pageKeys.downloads, { requeue: actOrExplain(whyNot, act) });
  usePageCommands(
    whyNot === undefined
      ? [
          {
            id: 'requeue-files',
            title: formatRequeueLabel(chosen),
            keywords: ['download', 'retry', 'stuck', 'failed', 'plan', 'fetch again'],
            icon: 'retry',
            shortcut: pageKeys.downloads.requeue,
            run: act,
          },
        ]
      : [],
  );
  return { by: chosen.by, requeue: (fileIds: readonly string[]) => requeue(fileIds, batchId) };
}

/** The files that a requeue would reach: the selection, or else the open file, or else all that need it. */
interface ChosenFiles {
  readonly by: 'selection' | 'file' | 'need' | 'nothing';
  readonly fileIds: readonly string[];
}

interface Choice {
  readonly rows: readonly FileRow[];
  readonly selected: ReadonlySet<string>;
  readonly file: string | null;
  readonly now: number;
  /** The time at which the listed rows were true. */
  readonly readAt: number;
}

export function chooseFiles({ rows, selected, file, now, readAt }: Choice): ChosenFiles {
  if (selected.size > 0) return { by: 'selection', fileIds: [...selected] };
  if (file !== null) return { by: 'file', fileIds: [file] };
  const fileIds = listFilesInNeed(rows, now, readAt).map(({ fileId }) => fileId);
  return { by: fileIds.length === 0 ? 'nothing' : 'need', fileIds };
}

/**
 * Returns files that have failed, or had been stuck for longer than the pipeline allows when they were read.
 */
export function listFilesInNeed(
  rows: readonly FileRow[],
  now: number,
  readAt: number,
): readonly DownloadFile[] {
  return rows.flatMap(({ file, because }) =>
    file !== null && because !== 'taken over' && mayBeRequeued(withCurrentTimeToLive(file, now), readAt)
      ? [file]
      : [],
  );
}

/** "2 failed, 1 error, 3 downloading and 1 waiting for over 30 min" */
export function describeNeed(files: readonly DownloadFile[]): string {
  const count = (status: DownloadFile['status']) => files.filter((one) => one.status === status).length;
  const ended = [
    [count('failed'), 'failed'],
    [count('error'), 'error'],
  ] as const;
  const still = [
    [count('downloading'), 'downloading'],
    [count('available'), 'waiting'],
  ] as const;
  const long = formatCounts(still).join(' and ');
  return [...formatCounts(ended), ...(long === '' ? [] : [messages.files.forLong(long)])].join(', ');
}

/** Counts the files that need attention, with "at least" if the list was not read to its end. */
export function formatInNeed(count: number, isAll: boolean): string {
  return messages.files.need(count, isAll);
}

function formatCounts(parts: readonly (readonly [number, string])[]): readonly string[] {
  return parts.filter(([n]) => n > 0).map(([n, word]) => `${grouped(n)} ${word}`);
}

/** Says why the pipeline would not download this file again; undefined if it would. */
export function whyNotRequeue(file: DownloadFile, now: number): string | undefined {
  const timeToLive = timeToLiveBy(file.timeToLive, now);
  if (isOver(timeToLive)) return messages.common.expired;
  if (!isWithinItsTime(timeToLive)) return messages.files.expiredLongAgo;
  if (file.status === 'completed') return messages.files.alreadyCompleted;
  if (file.status === null) return messages.common.statusUnknown;
  if (hasFailed(file.status) || mayBeRequeued(file, now)) return undefined;
  return messages.files.mayComplete(file.status);
}

/** Says why none of the chosen files can be requeued. The open file is judged as the drawer has read it. */
export function whyNotChosen(
  { by }: Pick<ChosenFiles, 'by'>,
  open: DownloadFile | undefined,
  now: number,
): string | undefined {
  if (by === 'nothing') return nothingInNeed;
  if (by !== 'file') return undefined;
  return open === undefined ? messages.files.notLoaded : whyNotRequeue(open, now);
}

export function formatRequeueLabel({ by, fileIds }: ChosenFiles): string {
  if (by === 'file') return messages.common.requeueFile;
  if (by === 'nothing') return messages.files.requeue;
  return by === 'selection'
    ? messages.files.requeueCount(formatFileCount(fileIds.length))
    : messages.files.requeueCount(grouped(fileIds.length));
}

const nothingInNeed = messages.files.notInNeed;

function withCurrentTimeToLive(file: DownloadFile, now: number): DownloadFile {
  return { ...file, timeToLive: timeToLiveBy(file.timeToLive, now) };
}

/** Returns the open file as the drawer has read it. It makes no request. */
function useOpenFile(fileId: string | null): DownloadFile | undefined {
  const { data, error } = useQuery({
    ...operationOptions('downloads.file', { fileId: fileId ?? '' }),
    enabled: false,
  });
  // An old reading of a file that is gone must not be acted on.
  return error !== null && toFailure(error).code === 'not-found' ? undefined : data?.value;
}

/** A key that cannot act says why, as the tooltip of its button does. */
export function useActOrExplain(): (whyNot: string | undefined, act: () => void) => () => void {
  const toast = useToast();
  return (whyNot, act) =>
    whyNot === undefined ? act : () => void toast.show({ message: whyNot, id: 'why not' });
}
