import type { Alarm, Monitor, QueueDepth } from '#shared/contract/monitor.ts';
import type { Failure, Result } from '#shared/contract/result.ts';
import {
  placeOfAlarm,
  placeOfQueue,
  listWatchedQueues,
  type WatchedNames,
} from '#shared/domain/monitor/place-of-alarm.ts';
import type { AlarmsListed, ListedAlarm, QueueAlarms } from '../../aws/alarms.ts';
import type { ConnectionDoors } from '../../aws/doors.ts';
import { whatHappened, type AlarmSeen, type Happening, type WhatHappened } from './notices.ts';
import type { Looked } from './poller.ts';
import {
  depthNow,
  depthsAsked,
  depthsIn,
  queueSpells,
  type LettersQueue,
  type QueueSpells,
} from './queue-depths.ts';

interface LookParts {
  readonly doors: Pick<ConnectionDoors, 'alarms'>;
  readonly now: () => number;
  readonly isCurrent: () => boolean;
  /** Reads the charts that pages have open, by AWS's clock; returns how many calls that took. */
  readonly charts: (asOf: number) => Promise<number>;
  /** A person asked for it, so everything is read now. */
  readonly isAsked: boolean;
}

/** Looks once: at the alarms first, because their answer gives AWS's time, then at all figures together. */
export async function look(
  world: WatchedWorld,
  { doors, now, isCurrent, charts, isAsked }: LookParts,
): Promise<{ readonly became: Looked; readonly happened: readonly Happening[] }> {
  const named = world.names === null ? await learnNames(world, doors) : null;
  if (!isCurrent()) return nothing('done');
  if (named !== null) {
    world.failure = named;
    return nothing(isForNow(named) ? 'offline' : 'off');
  }
  const listed = await doors.alarms.list();
  if (!isCurrent()) return nothing('done');
  world.calls += listed.ok ? listed.value.calls : 1;
  if (!listed.ok && listed.failure.code === 'aws-unreachable') {
    world.failure = listed.failure;
    return nothing('offline');
  }
  const at = now();
  // A failed list gives no time, so the known difference to AWS's clock is kept.
  world.aheadMs = listed.ok ? listed.value.asOf - at : (world.aheadMs ?? 0);
  const asOf = at + world.aheadMs;
  const isDue = isAsked || areDepthsDue(world, listed.ok ? listed.value.alarms : undefined, asOf);
  const [depths, chartCalls] = await Promise.all([
    isDue ? readDepths(world, doors.alarms, asOf) : notDue,
    charts(asOf),
  ]);
  if (!isCurrent()) return nothing('done');
  world.calls += depths.calls + chartCalls;
  if (listed.ok) keepAlarms(world, listed.value);
  world.asOf = isDue && depths.failure === null ? asOf : world.asOf;
  world.failure = listed.ok ? depths.failure : listed.failure;
  if (world.failure === null) world.readAt = now();
  const happened = world.happened.since({
    asOf,
    alarms: listed.ok ? (world.alarms ?? undefined) : undefined,
    spells: depths.spells,
    queues: world.queues,
  });
  return { became: judgeLook(listed, depths.failure), happened };
}

function nothing(became: Looked): { readonly became: Looked; readonly happened: readonly [] } {
  return { became, happened: [] };
}

function judgeLook(listed: Result<unknown>, depths: Failure | null): Looked {
  const failures = [listed.ok ? null : listed.failure, depths].map((failure) => failure?.code);
  if (failures.includes('aws-unreachable')) return 'offline';
  // A person who may neither list alarms nor read figures will not be allowed to in a minute either.
  return failures.every((code) => code === 'read-denied') ? 'off' : 'done';
}

/**
 * A sandbox that did not open may open the next time; a connection without these names will not have them then either.
 */
function isForNow(failure: Failure): boolean {
  return failure.code === 'aws-unreachable' && failure.service === 'sandbox';
}

async function learnNames(world: WatchedWorld, { alarms }: LookParts['doors']): Promise<Failure | null> {
  const watched = await alarms.watched();
  if (!watched.ok) return watched.failure;
  const names = watched.value;
  world.names = names;
  world.queues = listWatchedQueues(names)
    .filter(({ isDeadLetters }) => isDeadLetters)
    .map(({ name }) => ({ name, place: placeOfQueue(name, names) }));
  return null;
}

function keepAlarms(world: WatchedWorld, { alarms, isAll, calls }: AlarmsListed): void {
  const { names } = world;
  if (names === null) return;
  world.alarms = alarms.map((alarm): AlarmSeen => ({ ...alarm, place: placeOfAlarm(alarm, names) }));
  world.isAll = isAll;
  world.alarmCalls = calls;
}

/** Holds what one person has seen of one world, from the first look to the last. */
export interface WatchedWorld {
  names: WatchedNames | null;
  queues: readonly LettersQueue[];
  alarms: readonly AlarmSeen[] | null;
  isAll: boolean;
  deadLetters: readonly QueueDepth[] | null;
  failure: Failure | null;
  /** This is the time by AWS's clock at which the figures of the last look end. */
  asOf: number | null;
  /** This is the time by this machine's clock at which a look last read alarms and figures. */
  readAt: number | null;
  /**
   * This is how far AWS's clock is ahead of this machine's by the last list; 0 if no list has succeeded yet, null
   * before the first look.
   */
  aheadMs: number | null;
  /** Counts the pages of the list of alarms. */
  alarmCalls: number;
  calls: number;
  readonly spells: Map<string, QueueSpells>;
  readonly happened: WhatHappened;
}

export function newWorld(): WatchedWorld {
  return {
    names: null,
    queues: [],
    alarms: null,
    isAll: false,
    deadLetters: null,
    failure: null,
    asOf: null,
    readAt: null,
    aheadMs: null,
    alarmCalls: 1,
    calls: 0,
    spells: new Map(),
    happened: whatHappened(),
  };
}

function getSpells(world: WatchedWorld, queue: string): QueueSpells {
  const known = world.spells.get(queue) ?? queueSpells();
  world.spells.set(queue, known);
  return known;
}

/** Sorts firing alarms first, then by name. */
export function shownAlarms({ alarms }: WatchedWorld): Monitor['alarms'] {
  if (alarms === null) return null;
  return alarms
    .map((seen): Alarm => {
      const { onFirst: _onFirst, ...alarm } = seen;
      return alarm;
    })
    .toSorted((one, other) => order(one.state) - order(other.state) || byName(one, other));
}

function order(state: string): number {
  return state === 'ALARM' ? 0 : 1;
}

function byName(
  { name: one }: { readonly name: string },
  { name: other }: { readonly name: string },
): number {
  return one < other ? -1 : Number(one > other);
}

interface DepthsRead {
  /** This is undefined where they could not be read. */
  readonly spells: ReadonlyMap<string, QueueSpells> | undefined;
  readonly failure: Failure | null;
  readonly calls: number;
}

const notDue: DepthsRead = { spells: undefined, failure: null, calls: 0 };

/**
 * Alarms are listed at every look, which is free, and figures are charged one by one. So the depths are read at once
 * when any alarm has changed, every two minutes while an alarm fires or a queue has none, and seldom while all is quiet.
 */
export const depthPaceMs = { quiet: 10 * 60_000, wrong: 2 * 60_000 } as const;

function areDepthsDue(
  world: WatchedWorld,
  alarms: readonly ListedAlarm[] | undefined,
  asOf: number,
): boolean {
  const { asOf: readTo, failure, alarms: before, queues } = world;
  if (readTo === null || failure !== null || alarms === undefined) return true;
  if (identifyStates(alarms) !== identifyStates(before ?? [])) return true;
  const isQuiet = alarms.every(({ state }) => state !== 'ALARM') && hasAlarms(alarms, queues);
  return asOf - readTo >= (isQuiet ? depthPaceMs.quiet : depthPaceMs.wrong);
}

function identifyStates(alarms: readonly Pick<ListedAlarm, 'name' | 'state' | 'since'>[]): string {
  return JSON.stringify(alarms.map(({ name, state, since }) => [name, state, since]));
}

/** Tells whether a first message in any of these queues would change an alarm. */
function hasAlarms(alarms: readonly ListedAlarm[], queues: readonly LettersQueue[]): boolean {
  const guarded = new Set(
    alarms.flatMap(({ metric, onFirst }) => (onFirst ? (metric?.dimensions['QueueName'] ?? []) : [])),
  );
  return queues.every(({ name }) => guarded.has(name));
}

/** Reads how full each dead-letter queue has been since they were read last. */
async function readDepths(
  world: WatchedWorld,
  alarms: Pick<QueueAlarms, 'metrics'>,
  asOf: number,
): Promise<DepthsRead> {
  const { queues } = world;
  const names = queues.map(({ name }) => name);
  const read = await alarms.metrics(depthsAsked(names, { asOf, last: world.asOf }));
  if (!read.ok) return { spells: undefined, failure: read.failure, calls: 1 };
  for (const queue of names) getSpells(world, queue).add(depthsIn(read.value, queue));
  world.deadLetters = queues.map((queue) =>
    depthNow(read.value, { queue, newest: getSpells(world, queue.name).newest(), asOf }),
  );
  return { spells: world.spells, failure: null, calls: read.value.calls };
}
