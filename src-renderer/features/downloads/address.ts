import { isCalendarDate } from '#shared/catalogue/keys/hole-value.ts';
import { choice, day, defineAddress, number, text } from '#renderer/contract/page-address.ts';
import type { DownloadFileStatus, StandingKind } from '#shared/contract/downloads.ts';

const fileStatuses: readonly (DownloadFileStatus | 'open')[] = [
  'available',
  'downloading',
  'completed',
  'failed',
  'error',
  'open',
];
const standingKinds: readonly StandingKind[] = ['stuck', 'never-picked-up'];

/** Everything of Downloads that a link can share. */
export const { read: readDownloads, write: writeDownloads } = defineAddress({
  /** The chosen day; null for today. */
  date: day(),
  /** The last day of the strip; null for today. */
  until: day(),
  batch: text(),
  file: text(),
  /** The status of the listed files; `open` means expected, but neither completed nor failed. */
  status: choice(fileStatuses, null),
  /** The kind of stuck files shown instead of a day. */
  standing: choice(standingKinds, null),
  minutes: number(/^\d{1,5}$/, [1, 43_200], 30),
});

export type DownloadsAddress = ReturnType<typeof readDownloads>;

export type GoDownloads = (change: Partial<DownloadsAddress>, how?: 'push' | 'replace') => void;

/** Items may contain any text, so the day is validated. */
export function parseDay(value: unknown): string | null {
  return typeof value === 'string' && isCalendarDate(value) ? value : null;
}
