import type { Thresholds } from '#shared/domain/statuses.ts';

type ThresholdField = keyof Thresholds;

export const thresholdFields: readonly ThresholdField[] = ['confidenceThreshold', 'reviewThreshold'];

/** "0.56", "0.565"; what an item lacks is not zero. */
export function formatShare(share: number | null): string {
  if (share === null) return 'unknown';
  return share.toFixed(2).length < String(share).length ? String(share) : share.toFixed(2);
}

export function formatPair({
  confidenceThreshold,
  reviewThreshold,
}: {
  readonly [Field in ThresholdField]: number | null;
}): string {
  return `${formatShare(confidenceThreshold)} and ${formatShare(reviewThreshold)}`;
}

/** "version 4", and of an item without one only that. */
export function formatVersion(version: number | null): string {
  return version === null ? 'unknown version' : `version ${String(version)}`;
}

/** "20 Nov, 11:02", with the year where it is not this one's. */
export function formatDayAndTime(at: string | null, now: number): string {
  const time = Date.parse(at ?? '');
  if (Number.isNaN(time)) return 'unknown';
  const isThisYear = new Date(time).getUTCFullYear() === new Date(now).getUTCFullYear();
  return (isThisYear ? within : withYear).format(time);
}

const parts = {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: 'UTC',
} as const;
const within = new Intl.DateTimeFormat('en-GB', parts);
const withYear = new Intl.DateTimeFormat('en-GB', { ...parts, year: 'numeric' });
