import type { DownloadFileStatus, StandingKind } from '#shared/contract/downloads.ts';

const fileStatuses: readonly DownloadFileStatus[] = [
  'available',
  'downloading',
  'completed',
  'failed',
  'error',
];
const usualMinutes = 30;

/** Everything of Downloads that can be shared as a link; read leniently. */
export interface DownloadsAddress {
  /** The chosen day; null: today. */
  readonly date: string | null;
  /** The last day of the strip; null: today. */
  readonly until: string | null;
  readonly batch: string | null;
  readonly file: string | null;
  /** Of the batch's files; `open`: expected, and neither completed nor failed. */
  readonly status: DownloadFileStatus | 'open' | null;
  /** In place of a day: files that do not move. */
  readonly standing: StandingKind | null;
  readonly minutes: number;
}

export type GoDownloads = (change: Partial<DownloadsAddress>, how?: 'push' | 'replace') => void;

export function readDownloads(search: Readonly<Record<string, unknown>>): DownloadsAddress {
  const status = search['status'];
  const standing = search['standing'];
  return {
    date: dayIn(search['date']),
    until: dayIn(search['until']),
    batch: idIn(search['batch']),
    file: idIn(search['file']),
    status: status === 'open' ? status : (fileStatuses.find((one) => one === status) ?? null),
    standing: standing === 'stuck' || standing === 'never-picked-up' ? standing : null,
    minutes: minutesIn(search['minutes']),
  };
}

export function writeDownloads(address: DownloadsAddress): Readonly<Record<string, string>> {
  const { minutes, ...rest } = address;
  const said = Object.entries(rest).filter((entry): entry is [string, string] => entry[1] !== null);
  return {
    ...Object.fromEntries(said),
    ...(minutes === usualMinutes ? {} : { minutes: String(minutes) }),
  };
}

function idIn(value: unknown): string | null {
  return typeof value === 'string' && value !== '' && value.length <= 256 ? value : null;
}

/** A link or an item may say anything. */
export function dayIn(value: unknown): string | null {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return null;
  const time = Date.parse(`${value}T00:00:00Z`);
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== value ? null : value;
}

function minutesIn(value: unknown): number {
  if (typeof value !== 'string' || !/^\d{1,5}$/.test(value)) return usualMinutes;
  const minutes = Number(value);
  return minutes >= 1 && minutes <= 43_200 ? minutes : usualMinutes;
}
