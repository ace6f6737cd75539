import type { Alarm } from '#shared/contract/monitor/alarms.ts';
import type { Failure } from '#shared/contract/result.ts';
import type { Monitor, QueueDepth } from '#shared/contract/monitor/poller.ts';
import type { WatchedNames } from '#shared/domain/monitor/watched-names.ts';
import type { LettersQueue } from './dead-letter-depths.ts';
import { queueSpells, type QueueSpells } from './queue-spells.ts';
import { whatHappened, type AlarmSeen, type WhatHappened } from './what-happened.ts';

/** What was seen of one world by one person, from the first look to the last. */
export interface WatchedWorld {
  names: WatchedNames | null;
  queues: readonly LettersQueue[];
  alarms: readonly AlarmSeen[] | null;
  isAll: boolean;
  deadLetters: readonly QueueDepth[] | null;
  failure: Failure | null;
  /** By AWS's clock, when the figures of the last look end. */
  asOf: number | null;
  /** By this machine's clock, when a look last read alarms and figures. */
  readAt: number | null;
  /** How far AWS's clock is before this machine's, by its last list; 0 where none has come yet, null before the first. */
  aheadMs: number | null;
  /** Pages of the list of alarms. */
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

export function spellsOf(world: WatchedWorld, queue: string): QueueSpells {
  const known = world.spells.get(queue) ?? queueSpells();
  world.spells.set(queue, known);
  return known;
}

/** Those that fire first, then by name. */
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
