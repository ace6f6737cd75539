import type { DownloadFileStatus, StandingKind } from '#shared/contract/downloads.ts';

const fileStatuses: readonly DownloadFileStatus[] = [
  'available',
  'downloading',
  'completed',
  'failed',
  'error',
];
const usualMinutes = 30;

/** Everything of Downloads that can be shared as a link; it is read leniently. */
export interface DownloadsAddress {
  /** The chosen day; null for today. */
  readonly date: string | null;
  /** The last day of the strip; null for today. */
  readonly until: string | null;
  readonly batch: string | null;
  readonly file: string | null;
  /** The status of the listed files; `open` means expected, but neither completed nor failed. */
  readonly status: DownloadFileStatus | 'open' | null;
  /** The kind of stuck files shown instead of a day. */
  readonly standing: StandingKind | null;
  readonly minutes: number;
}

export type GoDownloads = (change: Partial<DownloadsAddress>, how?: 'push' | 'replace') => void;

export function readDownloads(search: Readonly<Record<string, unknown>>): DownloadsAddress {
  const status = search['status'];
  const standing = search['standing'];
  return {
    date: parseDay(search['date']),
    until: parseDay(search['until']),
    batch: parseId(search['batch']),
    file: parseId(search['file']),
    status: status === 'open' ? status : (fileStatuses.find((one) => one === status) ?? null),
    standing: standing === 'stuck' || standing === 'never-picked-up' ? standing : null,
    minutes: parseMinutes(search['minutes']),
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

function parseId(value: unknown): string | null {
  return typeof value === 'string' && value !== '' && value.length <= 256 ? value : null;
}

/** Links and items may contain any text, so the day is validated. */
export function parseDay(value: unknown): string | null {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return null;
  const time = Date.parse(`${value}T00:00:00Z`);
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== value ? null : value;
}

function parseMinutes(value: unknown): number {
  if (typeof value !== 'string' || !/^\d{1,5}$/.test(value)) return usualMinutes;
  const minutes = Number(value);
  return minutes >= 1 && minutes <= 43_200 ? minutes : usualMinutes;
}
