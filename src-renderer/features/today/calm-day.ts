import { describeMissing } from '#renderer/contract/attention-age.ts';
import { listFileSets, newestFirst, standingOfDay } from '#shared/domain/download-days.ts';
import type { DownloadDay } from '#shared/contract/downloads.ts';
import { capitalize, grouped } from '#shared/domain/formatting.ts';
import { canGoOn, isUnderWay } from '#shared/domain/job-words.ts';
import { formatCounted, isNone, formatNouns } from './messages.ts';
import { readDepth, addUpHours } from './part-numbers.ts';
import type { Seen } from './seen.ts';
import { messages } from './messages.ts';

/**
 * Returns sentences about what went well if nothing needs attention; null otherwise. All data that this
 * person may see must have been read, because unknown data cannot be called well.
 */
export function describeCalmDay(seen: Seen): readonly string[] | null {
  const { batches, review } = seen;
  const read = batches.value;
  if (read === undefined || review.value === undefined || isAnyOld(seen)) return null;
  const trouble = [read.failed.batches, read.review.documents, review.value.waiting];
  if (!trouble.every(isNone) || read.problems.length > 0) return null;
  if ((seen.corrections.value?.workflows.length ?? 0) > 0) return null;
  const { answeredFrom } = read;
  if (answeredFrom.from === 'attention' && describeMissing(answeredFrom) !== null) return null;
  if (seen.jobs?.every((job) => isUnderWay(job) || !canGoOn(job)) !== true) return null;
  const parts = [describeQueues(seen), describeAlarms(seen), describeDownloads(seen)];
  const known = parts.filter((words) => words !== null);
  if (known.length < parts.length) return null;
  return [describeDocuments(seen), ...known, describeRunning(seen)].filter((words) => words !== '');
}

/** Data that could not be read again may have changed since. */
function isAnyOld({ batches, review, queues, day, stuck, neverPickedUp, jobsFailure }: Seen): boolean {
  const parts = [batches, review, queues, day, stuck, neverPickedUp];
  return jobsFailure !== undefined || parts.some(({ failure }) => failure !== undefined);
}

/** Empty while it is being read. */
function describeDocuments({ throughput }: Seen): string {
  if (throughput.value === undefined) {
    return throughput.failure === undefined ? '' : messages.calm.notRead;
  }
  const totals = addUpHours(throughput.value);
  const { succeeded } = totals;
  if (succeeded === null) return messages.calm.noneEnded;
  const count = formatCounted({ count: succeeded, isAtLeast: totals.isAtLeast });
  return `${count === 'unknown' ? 'An unknown number of' : capitalize(count)} ${succeeded === 1 ? 'document' : 'documents'} succeeded in the last 24 hours.`;
}

function describeRunning({ batches }: Seen): string {
  const running = batches.value?.running.batches ?? { count: 0, isAtLeast: true };
  if (isNone(running)) return messages.calm.noneRunning;
  return `${capitalize(formatCounted(running))} ${running.count === 1 ? 'batch' : 'batches'} in progress.`;
}

/** Empty if this person sees no queues; null if there is trouble or anything is unknown. */
function describeQueues({ me, queues }: Seen): string | null {
  if (!me.seesQueues) return '';
  const rows = queues.value?.queues;
  if (rows === undefined || !rows.every(({ queue }) => queue !== null && readDepth(queue) === 0)) return null;
  return rows.length === 0
    ? messages.calm.noQueues
    : `All ${formatNouns(rows.length, 'dead-letter queue is', 'dead-letter queues are')} empty.`;
}

function describeAlarms({ me, monitor, monitorFailure }: Seen): string | null {
  if (!me.seesAllTenants) return '';
  if (monitorFailure !== undefined) return null;
  const alarms = monitor?.alarms;
  const looks = monitor?.poller.state;
  if (looks === 'offline' || looks === 'off' || monitor?.failure !== null) return null;
  if (!alarms || !monitor.isAll || alarms.some(({ state }) => state === 'ALARM')) return null;
  const blind = alarms.filter(({ state }) => state === 'INSUFFICIENT_DATA').length;
  const beside = blind === 0 ? '' : `, ${grouped(blind)} with too little data`;
  return messages.calm.alarmsQuiet(formatNouns(alarms.length, 'alarm', 'alarms'), beside);
}

function describeDownloads({ me, day, stuck, neverPickedUp }: Seen): string | null {
  if (!me.seesDownloads) return '';
  const stands = [stuck.value, neverPickedUp.value];
  if (day.value === undefined || stands.some((page) => page === undefined || page.rows.length > 0))
    return null;
  return describeDay(day.value);
}

function describeDay({ batches }: DownloadDay): string | null {
  const [newest] = newestFirst(batches);
  if (newest === undefined) return messages.downloads.none;
  const { expected, completed } = listFileSets(newest);
  const files = `${grouped(completed.length)} of ${formatNouns(expected.length, 'file', 'files')}`;
  const standing = standingOfDay(batches);
  if (standing === 'complete') return messages.calm.downloadsComplete(files);
  return standing === 'in progress' ? messages.calm.downloadsRunning(files) : null;
}
