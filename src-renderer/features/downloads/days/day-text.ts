import type { DownloadBatch, DownloadDay } from '#shared/contract/downloads.ts';
import {
  dayBounds,
  daysOfFiles,
  listFileSets,
  newestFirst,
  oldestRunAgain,
  formatUtcDay,
  type DayStanding,
} from '#shared/domain/download-days.ts';
import { counted, grouped } from '#shared/domain/formatting.ts';
import { formatFileCount, messages } from '../messages.ts';

/** The standing of a day, or why it is not known. */
export type CellStanding = DayStanding | 'not ended' | 'not read' | 'could not be read';

export const standingLabels: Readonly<Record<CellStanding, string>> = messages.standings;

/** "F" */
export function formatWeekdayLetter(day: string): string {
  return splitDay(day).weekday.charAt(0);
}

export function isWeekend(day: string): boolean {
  return ['Saturday', 'Sunday'].includes(splitDay(day).weekday);
}

/** "Fri 20 November" */
export function formatShortDay(day: string): string {
  const { weekday, number, month } = splitDay(day);
  return `${weekday.slice(0, 3)} ${number} ${month}`;
}

/** "Friday 20 November 2026" */
export function formatLongDay(day: string): string {
  const { weekday, number, month } = splitDay(day);
  return `${weekday} ${number} ${month} ${day.slice(0, 4)}`;
}

export function formatShortMonth(day: string): string {
  return splitDay(day).month.slice(0, 3);
}

/** "Friday 20 November 2026, today: in progress, 2 batches, 7 of 10 files completed" */
export function describeCell(
  day: string,
  isToday: boolean,
  standing: CellStanding,
  read?: DownloadDay,
): string {
  return `${formatLongDay(day)}${isToday ? messages.strip.todayMark : ''}: ${standingLabels[standing]}${describeCounts(read)}`;
}

function describeCounts(read: DownloadDay | undefined): string {
  const [newest] = newestFirst(read?.batches ?? []);
  if (read === undefined || newest === undefined) return '';
  const { expected, completed } = listFileSets(newest);
  const files =
    expected.length === 0
      ? ''
      : messages.strip.completed(grouped(completed.length), formatFileCount(expected.length));
  return `, ${formatBatchCount(read.batches.length, read.isAll)}${files}`;
}

/** "2 batches", "at least 100 batches" */
function formatBatchCount(count: number, isAll = true): string {
  const batches = counted(count, 'batch', 'batches');
  return isAll ? batches : messages.files.atLeast(batches);
}

/**
 * "Sun 29 Mar, 01:00 CET to Mon 30 Mar, 02:00 CEST". A change of the local clock moves the local times, never
 * the day.
 */
export function formatLocalBounds(day: string, timeZone?: string): string {
  const { from, until } = dayBounds(day);
  return `${formatLocalTime(from, timeZone)} to ${formatLocalTime(until, timeZone)}`;
}

/** Returns the date on this computer's clock if it differs from the pipeline's; undefined if they agree. */
export function findOtherLocalDay(now: number, timeZone?: string): string | undefined {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(now);
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
  const local = `${part('year')}-${part('month')}-${part('day')}`;
  return local === formatUtcDay(now) ? undefined : local;
}

function formatLocalTime(at: number, timeZone: string | undefined): string {
  return new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
  }).format(at);
}

function splitDay(day: string) {
  const date = new Date(dayBounds(day).from);
  return {
    weekday: weekdays[date.getUTCDay()] ?? '',
    number: String(date.getUTCDate()),
    month: months[date.getUTCMonth()] ?? '',
  };
}

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** Says why a day cannot be run again; undefined if it can. The plan says what its newest batch lacks. */
export function whyNotRunAgain(day: string, today: string): string | undefined {
  if (day > today) return messages.day.notStarted;
  const oldest = oldestRunAgain(today);
  if (day >= oldest) return undefined;
  return messages.day.filesKept(String(daysOfFiles), formatShortDay(oldest));
}

/** Finds the batch of the address on this day, or else the newest one. */
export function findOpenBatch(
  batches: readonly DownloadBatch[],
  batchId: string | null,
): DownloadBatch | undefined {
  return batchId === null ? newestFirst(batches)[0] : batches.find((batch) => batch.batchId === batchId);
}

/** "1 completed, 2 timeout", "2 batches, timeout" */
export function describeStatuses({ batches, isAll }: Pick<DownloadDay, 'batches' | 'isAll'>): string {
  const counts = new Map<string, number>();
  for (const { status } of batches) {
    const word = status ?? messages.day.statusUnknown;
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const [only] = counts.keys();
  if (counts.size === 1) return `${formatBatchCount(batches.length, isAll)}, ${only ?? ''}`;
  const each = [...counts].map(([word, count]) => `${grouped(count)} ${word}`).join(', ');
  return isAll ? each : messages.files.atLeast(each);
}
