import type { Alarm, Notice, Place } from '#shared/contract/monitor.ts';
import { queueOfDepth } from '#shared/domain/monitor/place-of-alarm.ts';
import type { LettersQueue, QueueSpells, Spell } from './queue-depths.ts';

interface NoticeboardParts {
  /** Shows it on the desktop, where there is one and no window is in front; returns true if it was shown. */
  readonly notify: ((notice: Notice, onClick: () => void) => boolean) | undefined;
  readonly isOn: () => boolean;
  readonly clicked: (notice: Notice) => void;
}

/** Holds notices since the console was started, each once. */
interface Noticeboard {
  tell(happened: readonly Happening[]): void;
  all(): readonly Notice[];
  /** Drops notices of another connection or person. Their numbers are not given again. */
  clear(): void;
}

const mostKept = 50;
/** A storm of alarms is shown on the page, so that it does not fill the desktop. */
const mostOnDesktop = 4;

export function openNoticeboard({ notify, isOn, clicked }: NoticeboardParts): Noticeboard {
  let notices: readonly Notice[] = [];
  let number = 0;
  /** This is the last notice that was cleared; it may still be on the desktop. */
  let cleared = 0;

  function told(happening: Happening, place: number): Notice {
    number += 1;
    const notice: Notice = { number, ...happening, onDesktop: false };
    if (notify === undefined || !isOn() || place >= mostOnDesktop) return notice;
    const onClick = (): void => {
      if (notice.number > cleared) clicked(notice);
    };
    return { ...notice, onDesktop: notify(notice, onClick) };
  }

  return {
    tell(happened) {
      notices = [...notices, ...happened.map(told)].slice(-mostKept);
    },
    all: () => notices,
    clear() {
      notices = [];
      cleared = number;
    },
  };
}

export type Happening = Pick<Notice, 'kind' | 'at' | 'title' | 'says' | 'place'>;

export interface AlarmSeen extends Alarm {
  readonly onFirst: boolean;
}

/** Contains what two looks are compared by. A part is undefined if it could not be read this time. */
interface Sight {
  /** This is the time by AWS's clock at which the alarms were listed. */
  readonly asOf: number;
  readonly alarms: readonly AlarmSeen[] | undefined;
  readonly spells: ReadonlyMap<string, QueueSpells> | undefined;
  readonly queues: readonly LettersQueue[];
}

/** Finds what has happened between two looks, each thing once. The first look finds nothing. */
export interface WhatHappened {
  since(sight: Sight): Happening[];
}

/** The alarm on a queue's depth and the queue that is no longer empty count as one event when they are this close. */
const oneThingMs = 10 * 60_000;

export function whatHappened(): WhatHappened {
  /** Holds by name when each alarm last changed its state; undefined before the first list. */
  let before:
    | { readonly asOf: number; readonly states: ReadonlyMap<string, Pick<Alarm, 'state' | 'since'>> }
    | undefined;
  const watchedQueues = new Set<string>();
  /** Holds alarms that were reported before the figures that caused them arrived. */
  let untilFigures: readonly { readonly queue: string; readonly at: number }[] = [];

  function fired(alarms: readonly AlarmSeen[], asOf: number): AlarmSeen[] {
    const known = before;
    before = { asOf, states: new Map(alarms.map(({ name, state, since }) => [name, { state, since }])) };
    if (known === undefined) return [];
    return alarms.filter((alarm) => {
      const { name, state, since } = alarm;
      if (state !== 'ALARM') return false;
      const was = known.states.get(name);
      // An alarm that no list had may have fired for days: when there are too many to list, another moves up when one
      // ends.
      if (was === undefined) return parseSince(alarm) >= known.asOf;
      return was.state !== 'ALARM' || was.since !== since;
    });
  }

  function watch(spells: ReadonlyMap<string, QueueSpells>): void {
    for (const [queue, its] of spells) {
      if (watchedQueues.has(queue)) continue;
      watchedQueues.add(queue);
      for (const spell of its.all()) its.know(spell);
    }
  }

  /** Marks the spell that an alarm has already reported. The next spell is a new event, however soon it comes. */
  function knowTold(spells: ReadonlyMap<string, QueueSpells>): void {
    untilFigures = untilFigures.filter(({ queue, at }) => {
      const its = spells.get(queue);
      if (its === undefined) return true;
      const spell = spellAt(its, at);
      if (spell !== undefined) its.know(spell);
      const [newest = 0] = its.newest() ?? [];
      return spell === undefined && newest <= at + oneThingMs;
    });
  }

  return {
    since({ asOf, alarms, spells, queues }) {
      const happened: Happening[] = [];
      if (spells !== undefined) watch(spells);
      for (const alarm of alarms === undefined ? [] : fired(alarms, asOf)) {
        const queue = queueOfDepth(alarm.metric);
        if (isKnownSpell(alarm, queue === null ? undefined : spells?.get(queue))) continue;
        happened.push(ofAlarm(alarm));
        if (queue === null || !watchedQueues.has(queue)) continue;
        untilFigures = [...untilFigures, { queue, at: parseSince(alarm) }];
      }
      if (spells !== undefined) knowTold(spells);
      for (const queue of queues) {
        const its = spells?.get(queue.name);
        if (its === undefined) continue;
        for (const spell of its.all()) {
          if (its.isKnown(spell)) continue;
          its.know(spell);
          happened.push(ofQueue(queue, spell));
        }
      }
      return happened.toSorted((one, other) => (one.at < other.at ? -1 : Number(one.at > other.at)));
    },
  };
}

/** Tells whether the alarm only repeats a queue that was already reported, or that was not empty at the first look. */
function isKnownSpell(alarm: AlarmSeen, spells: QueueSpells | undefined): boolean {
  const at = parseSince(alarm);
  const spell = spells && spellAt(spells, at);
  if (spell === undefined || spells?.isKnown(spell) !== true) return false;
  return alarm.onFirst || Math.abs(spell.from - at) <= oneThingMs;
}

/** The cause of an alarm begins before it; it seems to begin after only when its first figures are late. */
function spellAt(spells: QueueSpells, at: number): Spell | undefined {
  const near = spells.all().filter(({ from, to }) => from <= at + oneThingMs && to >= at - oneThingMs);
  return near.findLast(({ from }) => from <= at) ?? near[0];
}

function parseSince({ since }: Alarm): number {
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

function ofQueue({ name, place }: LettersQueue, { from, depth }: Spell): Happening {
  return {
    kind: 'dead-letters',
    at: new Date(from).toISOString(),
    title: `Dead letters in ${name}`,
    says: `${depth === 1 ? '1 message' : `${depth} messages`} in a queue that was empty.`,
    place,
  };
}

export interface Opened {
  readonly number: number;
  /** This is when it was clicked. */
  readonly at: string;
  readonly place: Place;
}

/**
 * Passes on where clicked notifications lead. One that no page has followed yet waits for the first page that opens.
 */
interface OpenedNotices {
  open(notice: Notice): void;
  watch(emit: (opened: Opened | null) => void): () => void;
  clear(): void;
}

export function openedNotices(now: () => number): OpenedNotices {
  const pages = new Set<(opened: Opened | null) => void>();
  let waiting: { readonly opened: Opened; readonly until: number } | undefined;

  return {
    open({ number, place }) {
      const at = now();
      const opened = { number, at: new Date(at).toISOString(), place };
      waiting = pages.size > 0 ? undefined : { opened, until: at + patienceMs };
      for (const emit of pages) emit(opened);
    },
    watch(emit) {
      pages.add(emit);
      const first = waiting !== undefined && waiting.until > now() ? waiting.opened : null;
      waiting = undefined;
      emit(first);
      return () => void pages.delete(emit);
    },
    clear() {
      waiting = undefined;
    },
  };
}

/** A window takes a moment to open; a page that opens later was opened for something else. */
const patienceMs = 60_000;
