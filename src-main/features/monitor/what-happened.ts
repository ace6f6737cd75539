import type { Alarm, Place } from '#shared/contract/monitor/alarms.ts';
import type { Notice } from '#shared/contract/monitor/poller.ts';
import type { QueueSpells, Spell } from './queue-spells.ts';

export type Happening = Pick<Notice, 'kind' | 'at' | 'title' | 'says' | 'place'>;

export interface AlarmSeen extends Alarm {
  readonly onFirst: boolean;
}

/** Finds what has happened between two looks, each thing once. Its first look finds nothing. */
export interface WhatHappened {
  /** Undefined: they could not be read this time. */
  since(
    alarms: readonly AlarmSeen[] | undefined,
    queues: ReadonlyMap<string, QueueSpells> | undefined,
  ): Happening[];
}

/** The alarm on a queue's depth and the queue that is not empty any more are one thing where they lie so near. */
const oneThingMs = 10 * 60_000;

export function whatHappened(): WhatHappened {
  /** By name, when each last came into its state; undefined before the first list. */
  let before: ReadonlyMap<string, Pick<Alarm, 'state' | 'since'>> | undefined;
  const watchedQueues = new Set<string>();
  /** Told by its alarm before any figure of it had come. */
  const toldByAlarm: { readonly queue: string; readonly at: number }[] = [];

  function fired(alarms: readonly AlarmSeen[]): AlarmSeen[] {
    const known = before;
    before = new Map(alarms.map(({ name, state, since }) => [name, { state, since }]));
    if (known === undefined) return [];
    return alarms.filter(({ name, state, since }) => {
      if (state !== 'ALARM') return false;
      const was = known.get(name);
      return was?.state !== 'ALARM' || was.since !== since;
    });
  }

  return {
    since(alarms, queues) {
      const happened: Happening[] = [];
      for (const [queue, spells] of queues ?? []) {
        if (watchedQueues.has(queue)) continue;
        watchedQueues.add(queue);
        for (const spell of spells.all()) spells.know(spell);
      }
      for (const alarm of alarms === undefined ? [] : fired(alarms)) {
        const queue = queueWatchedBy(alarm);
        const spells = queue === null ? undefined : queues?.get(queue);
        if (isKnownSpell(alarm, spells)) continue;
        happened.push(ofAlarm(alarm));
        if (queue !== null) toldByAlarm.push({ queue, at: timeOf(alarm) });
      }
      for (const [queue, spells] of queues ?? []) {
        for (const spell of spells.all()) {
          if (spells.isKnown(spell)) continue;
          spells.know(spell);
          const isTold = toldByAlarm.some((one) => one.queue === queue && isNear(spell, one.at));
          if (!isTold) happened.push(ofQueue(queue, spell));
        }
      }
      return happened.toSorted((one, other) => (one.at < other.at ? -1 : Number(one.at > other.at)));
    },
  };
}

/** Whether it is only another word for a queue that somebody was told of, or that was not empty when this began. */
function isKnownSpell(alarm: AlarmSeen, spells: QueueSpells | undefined): boolean {
  const at = timeOf(alarm);
  const spell = spells?.all().findLast((one) => one.from <= at + oneThingMs && one.to >= at - oneThingMs);
  if (spell === undefined || spells?.isKnown(spell) !== true) return false;
  return alarm.onFirst || Math.abs(spell.from - at) <= oneThingMs;
}

function isNear({ from, to }: Spell, at: number): boolean {
  return from - oneThingMs <= at && at <= Math.max(to, from + oneThingMs);
}

function queueWatchedBy({ metric }: Alarm): string | null {
  const isDepth = metric?.namespace === 'AWS/SQS' && metric.name === 'ApproximateNumberOfMessagesVisible';
  return isDepth ? (metric.dimensions['QueueName'] ?? null) : null;
}

function timeOf({ since }: Alarm): number {
  return since === null ? 0 : Date.parse(since);
}

function ofAlarm({ name, description, reason, since, place }: AlarmSeen): Happening {
  return {
    kind: 'alarm',
    at: since ?? new Date(0).toISOString(),
    title: `Alarm: ${name}`,
    says: description ?? reason ?? 'CloudWatch gives no reason.',
    place,
  };
}

function ofQueue(queue: string, { from, depth }: Spell): Happening {
  const place: Place = { desk: 'dead-letters', queue };
  return {
    kind: 'dead-letters',
    at: new Date(from).toISOString(),
    title: `Dead letters in ${queue}`,
    says: `${depth === 1 ? '1 message' : `${depth} messages`} in a queue that was empty.`,
    place,
  };
}
