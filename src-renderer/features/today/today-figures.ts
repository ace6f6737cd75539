import { spanWords } from '#renderer/ui/relative-time.tsx';
import type { Role } from '#shared/contract/define.ts';
import type { Batch } from '#shared/contract/pipeline-items.ts';
import { fileSetsOf, newestFirst, standingOfDay, utcDayOf } from '#shared/domain/download-days.ts';
import { grouped } from '#shared/domain/formatting.ts';
import { canGoOn, isUnderWay } from '#shared/domain/job-words.ts';
import {
  countedFigure,
  isOld,
  markedOld,
  subFrom,
  type FigureFacts,
  type FigureId,
  type ReadFrom,
} from './figure-facts.ts';
import { leadToReview, leadToStatus } from './lead-to.ts';
import { countedText, isNone, isUnknown, nouns } from './today-messages.ts';
import {
  readDepth,
  describeExpiry,
  failedShare,
  firstToExpire,
  mayBeLonger,
  addUpHours,
  wholeQueue,
} from './part-numbers.ts';
import type { Seen } from './seen.ts';

/** The five that matter most to a role, of those that this person may see. */
export function chooseFigures(seen: Seen): readonly FigureFacts[] {
  return order[seen.as]
    .filter((id) => mayShow(id, seen))
    .slice(0, most)
    .map((id) => markedOld(makers[id](seen), numberSources[id](seen)));
}

const most = 5;

/** What stands behind the fifth comes in for what somebody may not see. */
const order: Readonly<Record<Role, readonly FigureId[]>> = {
  support: ['failed-batches', 'failed-documents', 'waiting', 'dead-letters', 'alarms', 'running', 'jobs'],
  reviewer: ['waiting', 'overdue', 'oldest', 'decided', 'running', 'failed-batches'],
  admin: ['dead-letters', 'alarms', 'failed-batches', 'downloads', 'jobs', 'waiting', 'failed-documents'],
};

const makers: Readonly<Record<FigureId, (seen: Seen) => FigureFacts>> = {
  'failed-batches': failedBatches,
  'failed-documents': failedDocuments,
  running: runningBatches,
  waiting,
  overdue,
  oldest,
  decided,
  'dead-letters': deadLetters,
  alarms,
  downloads,
  jobs,
};

/** What the number of each is read from. */
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
    // Where nobody looks, or AWS was not reached, they say so themselves.
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

function failedBatches(seen: Seen): FigureFacts {
  const { value, failure } = seen.batches;
  const lastHour = value?.failed.lastHour;
  const ended = seen.throughput.value;
  return {
    id: 'failed-batches',
    ...(failure !== undefined && value === undefined
      ? { label: 'Failed batches', value: 'unknown' }
      : countedFigure('Failed batches', value?.failed.batches)),
    sub:
      lastHour === undefined
        ? notYet(failure)
        : isUnknown(lastHour)
          ? 'not counted'
          : lastHour.count === 0
            ? 'none in the last hour'
            : `${countedText(lastHour)} in the last hour`,
    isPressing: lastHour !== undefined && lastHour.count > 0,
    lead: leadToStatus(seen, 'FAILED'),
    spark: ended && {
      label: 'Documents that failed, an hour, last 24 hours',
      values: ended.hours.map(({ failed }) => failed),
      tone: 'failed',
    },
  };
}

function failedDocuments(seen: Seen): FigureFacts {
  const { value, failure } = seen.batches;
  const ended = seen.throughput.value;
  return {
    id: 'failed-documents',
    ...(failure !== undefined && value === undefined
      ? { label: 'Failed documents', value: 'unknown' }
      : countedFigure('Failed documents', value?.failed.documents)),
    unit: value === undefined ? undefined : 'in failed batches',
    sub:
      ended === undefined
        ? notYet(failure ?? seen.throughput.failure)
        : subFrom(seen.throughput, failedShare(addUpHours(ended))),
    lead: leadToStatus(seen, 'FAILED'),
  };
}

function runningBatches(seen: Seen): FigureFacts {
  const { value, failure } = seen.batches;
  return {
    id: 'running',
    ...(failure !== undefined && value === undefined
      ? { label: 'Batches in work', value: 'unknown' }
      : countedFigure('Batches in work', value?.running.batches)),
    sub: value === undefined ? notYet(failure) : describeRunning(value.running.newest),
    lead: leadToStatus(seen, 'PROCESSING'),
  };
}

function notYet(failure: unknown): string {
  return failure === undefined ? 'reading' : 'not read';
}

function describeRunning(newest: readonly Batch[]): string {
  if (newest.length === 0) return 'nothing is being processed';
  const documents = newest.reduce((sum, { documentCount }) => sum + (documentCount ?? 0), 0);
  return `${nouns(documents, 'document', 'documents')} in the newest ${grouped(newest.length)}`;
}

function waiting(seen: Seen): FigureFacts {
  const { batches, review, throughput } = seen;
  const { failure } = batches;
  const late = review.value?.overdue;
  // What one of the two could not count the other has.
  const told = batches.value?.review.documents ?? (failure && review.value?.waiting);
  const documents = told?.isAtLeast ? ((review.value && wholeQueue(review.value)) ?? told) : told;
  return {
    id: 'waiting',
    ...(failure !== undefined && documents === undefined && !review.isReading
      ? { label: 'Waiting for review', value: 'unknown' }
      : countedFigure('Waiting for review', documents)),
    sub:
      late === undefined
        ? notYet(review.failure)
        : subFrom(review, isNone(late) ? 'none overdue' : `${countedText(late)} overdue`),
    isPressing: late !== undefined && late.count > 0 && !isOld(review),
    lead: leadToReview(seen),
    spark: throughput.value && {
      label: 'Documents that came to review, an hour, last 24 hours',
      values: throughput.value.hours.map(({ review: came }) => came),
      tone: 'review',
    },
  };
}

function overdue(seen: Seen): FigureFacts {
  const { value, failure } = seen.review;
  return {
    id: 'overdue',
    ...(failure !== undefined && value === undefined
      ? { label: 'Overdue', value: 'unknown' }
      : countedFigure('Overdue', value?.overdue)),
    sub: value === undefined ? notYet(failure) : `due after ${grouped(value.dueHours)} h`,
    isPressing: (value?.overdue.count ?? 0) > 0,
    lead: leadToReview(seen, value === undefined ? null : value.dueHours * 60),
  };
}

function oldest(seen: Seen): FigureFacts {
  const { value, failure } = seen.review;
  const at = Date.parse(value?.oldestAt ?? '');
  return {
    id: 'oldest',
    label: value !== undefined && mayBeLonger(value) ? 'Longest wait, at least' : 'Longest wait',
    value: value === undefined ? failure && 'unknown' : oldestText(at, value.waiting, seen.now),
    sub:
      value === undefined
        ? notYet(failure)
        : `of ${countedText(wholeQueue(value) ?? value.waiting)} that wait`,
    lead: leadToReview(seen),
  };
}

/** Of this person, on this machine. */
function decided(seen: Seen): FigureFacts {
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
        ? notYet(failure)
        : today.medianSeconds === null
          ? 'by you, on this machine'
          : `by you, median ${today.medianSeconds.toFixed(1)} s, n = ${grouped(today.of)}`,
    lead: leadToReview(seen),
  };
}

function oldestText(at: number, waits: { readonly count: number; readonly isAtLeast: boolean }, now: number) {
  if (isNone(waits)) return 'none';
  return Number.isNaN(at) ? 'unknown' : spanWords(Math.max(0, now - at));
}

/** Of the Dead letters desk's queues: by SQS once it was asked, until then by the poller's last look. */
function deadLetters(seen: Seen): FigureFacts {
  const { queues, monitor, now } = seen;
  const rows = queues.value?.queues;
  const first = rows && firstToExpire(rows);
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
    unit: full.length === 0 ? undefined : `in ${nouns(full.length, 'queue', 'queues')}`,
    sub:
      rows === undefined
        ? notYet(queues.failure)
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

function alarms({ monitor, monitorFailure }: Seen): FigureFacts {
  const all = monitor?.alarms;
  const isOff = monitor?.poller.state === 'off';
  const failure = monitorFailure ?? monitor?.failure ?? undefined;
  const firing = all?.filter(({ state }) => state === 'ALARM').length ?? 0;
  const blind = all?.filter(({ state }) => state === 'INSUFFICIENT_DATA').length ?? 0;
  const isAtLeast = monitor?.isAll === false;
  return {
    id: 'alarms',
    ...(all
      ? countedFigure('Alarms', { count: firing, isAtLeast })
      : { label: 'Alarms', value: isOff || failure ? 'unknown' : undefined }),
    unit: all ? `of ${isAtLeast ? 'at least ' : ''}${grouped(all.length)}` : undefined,
    sub: isOff
      ? 'not looked at'
      : all
        ? alarmsSub(blind, monitor?.poller.state === 'offline')
        : notYet(failure),
    lead: { desk: 'alarms' },
  };
}

function alarmsSub(blind: number, isOffline: boolean): string {
  if (isOffline) return 'as last seen; AWS was not reached';
  return blind === 0 ? 'all have data' : `${grouped(blind)} with too little data`;
}

/** Files of today's newest download batch. */
function downloads({ day, now }: Seen): FigureFacts {
  const { value, failure } = day;
  const [newest] = newestFirst(value?.batches ?? []);
  const sets = newest && fileSetsOf(newest);
  const standing = value && standingOfDay(value.batches);
  return {
    id: 'downloads',
    label: 'Downloads of today',
    value: sets ? grouped(sets.completed.length) : value ? 'none yet' : failure && 'unknown',
    unit: sets && `of ${nouns(sets.expected.length, 'file', 'files')}`,
    sub: sets
      ? `${standing ?? 'unknown'}, ${grouped(sets.failed.length)} failed, ${grouped(sets.open.length)} open`
      : value
        ? 'no batch has begun today'
        : notYet(failure),
    isPressing: standing !== undefined && troubled.has(standing),
    lead: { desk: 'downloads', date: value?.date ?? utcDayOf(now), batch: null },
  };
}

function jobs({ jobs: all, jobsFailure }: Seen): FigureFacts {
  const running = all?.filter(isUnderWay).length;
  const standing = all?.filter((job) => !isUnderWay(job) && canGoOn(job)).length ?? 0;
  return {
    id: 'jobs',
    label: 'Jobs running',
    value: running === undefined ? jobsFailure && 'unknown' : grouped(running),
    sub:
      all === undefined
        ? notYet(jobsFailure)
        : standing === 0
          ? 'none stands still'
          : `${nouns(standing, 'stands', 'stand')} still`,
    isPressing: standing > 0,
    lead: { desk: 'jobs', job: null },
  };
}

const troubled: ReadonlySet<string> = new Set(['some failed', 'missing', 'timed out', 'failed']);
