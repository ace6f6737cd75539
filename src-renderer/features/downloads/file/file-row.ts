import type { DownloadFile, OpenFile } from '#shared/contract/downloads/downloads.ts';
import type { OpenBecause } from '#shared/domain/downloads/file-standing.ts';
import { whyOpen } from '#shared/domain/downloads/file-standing.ts';

/** A file as the lists show it: read of an index, or by its key, or not there at all. */
export interface FileRow {
  readonly fileId: string;
  /** Null where there is no such item. */
  readonly file: DownloadFile | null;
  /** Of one that its batch counts neither as completed nor as failed. */
  readonly because: OpenBecause | null;
}

export function fileRow(file: DownloadFile): FileRow {
  return { fileId: file.fileId, file, because: null };
}

export function openRow(open: OpenFile, batchId: string, now: number): FileRow {
  return { ...open, because: whyOpen(open, batchId, now) };
}

export const becauseWords: Readonly<Record<OpenBecause, string>> = {
  'taken over': 'taken over by a later batch',
  'still moving': 'still moving',
  'standing still': 'stands still',
  'ended since': 'has ended since the batch was last looked at',
  'not there': 'never written, or its time is over',
  unknown: 'its status is not known',
};
