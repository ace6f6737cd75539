import { formatUpTo } from '#renderer/contract/attention-age.ts';
import type { Alarm, Monitor, Place, Poller } from '#shared/contract/monitor.ts';
import type { Preferences } from '#shared/contract/preferences.ts';
import type { Counted, TodayBatches, TodayGroups } from '#shared/contract/today.ts';
import type { Batch } from '#shared/contract/pipeline-items.ts';
import { grouped } from '#shared/domain/formatting.ts';
import { describePace } from '#shared/pricing/request-costs.ts';
import type { Me, Seen } from './seen.ts';

/** "7", "at least 7", "unknown" */
export function formatCounted(counted: Counted): string {
  if (isUnknown(counted)) return 'unknown';
  return counted.isAtLeast ? `at least ${grouped(counted.count)}` : grouped(counted.count);
}

/** An unknown count is not the same as zero. */
export function isUnknown({ count, isAtLeast }: Counted): boolean {
  return count === 0 && isAtLeast;
}

/** "1 batch", "at least 7 batches", "batches unknown" */
export function formatCountedNouns(counted: Counted, one: string, many: string): string {
  if (isUnknown(counted)) return `${many} unknown`;
  return `${formatCounted(counted)} ${counted.count === 1 ? one : many}`;
}

export function formatNouns(count: number, one: string, many: string): string {
  return formatCountedNouns({ count, isAtLeast: false }, one, many);
}

/** True if the count is known to be zero. */
export function isNone({ count, isAtLeast }: Counted): boolean {
  return count === 0 && !isAtLeast;
}

/** "Sunday 22 November 2026, 19:41 UTC". Days are those of the pipelines, whatever the local time zone. */
export function formatMoment(at: number): string {
  return `${days.format(at).replace(',', '')}, ${formatClock(at)} UTC`;
}

/** "19:41" */
function formatClock(at: number): string {
  return clocks.format(at);
}

/** "19:41" within a day of now, so that midnight changes nothing; "21 Nov" for older times. */
export function formatShortMoment(text: string | null, now: number): string | null {
  const at = Date.parse(text ?? '');
  if (Number.isNaN(at)) return null;
  return Math.abs(now - at) < dayMs ? formatClock(at) : shortDays.format(at);
}

/** "Sunday, 15:00 to 16:00 UTC" */
export function formatHour(at: number): string {
  return `${weekdays.format(at)}, ${formatClock(at)} to ${formatClock(at + hourMs)} UTC`;
}

/** "15" */
export function formatHourLabel(at: number): string {
  return formatClock(at).slice(0, 2);
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const utc = { timeZone: 'UTC', hourCycle: 'h23' } as const;
const days = new Intl.DateTimeFormat('en-GB', {
  ...utc,
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
});
const weekdays = new Intl.DateTimeFormat('en-GB', { ...utc, weekday: 'long' });
const shortDays = new Intl.DateTimeFormat('en-GB', { ...utc, day: 'numeric', month: 'short' });
const clocks = new Intl.DateTimeFormat('en-GB', { ...utc, hour: '2-digit', minute: '2-digit' });

/** Describes the poller in a few words. */
export function describePoller(
  { state, seconds }: Pick<Poller, 'state' | 'seconds'>,
  pollHidden: Preferences['pollHidden'],
): string {
  switch (state) {
    case 'off':
      return messages.alarms.notChecked;
    case 'offline':
      return messages.alarms.unreachable;
    case 'waiting':
    case 'looking':
    case 'hidden':
      return `Alarms ${describePace(seconds)}${pollHidden === 'pause' ? ', paused when hidden' : ''}`;
    default:
      return state satisfies never;
  }
}

/** Returns the desk of an alarm, or its place on Monitor for a person without access to that desk. */
export function placeFor(
  { seesQueues, mayReview }: Me,
  { name, place }: Pick<Alarm, 'name' | 'place'>,
): Place {
  const isShut = (place.desk === 'dead-letters' && !seesQueues) || (place.desk === 'review' && !mayReview);
  return isShut ? { desk: 'monitor', group: null, alarm: name } : place;
}

/** Says why the alarms are old or missing; null if they are neither. */
export function describeAlarmTrouble({ monitor, monitorFailure }: Seen): string | null {
  if (monitor === undefined) return monitorFailure?.message ?? null;
  const { state, why } = monitor.poller;
  if (state === 'off') return why ?? messages.alarms.notCheckedHere;
  if (state === 'offline') {
    const shown = monitor.alarms === null ? '' : messages.alarms.earlierShown;
    return `${monitor.failure ?? why ?? 'AWS could not be reached.'}${shown}`;
  }
  return monitor.failure;
}

/** "3 more not OK. 22 are quiet." */
export function describeQuietAlarms(
  alarms: NonNullable<Monitor['alarms']>,
  shown: number,
  isAll: boolean,
): string {
  const quiet = alarms.filter(({ state }) => state === 'OK').length;
  const hidden = alarms.length - quiet - shown;
  const beyond = hidden > 0 ? messages.alarms.moreNotOk(grouped(hidden)) : '';
  const notAll = isAll ? '' : ' Not all alarms were listed.';
  if (alarms.length === 0) return messages.alarms.none(notAll);
  if (quiet === alarms.length) {
    return `${quiet === 1 ? messages.alarms.onlyOne : `All ${grouped(quiet)} are`} quiet.${notAll}`;
  }
  return `${beyond}${grouped(quiet)} ${quiet === 1 ? 'is' : 'are'} quiet.${notAll}`;
}

/** "480 of 500": the documents that are no longer processed, out of all. */
export function describeDone({ counts, documentCount }: Pick<Batch, 'counts' | 'documentCount'>): string {
  const { SUCCEEDED, REVIEW_REQUIRED, FAILED, REJECTED } = counts;
  const isCounted = SUCCEEDED !== null && REVIEW_REQUIRED !== null && FAILED !== null && REJECTED !== null;
  if (documentCount === null || !isCounted) return 'not counted';
  return `${grouped(SUCCEEDED + REVIEW_REQUIRED + FAILED + REJECTED)} of ${grouped(documentCount)}`;
}

/**
 * "40 failed documents of the newest 5 batches, at least 7 more not read", or "40 documents failed today and yesterday,
 * as of 14:02:11 UTC" for all tenants.
 */
export function describeRead(groups: GroupsRead): string {
  const { batchesRead, batchesLeft, documentsRead, answeredFrom } = groups;
  if (answeredFrom.from === 'attention') {
    const failed = formatCountedNouns(documentsRead, 'document', 'documents');
    return messages.batches.failedLately(failed, formatUpTo(answeredFrom));
  }
  const left = isNone(batchesLeft) ? '' : `, ${formatCounted(batchesLeft)} more not read`;
  const documents = formatCountedNouns(documentsRead, 'failed document', 'failed documents');
  return `${documents} of the newest ${formatNouns(batchesRead, 'batch', 'batches')}${left}`;
}

type GroupsRead = Pick<TodayGroups, 'answeredFrom' | 'batchesRead' | 'batchesLeft' | 'documentsRead'>;

export function describeNone({
  batchesRead,
  problems,
  answeredFrom,
}: Pick<TodayGroups, 'batchesRead' | 'problems' | 'answeredFrom'>): string {
  if (batchesRead === 0 && problems.length > 0) return messages.batches.noneKnown;
  if (answeredFrom.from === 'attention') return messages.batches.noneLately;
  return batchesRead === 0
    ? 'No batch has failed, so there is nothing to group.'
    : messages.batches.noneFound(formatNouns(batchesRead, 'failed batch', 'failed batches'));
}

/** All sentences of Today are here, in the order of its parts. */
export const messages = {
  objectives: {
    title: 'Objectives of workflows',
    open: 'Open objective',
    more: (count: number) => `And ${String(count)} more in Monitor.`,
  },
  costs: {
    title: 'Budgets and unusual costs',
    open: 'Open costs',
    openDocuments: 'Open its documents',
    more: (count: number) => `And ${String(count)} more in Costs.`,
    notRead: "Couldn't load budgets and unusual costs.",
    mayBeMore: 'Budgets and unusual costs may be missing.',
  },
  page: {
    openTriage: 'Open Triage',
    notRead: "Couldn't load Today",
    chooseTenant: 'Nothing was read. Choose another tenant at the top.',
    nothingNeedsYou: 'Nothing needs you',
    needsYou: 'What needs you',
    layout: 'Layout for',
    switchLayout: (role: string): string => `Switch Today to the layout for ${role}`,
    readAgain: 'Read Today again',
    notRefreshed: "Couldn't refresh; showing earlier data",
    failedRunningWaiting: 'Failed, running and waiting batches',
    endedDocuments: 'Ended documents',
    queueDepths: 'Queue depths',
  },
  calm: {
    notRead: "Couldn't load the documents that ended in the last 24 hours.",
    noneEnded: 'No documents are known to have ended in the last 24 hours.',
    noneRunning: 'No batches in progress.',
    noQueues: 'No dead-letter queues.',
    downloadsComplete: (files: string): string => `Today’s downloads are complete: ${files}.`,
    downloadsRunning: (files: string): string => `Today’s downloads are in progress: ${files}.`,
    alarmsQuiet: (alarms: string, beside: string): string => `None of ${alarms} firing${beside}.`,
  },
  figures: {
    asBefore: 'not refreshed',
    noThroughput: 'last 24 h unknown',
    noneEnded: 'no documents ended in 24 h',
    noneFailed: 'no failures reported in 24 h',
    ofWaiting: (count: string): string => `of ${count} waiting`,
    unreachable: 'as last seen; AWS unreachable',
    notChecked: 'not checked',
    noDownloads: 'no batch started today',
    noneStalled: 'none stalled',
    stalled: (count: string): string => `${count} stalled`,
    expires: (isExact: boolean, left: string): string => `expires ${isExact ? 'in' : 'within'} ${left}`,
    waitingBeyond: (read: string): string => ` ${read} read; more may be waiting.`,
    readOf: (read: string, waiting: string): string => ` ${read} of ${waiting} read.`,
    batchesRunning: 'Batches in progress',
  },
  batches: {
    notRead: "Couldn't load the batches",
    noneKnown: 'None known.',
    noneFailed: 'No batch is in status FAILED.',
    failedLately: (documents: string, asOf: string): string =>
      `${documents} failed today and yesterday by UTC, ${asOf}`,
    noneLately: 'No document of any tenant failed today or yesterday, by UTC.',
    leftQueued: (count: string): string => `+ ${count} left queued`,
    noneFailedAnywhere: 'No batch of any tenant has failed.',
    ofCause: (what: string, documents: string, isNew: boolean): string =>
      `${what}, ${documents}${isNew ? ', new' : ''}`,
    allWithCause: 'Failed batches of all tenants with this cause',
    standingStill: 'Standing still',
    deliveries: 'Deliveries given up',
    notGrouped: "Couldn't group the failures",
    notAllTenants: 'not all tenants; choose another at the top',
    tenantToday: 'Today for this tenant',
    runningOfTenant: (tenant: string): string => `batches in progress of ${tenant}`,
    running: 'In progress',
    allRunning: 'All in progress',
    readingRunning: 'Reading the batches in progress',
    noneRunning: 'No batch is being processed.',
    noneFound: (batches: string): string => `No failed documents found in ${batches}.`,
  },
  corrections: {
    title: 'Corrections changed',
    hint: 'reviewers correct more than in the four weeks before',
    notRead: "Couldn't read what reviewers correct",
    reading: 'Reading what reviewers correct',
    row: (what: string, { read, corrected }: { read: number; corrected: number }): string =>
      `${what}: corrected in ${grouped(corrected)} of ${grouped(read)} documents`,
    usual: (where: string, { read, corrected }: { read: number; corrected: number }): string =>
      `${where}, ${grouped(corrected)} of ${grouped(read)} before`,
    since: (day: string): string => `since ${formatUtcDayShort(day)}`,
    aSupplier: 'A supplier',
    all: 'All documents',
    readers: {
      textract: 'Read by Textract',
      bedrock: 'Read by the model',
      person: 'Typed by a reviewer before',
      none: 'Not read',
    } as Readonly<Record<string, string>>,
  },
  left: {
    title: 'Left queued',
    hint: ({ batches, documents }: TodayBatches['leftQueued']): string =>
      `${formatCountedNouns(documents, 'document', 'documents')} of ${formatCountedNouns(batches, 'batch', 'batches')}, whose runs have ended`,
    row: (count: number): string =>
      `${grouped(count)} ${count === 1 ? 'document was' : 'documents were'} left queued`,
  },
  review: {
    byWaitingTime: 'by waiting time',
    notCounted: "Couldn't count the review queue",
    counting: 'Counting the review queue',
    none: 'Nothing is waiting for review.',
    opensBatches: 'Opens the batches with waiting documents',
    opensQueue: 'Opens the whole queue',
    opensWaiting: (wait: string): string => `Opens documents that have waited ${wait} or longer`,
  },
  throughput: {
    notRead: "Couldn't load the throughput",
    reading: 'Reading the throughput',
    byHour: 'documents by the hour their batch arrived',
  },
  queues: {
    notRead: "Couldn't load the queues",
    reading: 'Reading the queue depths',
    requiresRole: 'Requires the support or admin role.',
    requiresAllTenants: 'Requires access to all tenants, because a queue holds messages of every tenant.',
    noReason: 'no reason given.',
  },
  alarms: {
    requiresAllTenants: 'Requires access to all tenants, because alarms cover all of them.',
    checking: 'Checking the alarms',
    notOk: 'Alarms that are not OK',
    noReason: 'no reason given',
    notChecked: 'Alarms not checked',
    unreachable: 'AWS unreachable',
    notCheckedHere: 'Alarms are not checked on this connection.',
    earlierShown: ' Showing earlier data.',
    moreNotOk: (count: string): string => `${count} more not OK. `,
    none: (notAll: string): string =>
      notAll === ''
        ? 'No alarms defined. Those that CloudWatch has in this account and region appear here.'
        : `No alarms defined.${notAll}`,
    onlyOne: 'The only alarm is',
  },
  downloads: {
    notRead: "Couldn't load today's downloads",
    reading: 'Reading today’s downloads',
    none: 'No download batch started today. The daily schedule starts them, or “Run this day” in Downloads.',
    requiresAllTenants: 'Requires access to all tenants, because the tenant of a downloaded file is unknown.',
  },
  jobs: {
    list: 'Active jobs',
    none: 'No jobs running. Plans that are started in Triage, Dead letters or Downloads appear here.',
    notRead: (why: string): string => `Couldn't load the jobs. ${why}`,
  },
};

const utcDay = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });

function formatUtcDayShort(day: string): string {
  const at = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(at) ? day : utcDay.format(at);
}
