import type { RibbonTone } from '#renderer/ui/state-ribbon.tsx';
import type { GlyphName } from '#renderer/ui/status.tsx';
import type { Alarm, AlarmChange, AlarmState, Place } from '#shared/contract/monitor.ts';

interface AlarmLook {
  readonly glyph: GlyphName;
  /** The state as the CloudWatch console spells it. */
  readonly word: string;
  readonly tone: RibbonTone;
}

export const alarmLooks: Readonly<Record<AlarmState, AlarmLook>> = {
  ALARM: { glyph: 'failed', word: 'In alarm', tone: 'bad' },
  INSUFFICIENT_DATA: { glyph: 'queued', word: 'Too little data', tone: 'silent' },
  OK: { glyph: 'succeeded', word: 'OK', tone: 'good' },
};

/** Returns the desk that can act on an alarm; null if there is none. */
export function findStep({ name, place }: Pick<Alarm, 'name' | 'place'>): Place | null {
  return place.desk === 'monitor' && place.alarm === name ? null : place;
}

/** Sorts firing alarms first, the newest of them on top, then unknown ones, then by name. */
export function sortAlarms(alarms: readonly Alarm[]): readonly Alarm[] {
  return alarms.toSorted(
    (one, other) =>
      rank[one.state] - rank[other.state] ||
      (one.state === 'ALARM' ? readSince(other) - readSince(one) : 0) ||
      one.name.localeCompare(other.name),
  );
}

/** The words of the filter, and how many matches the list shows at most. */
export interface AlarmFilter {
  readonly words: string;
  readonly most: number;
}

export const alarmsAPage = 100;
export const everyAlarm: AlarmFilter = { words: '', most: alarmsAPage };

/** Matches the description and the watched resource too. */
export function filterAlarms(alarms: readonly Alarm[], words: string): readonly Alarm[] {
  const wanted = words.trim().toLowerCase();
  if (wanted === '') return alarms;
  return alarms.filter(({ name, description, metric }) =>
    [name, description ?? '', metric?.name ?? '', ...Object.values(metric?.dimensions ?? {})].some((text) =>
      text.toLowerCase().includes(wanted),
    ),
  );
}

function readSince({ since }: Alarm): number {
  return Date.parse(since ?? '') || 0;
}

const rank = { ALARM: 0, INSUFFICIENT_DATA: 1, OK: 2 } as const;

export interface StateStretch {
  readonly from: number;
  readonly to: number;
  /** Null for the time before the first known state. */
  readonly state: AlarmState | null;
}

interface Over {
  readonly from: number;
  readonly to: number;
  /** True if there is no older change left to read. */
  readonly isWhole: boolean;
}

/**
 * Computes the states over time from the changes (newest first) and the present state. The oldest stretch
 * comes first.
 */
export function listAlarmStates(
  { state, since }: Pick<Alarm, 'state' | 'since'>,
  changes: readonly AlarmChange[],
  { from, to, isWhole }: Over,
): readonly StateStretch[] {
  const turns = changes
    .flatMap((change) =>
      change.kind === 'state' && change.to !== null
        ? [{ at: Date.parse(change.at), before: change.from, after: change.to }]
        : [],
    )
    .toSorted((one, other) => one.at - other.at);
  const marks = [
    findStart(turns.at(0), { state, since }, { from, to, isWhole }),
    ...turns.map(({ at, after }) => ({ at, state: after })),
  ];
  const stretches = marks.map(({ at, state: was }, index) => ({
    from: Math.max(from, at),
    to: Math.min(to, marks[index + 1]?.at ?? to),
    state: was,
  }));
  const first = stretches[0]?.from ?? to;
  return [{ from, to: Math.max(from, first), state: null }, ...stretches].filter((one) => one.to > one.from);
}

interface Turn {
  readonly at: number;
  readonly before: AlarmState | null;
}

/**
 * Before the first known change the alarm had the old state of that change, as far back as history is kept.
 */
function findStart(
  first: Turn | undefined,
  { state, since }: Pick<Alarm, 'state' | 'since'>,
  { from, to, isWhole }: Over,
): { readonly at: number; readonly state: AlarmState | null } {
  if (first !== undefined) return { at: isWhole ? from : first.at, state: first.before };
  // The state before is unknown, because the history may be shorter than the alarm is old.
  const at = Date.parse(since ?? '');
  if (!Number.isNaN(at)) return { at, state };
  return { at: isWhole ? from : to, state };
}

/** Counts how often the alarm fired in these stretches, and for how long in total. */
export function sumFiring(stretches: readonly StateStretch[]): {
  readonly times: number;
  readonly ms: number;
} {
  const firing = stretches.filter(({ state }) => state === 'ALARM');
  return { times: firing.length, ms: firing.reduce((sum, { from, to }) => sum + to - from, 0) };
}
