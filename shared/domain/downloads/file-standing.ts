import type { DownloadFile, DownloadFileStatus, OpenFile } from '../../contract/downloads/downloads.ts';
import { isOver, isWithinItsTime } from './time-to-live.ts';

/** Minutes after which the pipeline itself says that a file stands still. */
export const standsStillMinutes = 30;

export function hasFailed(status: DownloadFileStatus | null): boolean {
  return status === 'failed' || status === 'error';
}

/** It waits, or is fetched, and has done so for longer than so many minutes. */
export function standsStill(
  { status, statusSince }: Pick<DownloadFile, 'status' | 'statusSince'>,
  now: number,
  minutes = standsStillMinutes,
): boolean {
  if (status !== 'available' && status !== 'downloading') return false;
  return statusSince !== null && now - Date.parse(statusSince) > minutes * 60_000;
}

/** Whether the pipeline would fetch it once more, if somebody asked: it checks this again by itself. */
export function mayBeRequeued(
  file: Pick<DownloadFile, 'status' | 'statusSince' | 'timeToLive'>,
  now: number,
): boolean {
  return isWithinItsTime(file.timeToLive) && (hasFailed(file.status) || standsStill(file, now));
}

/** Why a file that a batch expects has neither come nor failed in it. */
export type OpenBecause =
  | 'taken over'
  | 'still moving'
  | 'standing still'
  | 'ended since'
  | 'not there'
  | 'unknown';

export function whyOpen({ file }: OpenFile, batchId: string, now: number): OpenBecause {
  if (file === null || isOver(file.timeToLive)) return 'not there';
  if (file.batchId !== null && file.batchId !== batchId) return 'taken over';
  if (file.status === null) return 'unknown';
  if (file.status === 'completed' || hasFailed(file.status)) return 'ended since';
  return standsStill(file, now) ? 'standing still' : 'still moving';
}
