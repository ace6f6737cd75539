import type { DownloadBatch } from '#shared/contract/downloads.ts';
import { hasEnded } from '#shared/domain/download-days.ts';
import { isWithinItsTime } from '#shared/domain/download-files.ts';
import { formatTimeSpan } from '#renderer/ui/relative-time.tsx';
import { messages } from '../messages.ts';

/** "batch-2026-11-20-f47ac10b": the uuid is shortened to its beginning, as people say it. */
export function shortenBatchId(batchId: string): string {
  return /^(.+-\d{4}-\d{2}-\d{2}-[\da-f]{8})-[\da-f-]{20,}$/i.exec(batchId)?.[1] ?? batchId;
}

/** "06:00:04" */
export function formatUtcTime(at: string | null): string | null {
  const ms = parseMoment(at);
  return ms === null ? null : new Date(ms).toISOString().slice(11, 19);
}

/** "started 06:00:04 UTC, took 11 min", "started 06:00:04 UTC, for 8 h 22 min" */
export function describeRun(
  batch: Pick<DownloadBatch, 'status' | 'startedAt' | 'updatedAt'>,
  now: number,
): string {
  const began = parseMoment(batch.startedAt);
  if (began === null) return messages.batch.startUnknown;
  const said = messages.batch.started(formatUtcTime(batch.startedAt) ?? '');
  if (batch.status === null) return said;
  if (!hasEnded(batch.status)) return messages.batch.runsFor(said, formatTimeSpan(Math.max(0, now - began)));
  const ended = parseMoment(batch.updatedAt);
  return ended === null ? said : messages.batch.took(said, formatTimeSpan(Math.max(0, ended - began)));
}

/** "by the daily schedule", "by support" */
export function describeStarter({ triggeredBy }: Pick<DownloadBatch, 'triggeredBy'>): string {
  return triggeredBy === null ? messages.day.schedule : triggeredBy;
}

/** Says why a batch cannot be closed; undefined if it can. */
export function whyNotClose({
  status,
  timeToLive,
}: Pick<DownloadBatch, 'status' | 'timeToLive'>): string | undefined {
  if (!isWithinItsTime(timeToLive)) return messages.common.expired;
  if (status === null) return messages.common.statusUnknown;
  if (hasEnded(status)) return messages.batch.alreadyEnded(status);
  return undefined;
}

/** The pipeline gives a batch an hour. A batch that takes twice as long will not end automatically. */
export function isLongInProgress(
  { status, startedAt }: Pick<DownloadBatch, 'status' | 'startedAt'>,
  now: number,
): boolean {
  const began = parseMoment(startedAt);
  return status !== null && !hasEnded(status) && began !== null && now - began > 2 * hourMs;
}

const hourMs = 3_600_000;

export function parseMoment(at: string | null): number | null {
  const ms = Date.parse(at ?? '');
  return Number.isNaN(ms) ? null : ms;
}

/**
 * Returns the time at which an answer was true. Waiting times are measured up to then, and not up to now,
 * because a list is not read again automatically and its files may have moved on.
 */
export function getReadTime(asOf: string | number | null | undefined, now: number): number {
  const at = typeof asOf === 'number' ? asOf : Date.parse(asOf ?? '');
  return Number.isNaN(at) ? now : Math.min(at, now);
}
