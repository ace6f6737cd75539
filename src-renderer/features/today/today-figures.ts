import { formatTimeSpan } from '#renderer/ui/relative-time.tsx';
import type { Role } from '#shared/contract/define.ts';
import type { Batch } from '#shared/contract/pipeline-items.ts';
import { listFileSets, newestFirst, standingOfDay, formatUtcDay } from '#shared/domain/download-days.ts';
import { grouped } from '#shared/domain/formatting.ts';
import { canGoOn, isUnderWay } from '#shared/domain/job-words.ts';
import {
  toCountedFigure,
  isOld,
  markOld,
  describeSub,
  type FigureFacts,
  type FigureId,
  type ReadFrom,
} from './figure-facts.ts';
import { leadToReview, leadToStatus } from './lead-to.ts';
import { formatCounted, isNone, isUnknown, formatNouns } from './messages.ts';
import {
  readDepth,
  describeExpiry,
  formatFailedShare,
  findFirstToExpire,
  mayBeLonger,
  addUpHours,
  countWholeQueue,
} from './part-numbers.ts';
import type { Seen } from './seen.ts';
import { messages } from './messages.ts';

/** Returns the five most important figures of a role that this person may see. */
export function chooseFigures(seen: Seen): readonly FigureFacts[] {
  return order[seen.as]
    .filter((id) => mayShow(id, seen))
    .slice(0, most)
    .map((id) => markOld(makers[id](seen), numberSources[id](seen)));
}

const most = 5;

/** The figures after the fifth replace those that the person may not see. */
const order: Readonly<Record<Role, readonly FigureId[]>> = {
  support: ['failed-batches', 'failed-documents', 'waiting', 'dead-letters', 'alarms', 'running', 'jobs'],
  reviewer: ['waiting', 'overdue', 'oldest', 'decided', 'running', 'failed-batches'],
  admin: ['dead-letters', 'alarms', 'failed-batches', 'downloads', 'jobs', 'waiting', 'failed-documents'],
};

const makers: Readonly<Record<FigureId, (seen: Seen) => FigureFacts>> = {
  'failed-batches': toFailedBatches,
  'failed-documents': toFailedDocuments,
  running: toRunningBatches,
  waiting: toWaiting,
  overdue: toOverdue,
  oldest: toOldest,
  decided: toDecided,
  'dead-letters': toDeadLetters,
  alarms: toAlarms,
  downloads: toDownloads,
  jobs: toJobs,
};

/** Returns the source of each number. */
const numberSources: Readonly<Record<FigureId, (seen: Seen) => ReadFrom>> = {
  'failed-batches': ({ batches }) => batches,
  'failed-documents': ({ batches }) => batches,
  running: ({ batches }) => batches,
  waiting: ({ batches, review }) => (batches.value === undefined ? review : batches),
  overdue: ({ review }) => review,
  oldest: ({ review }) => review,
  decided: ({ desk }) => desk,
  'dead-letters': ({ queues }) => queues,
  alarms: ({ monitor, monitorFailure }) => ({
    // When polling is off or AWS was not reached, the figure says so itself.
    value: quiet.has(monitor?.poller.state) ? undefined : (monitor?.alarms ?? undefined),
    failure: monitorFailure ?? monitor?.failure ?? undefined,
  }),
  downloads: ({ day }) => day,
  jobs: ({ jobs: value, jobsFailure: failure }) => ({ value, failure }),
};

const quiet: ReadonlySet<string | undefined> = new Set(['off', 'offline']);

function mayShow(id: FigureId, { me }: Seen): boolean {
  if (id === 'dead-letters') return me.seesQueues;
  if (id === 'alarms') return me.seesAllTenants;
  if (id === 'downloads') return me.seesDownloads;
  return id === 'decided' ? me.mayReview : true;
}

function toFailedBatches(seen: Seen): FigureFacts {
  const { value, failure } = seen.batches;
  const lastHour = value?.failed.lastHour;
  const ended = seen.throughput.value;
  return {
    id: 'failed-batches',
    ...(failure !== undefined && value === undefined
      ? { label: 'Failed batches', value: 'unknown' }
      : toCountedFigure('Failed batches', value?.failed.batches)),
    sub:
      lastHour === undefined
        ? describeUnread(failure)
        : isUnknown(lastHour)
          ? 'not counted'
          : lastHour.count === 0
            ? 'none in the last hour'
            : `${formatCounted(lastHour)} in the last hour`,
    isPressing: lastHour !== undefined && lastHour.count > 0,
    lead: leadToStatus(seen, 'FAILED'),
    spark: ended && {
      label: 'Documents that failed, an hour, last 24 hours',
      values: ended.hours.map(({ failed }) => failed),
      tone: 'failed',
    },
  };
}

function toFailedDocuments(seen: Seen): FigureFacts {
  const { value, failure } = seen.batches;
  const ended = seen.throughput.value;
  return {
    id: 'failed-documents',
    ...(failure !== undefined && value === undefined
      ? { label: 'Failed documents', value: 'unknown' }
      : toCountedFigure('Failed documents', value?.failed.documents)),
    unit: value === undefined ? undefined : 'in failed batches',
    sub:
      ended === undefined
        ? describeUnread(failure ?? seen.throughput.failure)
        : describeSub(seen.throughput, formatFailedShare(addUpHours(ended))),
    lead: leadToStatus(seen, 'FAILED'),
  };
}

function toRunningBatches(seen: Seen): FigureFacts {
  const { value, failure } = seen.batches;
  return {
    id: 'running',
    ...(failure !== undefined && value === undefined
      ? { label: messages.figures.batchesRunning, value: 'unknown' }
      : toCountedFigure(messages.figures.batchesRunning, value?.running.batches)),
    sub: value === undefined ? describeUnread(failure) : describeRunning(value.running.newest),
    lead: leadToStatus(seen, 'PROCESSING'),
  };
}

function describeUnread(failure: unknown): string {
  return failure === undefined ? 'reading' : 'not read';
}

function describeRunning(newest: readonly Batch[]): string {
  if (newest.length === 0) return 'nothing is being processed';
  const documents = newest.reduce((sum, { documentCount }) => sum + (documentCount ?? 0), 0);
  return `${formatNouns(documents, 'document', 'documents')} in the newest ${grouped(newest.length)}`;
}

function toWaiting(seen: Seen): FigureFacts {
  const { batches, review, throughput } = seen;
  const { failure } = batches;
  const late = review.value?.overdue;
  // Each source may have a count that the other lacks.
  const told = batches.value?.review.documents ?? (failure && review.value?.waiting);
  const documents = told?.isAtLeast ? ((review.value && countWholeQueue(review.value)) ?? told) : told;
  return {
    id: 'waiting',
    ...(failure !== undefined && documents === undefined && !review.isReading
      ? { label: 'Waiting for review', value: 'unknown' }
      : toCountedFigure('Waiting for review', documents)),
    sub:
      late === undefined
        ? describeUnread(review.failure)
        : describeSub(review, isNone(late) ? 'none overdue' : `${formatCounted(late)} overdue`),
    isPressing: late !== undefined && late.count > 0 && !isOld(review),
    lead: leadToReview(seen),
    spark: throughput.value && {
      label: 'Documents that came to review, an hour, last 24 hours',
      values: throughput.value.hours.map(({ review: came }) => came),
      tone: 'review',
    },
  };
}

function toOverdue(seen: Seen): FigureFacts {
  const { value, failure } = seen.review;
  return {
    id: 'overdue',
    ...(failure !== undefined && value === undefined
      ? { label: 'Overdue', value: 'unknown' }
      : toCountedFigure('Overdue', value?.overdue)),
    sub: value === undefined ? describeUnread(failure) : `due after ${grouped(value.dueHours)} h`,
    isPressing: (value?.overdue.count ?? 0) > 0,
    lead: leadToReview(seen, value === undefined ? null : value.dueHours * 60),
  };
}

function toOldest(seen: Seen): FigureFacts {
  const { value, failure } = seen.review;
  const at = Date.parse(value?.oldestAt ?? '');
  return {
    id: 'oldest',
    label: value !== undefined && mayBeLonger(value) ? 'Longest wait, at least' : 'Longest wait',
    value: value === undefined ? failure && 'unknown' : describeOldest(at, value.waiting, seen.now),
    sub:
      value === undefined
        ? describeUnread(failure)
        : messages.figures.ofWaiting(formatCounted(countWholeQueue(value) ?? value.waiting)),
    lead: leadToReview(seen),
  };
}

/** Counts the decisions of this person on this machine. */
function toDecided(seen: Seen): FigureFacts {
  const { value, failure } = seen.desk;
  const today = value?.today;
  return {
    id: 'decided',
    label: 'Decided today',
    value:
      today === undefined
        ? failure && 'unknown'
        : grouped(Math.max(0, today.approved + today.rejected - today.undone)),
    sub:
      today === undefined
        ? describeUnread(failure)
        : today.medianSeconds === null
          ? 'by you, on this machine'
          : `by you, median ${today.medianSeconds.toFixed(1)} s, n = ${grouped(today.of)}`,
    lead: leadToReview(seen),
  };
}

function describeOldest(
  at: number,
  waits: { readonly count: number; readonly isAtLeast: boolean },
  now: number,
) {
  if (isNone(waits)) return 'none';
  return Number.isNaN(at) ? 'unknown' : formatTimeSpan(Math.max(0, now - at));
}

/**
 * Counts the messages in the queues of Dead letters: by SQS if it has answered, until then by the last look
 * of the poller.
 */
function toDeadLetters(seen: Seen): FigureFacts {
  const { queues, monitor, now } = seen;
  const rows = queues.value?.queues;
  const first = rows && findFirstToExpire(rows);
  const depths = rows
    ? rows.map(({ queue }) => (queue === null ? null : readDepth(queue)))
    : monitor?.deadLetters?.filter(({ place }) => place.desk === 'dead-letters').map(({ depth }) => depth);
  const known = (depths ?? []).filter((depth) => depth !== null);
  const full = known.filter((depth) => depth > 0);
  const isWhole = depths !== undefined && known.length === depths.length;
  const sum = full.reduce((all, depth) => all + depth, 0);
  const expiry = first && describeExpiry(first, now);
  return {
    id: 'dead-letters',
    label: isWhole || full.length === 0 ? 'Dead letters' : 'Dead letters, at least',
    value:
      depths === undefined ? queues.failure && 'unknown' : sum === 0 && !isWhole ? 'unknown' : grouped(sum),
    unit: full.length === 0 ? undefined : `in ${formatNouns(full.length, 'queue', 'queues')}`,
    sub:
      rows === undefined
        ? describeUnread(queues.failure)
        : expiry === undefined
          ? full.length > 0
            ? 'next expiry unknown'
            : isWhole
              ? 'every queue is empty'
              : 'not every queue was read'
          : `first ${expiry.words}`,
    isPressing: expiry?.tone === 'urgent',
    lead: { desk: 'dead-letters', queue: null },
  };
}

function toAlarms({ monitor, monitorFailure }: Seen): FigureFacts {
  const all = monitor?.alarms;
  const isOff = monitor?.poller.state === 'off';
  const failure = monitorFailure ?? monitor?.failure ?? undefined;
  const firing = all?.filter(({ state }) => state === 'ALARM').length ?? 0;
  const blind = all?.filter(({ state }) => state === 'INSUFFICIENT_DATA').length ?? 0;
  const isAtLeast = monitor?.isAll === false;
  return {
    id: 'alarms',
    ...(all
      ? toCountedFigure('Alarms', { count: firing, isAtLeast })
      : { label: 'Alarms', value: isOff || failure ? 'unknown' : undefined }),
    unit: all ? `of ${isAtLeast ? 'at least ' : ''}${grouped(all.length)}` : undefined,
    sub: isOff
      ? messages.figures.notChecked
      : all
        ? describeAlarms(blind, monitor?.poller.state === 'offline')
        : describeUnread(failure),
    lead: { desk: 'alarms' },
  };
}

function describeAlarms(blind: number, isOffline: boolean): string {
  if (isOffline) return messages.figures.unreachable;
  return blind === 0 ? 'all have data' : `${grouped(blind)} with too little data`;
}

/** Counts the files of today's newest download batch. */
function toDownloads({ day, now }: Seen): FigureFacts {
  const { value, failure } = day;
  const [newest] = newestFirst(value?.batches ?? []);
  const sets = newest && listFileSets(newest);
  const standing = value && standingOfDay(value.batches);
  return {
    id: 'downloads',
    label: 'Downloads of today',
    value: sets ? grouped(sets.completed.length) : value ? 'none yet' : failure && 'unknown',
    unit: sets && `of ${formatNouns(sets.expected.length, 'file', 'files')}`,
    sub: sets
      ? `${standing ?? 'unknown'}, ${grouped(sets.failed.length)} failed, ${grouped(sets.open.length)} open`
      : value
        ? messages.figures.noDownloads
        : describeUnread(failure),
    isPressing: standing !== undefined && troubled.has(standing),
    lead: { desk: 'downloads', date: value?.date ?? formatUtcDay(now), batch: null },
  };
}

function toJobs({ jobs: all, jobsFailure }: Seen): FigureFacts {
  const running = all?.filter(isUnderWay).length;
  const standing = all?.filter((job) => !isUnderWay(job) && canGoOn(job)).length ?? 0;
  return {
    id: 'jobs',
    label: 'Jobs running',
    value: running === undefined ? jobsFailure && 'unknown' : grouped(running),
    sub:
      all === undefined
        ? describeUnread(jobsFailure)
        : standing === 0
          ? messages.figures.noneStalled
          : messages.figures.stalled(grouped(standing)),
    isPressing: standing > 0,
    lead: { desk: 'jobs', job: null },
  };
}

const troubled: ReadonlySet<string> = new Set(['some failed', 'missing', 'timed out', 'failed']);
