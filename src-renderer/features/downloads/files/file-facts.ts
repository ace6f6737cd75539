import type { DownloadFile, OpenFile, TimeToLive } from '#shared/contract/downloads.ts';
import { isDefect, timeToLiveBy, whyOpen, type OpenBecause } from '#shared/domain/download-files.ts';
import { formatTimeSpan } from '#renderer/ui/relative-time.tsx';
import { messages } from '../messages.ts';

/** A file as the lists show it, read from an index or by its key. The item may be missing. */
export interface FileRow {
  readonly fileId: string;
  /** Null if there is no such item. */
  readonly file: DownloadFile | null;
  /** The reason why its batch counts the file neither as completed nor as failed. */
  readonly because: OpenBecause | null;
}

export function toFileRow(file: DownloadFile): FileRow {
  return { fileId: file.fileId, file, because: null };
}

export function toOpenFileRow(open: OpenFile, batchId: string, now: number): FileRow {
  return { ...open, because: whyOpen(open, batchId, now) };
}

export const openReasons: Readonly<Record<OpenBecause, string>> = messages.columns.reasons;

/**
 * "present, expires in 12 min", "expired 4 min ago", "present, does not say until when", "none". The address
 * itself is never shown.
 */
export function describeAddress({ isThere, expiresAt }: DownloadFile['address'], now: number): string {
  if (!isThere) return 'none';
  const at = Date.parse(expiresAt ?? '');
  if (Number.isNaN(at)) return messages.file.noExpiry;
  return at <= now
    ? messages.file.urlExpired(formatTimeSpan(now - at))
    : messages.file.urlExpires(formatTimeSpan(at - now));
}

/** Formats the address for a column: "12 min left", "expired 4 min ago". */
export function formatAddress(address: DownloadFile['address'], now: number): string {
  const at = Date.parse(address.expiresAt ?? '');
  if (address.isThere && at > now) return messages.file.urlLeft(formatTimeSpan(at - now));
  return address.isThere && Number.isNaN(at) ? 'no expiry' : describeAddress(address, now);
}

export function hasExpired({ isThere, expiresAt }: DownloadFile['address'], now: number): boolean {
  return isThere && Date.parse(expiresAt ?? '') <= now;
}

/** "present, with its vector", "present, without its vector", "none, its vector is there", "none, and no vector" */
export function describeKey({ isThere, vectorIsThere }: DownloadFile['key']): string {
  if (isThere) return vectorIsThere ? messages.file.withVector : messages.file.withoutVector;
  return vectorIsThere ? messages.file.onlyVector : messages.file.noKey;
}

/** "until 18 Feb 2027, 89 d left", "expired, awaiting deletion", "forever: its time to live is in milliseconds" */
export function describeTimeToLive(timeToLive: TimeToLive, now: number): string {
  const at = timeToLiveBy(timeToLive, now);
  if (at.kind === 'until')
    return messages.file.keptUntil(formatDate(at.at), formatTimeSpan(Date.parse(at.at) - now));
  if (at.kind === 'over') {
    return messages.file.awaitingDeletion(formatTimeSpan(Math.max(0, now - Date.parse(at.since))));
  }
  return messages.file.keptForever(forEver[at.kind]);
}

const forEver = {
  'in-milliseconds': messages.file.inMilliseconds,
  'too-old': messages.file.tooOld,
  none: messages.file.noTimeToLive,
} as const;

/** Formats the time to live for a column: "29 d 4 h", "expired", "forever". */
export function formatTimeToLive(timeToLive: TimeToLive, now: number): string {
  const at = timeToLiveBy(timeToLive, now);
  if (at.kind === 'until') return formatTimeSpan(Date.parse(at.at) - now);
  return at.kind === 'over' ? messages.file.expired : messages.file.forever;
}

/** Explains a wrong time to live and who can correct it; undefined if it is right. */
export function describeDefect(timeToLive: TimeToLive): string | undefined {
  if (!isDefect(timeToLive)) return undefined;
  return messages.file.defect(explainDefect(timeToLive));
}

function explainDefect(timeToLive: TimeToLive): string {
  if (timeToLive.kind === 'in-milliseconds') {
    return messages.file.millisecondsDefect(formatDate(timeToLive.meant));
  }
  if (timeToLive.kind === 'too-old') {
    return messages.file.oldDefect(formatExpiryDate(timeToLive.at));
  }
  return messages.file.unreadableDefect;
}

function formatExpiryDate(at: string | null): string {
  return at === null ? 'long ago' : Number.isNaN(Date.parse(at)) ? at : formatDate(at);
}

/** "18 Feb 2027" */
function formatDate(at: string): string {
  return new Intl.DateTimeFormat('en-GB', {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
  }).format(Date.parse(at));
}

/** Returns the listed file below or above; the first if this one is not listed. */
export function stepFile(order: readonly string[], file: string | null, by: 1 | -1): string | undefined {
  const at = order.indexOf(file ?? '');
  return at === -1 ? order[0] : order[at + by];
}
