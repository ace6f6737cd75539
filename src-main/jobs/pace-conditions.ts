import type { StopCondition } from '#shared/contract/pace.ts';
import { ok, refused, type Result } from '#shared/contract/result.ts';
import { counted, grouped } from '#shared/domain/formatting.ts';
import { describeCondition } from '#shared/domain/pace-rules.ts';
import type { AlarmsListed } from '../aws/alarms.ts';
import type { ConnectionDoors } from '../aws/doors.ts';
import { isRunning, type JobAtWork } from './job-at-work.ts';
import { pace } from './pace.ts';

type AlarmState = AlarmsListed['alarms'][number]['state'];

/** Reads what the pace of a job may be bound to. */
export interface ConditionReader {
  alarm(name: string): Promise<Result<AlarmState>>;
  /** Returns the number of messages that wait in the queue. */
  waiting(queue: string): Promise<Result<number>>;
}

interface Parts {
  readonly doors: () => Pick<ConnectionDoors, 'alarms' | 'queues'>;
  readonly now: () => number;
}

/** Asks AWS only if the last answer is some seconds old, whichever job asked then. */
export function openConditionReader({ doors, now }: Parts): ConditionReader {
  const answers = new Map<string, { readonly at: number; readonly answer: Promise<Result<unknown>> }>();

  function askedRarely<T>(key: string, ask: () => Promise<Result<T>>): Promise<Result<T>> {
    const last = answers.get(key);
    if (last !== undefined && Math.abs(now() - last.at) < pace.watch)
      return last.answer as Promise<Result<T>>;
    const answer = ask();
    answers.set(key, { at: now(), answer });
    return answer;
  }

  return {
    async alarm(name) {
      const listed = await askedRarely('alarms', () => doors().alarms.list());
      if (!listed.ok) return listed;
      const found = listed.value.alarms.find((alarm) => alarm.name === name);
      if (found !== undefined) return ok(found.state);
      const message = 'CloudWatch lists no alarm of this name';
      return refused({ code: 'not-found', message, what: 'metric' });
    },
    async waiting(queue) {
      const read = await askedRarely(`queue ${queue}`, () => doors().queues.attributes(queue));
      if (!read.ok) return read;
      const { waiting } = read.value;
      return waiting === null
        ? refused({ code: 'not-found', message: 'SQS does not say how many messages wait', what: 'queue' })
        : ok(waiting);
    },
  };
}

/** Where a connection cannot be asked, nothing is known. */
export const unreadConditions: ConditionReader = {
  alarm: () => Promise.resolve(notAsked),
  waiting: () => Promise.resolve(notAsked),
};

const notAsked = refused({ code: 'unexpected', message: 'nothing reads it here' });

interface Seen {
  readonly state: 'good' | 'bad' | 'unread';
  readonly says: string;
}

/**
 * Reads the conditions of the pace before something is sent. Returns false if nothing may be sent now: the job has
 * stopped, or waits until they can be read.
 */
export async function meetsConditions(work: JobAtWork): Promise<boolean> {
  const { record, passing } = work;
  const { stopWhen } = record.pace;
  if (stopWhen.length === 0) {
    passing.watched = [];
    return true;
  }
  const unread = await brakeWhereOneFires(work);
  if (!isRunning(work)) return false;
  if (unread !== undefined && !record.goesUnread) {
    await hold(
      work,
      `${unread.says}. Nothing more is sent until it can be read, or until you let the job go on.`,
    );
    return false;
  }
  if (record.held !== null) work.write({ event: 'released', by: null });
  return true;
}

/** Returns a condition that could not be read, if there is one. */
async function brakeWhereOneFires(work: JobAtWork): Promise<Seen | undefined> {
  const { record, passing } = work;
  const seen = await Promise.all(record.pace.stopWhen.map((condition) => readCondition(work, condition)));
  if (!isRunning(work)) return undefined;
  passing.watched = seen;
  const fires = seen.find(({ state }) => state === 'bad');
  if (fires !== undefined) {
    passing.trouble = null;
    work.write({
      event: 'braked',
      why: `${fires.says}. Nothing more was sent. Resume the job when that has passed, or change its pace.`,
    });
  }
  return seen.find(({ state }) => state === 'unread');
}

/**
 * One call may send thousands of messages. Whenever it asks whether to go on, the conditions are read again if the last
 * time is long enough ago; it asks often, so it does not wait for the answer. One that cannot be read ends the call, and
 * the job holds before the next one.
 */
export function watchConditions(work: JobAtWork): () => boolean {
  const { record, job, now, log } = work;
  let isOver = false;
  let readAt = now();
  const readAgain = async (): Promise<void> => {
    try {
      const unread = await brakeWhereOneFires(work);
      if (unread !== undefined && !record.goesUnread) isOver = true;
    } catch (error) {
      isOver = true;
      log.error({ err: error }, 'the conditions of the pace could not be kept');
    }
  };
  return () => {
    if (record.pace.stopWhen.length > 0 && Math.abs(now() - readAt) >= pace.watch) {
      readAt = now();
      void readAgain();
    }
    return isOver || job.isOver();
  };
}

async function readCondition({ conditions, log }: JobAtWork, condition: StopCondition): Promise<Seen> {
  try {
    if ('alarm' in condition) {
      const read = await conditions.alarm(condition.alarm);
      if (!read.ok) return toUnread(`The alarm ${condition.alarm}`, read.failure.message);
      if (read.value === 'ALARM') return { state: 'bad', says: `The alarm ${condition.alarm} fires` };
      const data = read.value === 'OK' ? 'quiet' : 'without data, so it does not fire';
      return { state: 'good', says: `The alarm ${condition.alarm} is ${data}` };
    }
    const read = await conditions.waiting(condition.queue);
    if (!read.ok) return toUnread(`The depth of ${condition.queue}`, read.failure.message);
    const says = `${condition.queue} has ${counted(read.value, 'message')}`;
    return read.value > condition.over
      ? { state: 'bad', says: `${says}, more than ${grouped(condition.over)}` }
      : { state: 'good', says };
  } catch (error) {
    log.error({ err: error }, 'a condition of the pace could not be read');
    return toUnread(`Whether ${describeCondition(condition)}`, 'something unexpected happened');
  }
}

function toUnread(what: string, why: string): Seen {
  return { state: 'unread', says: `${what} can't be read (${why.replace(/\.$/, '')})` };
}

/** Tells whether the alarm that the job waits for is quiet. Without data it is not known to be quiet. */
export async function isQuiet(work: JobAtWork): Promise<boolean> {
  const { record, passing, conditions, log } = work;
  const alarm = record.pace.beginWhen?.alarm;
  if (!record.waitsForQuiet || alarm === undefined) return true;
  let why: string;
  try {
    const read = await conditions.alarm(alarm);
    if (read.ok && read.value === 'OK') {
      passing.trouble = null;
      return true;
    }
    if (!read.ok) why = toUnread(`The alarm ${alarm}`, read.failure.message).says;
    else why = read.value === 'ALARM' ? `The alarm ${alarm} fires` : `The alarm ${alarm} has no data`;
  } catch (error) {
    log.error({ err: error }, 'an alarm that a job waits for could not be read');
    why = toUnread(`The alarm ${alarm}`, 'something unexpected happened').says;
  }
  passing.watched = [{ state: 'bad', says: why }];
  passing.trouble = `${why}. The job begins when it is quiet, or when you let it begin.`;
  work.changed();
  return false;
}

async function hold(work: JobAtWork, why: string): Promise<void> {
  const { record, turns, now } = work;
  if (record.held === null) work.write({ event: 'held', why });
  work.changed();
  // Others may use the turn meanwhile.
  turns.giveBack(record.plan.connection.id, record.plan.planId);
  await waitUntil(work, now() + pace.watch);
}

/** The clock may be set and the machine may sleep, so the time is looked at again every half a minute. */
export async function waitUntil({ pause, turns, now }: JobAtWork, until: number): Promise<void> {
  const left = Math.min(until - now(), longestWait);
  if (left > 0) await turns.changedDuring(pause(left));
}

const longestWait = 30_000;
