import { newestFirst, standingOfDay } from '#shared/domain/downloads/day-standing.ts';
import { utcDayOf } from '#shared/domain/downloads/days.ts';
import { fileSetsOf } from '#shared/domain/downloads/file-sets.ts';
import { grouped } from '#shared/domain/grouped-number.ts';
import { canGoOn, isUnderWay } from '#shared/domain/job-words.ts';
import { nouns } from '../counted-words.ts';
import { depthOf, expiryOf, firstToExpire } from '../parts/queue-words.ts';
import type { Seen } from '../reading/seen.ts';
import { notYet } from './batch-figures.ts';
import { countedFigure } from './figure-facts.ts';
import type { FigureFacts } from './figure-facts.ts';

/** Of the Dead letters desk's queues: by SQS once it was asked, until then by the poller's last look. */
export function deadLetters(seen: Seen): FigureFacts {
  const { queues, monitor, now } = seen;
  const rows = queues.value?.queues;
  const first = rows && firstToExpire(rows);
  const depths = rows
    ? rows.map(({ queue }) => (queue === null ? null : depthOf(queue)))
    : monitor?.deadLetters?.filter(({ place }) => place.desk === 'dead-letters').map(({ depth }) => depth);
  const known = (depths ?? []).filter((depth) => depth !== null);
  const full = known.filter((depth) => depth > 0);
  const isWhole = depths !== undefined && known.length === depths.length;
  const sum = full.reduce((all, depth) => all + depth, 0);
  const expiry = first && expiryOf(first, now);
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

export function alarms({ monitor, monitorFailure }: Seen): FigureFacts {
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
export function downloads({ day, now }: Seen): FigureFacts {
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

export function jobs({ jobs: all, jobsFailure }: Seen): FigureFacts {
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
