import type { RibbonTone } from '#renderer/ui/state-ribbon.tsx';
import type { GlyphName } from '#renderer/ui/status.tsx';
import type { Alarm, AlarmChange, AlarmState, Place } from '#shared/contract/monitor.ts';

interface AlarmLook {
  readonly glyph: GlyphName;
  /** As CloudWatch's console says it. */
  readonly word: string;
  readonly tone: RibbonTone;
}

export const alarmLooks: Readonly<Record<AlarmState, AlarmLook>> = {
  ALARM: { glyph: 'failed', word: 'In alarm', tone: 'bad' },
  INSUFFICIENT_DATA: { glyph: 'queued', word: 'Too little data', tone: 'silent' },
  OK: { glyph: 'succeeded', word: 'OK', tone: 'good' },
};

/** The one step that an alarm leads to; null where no desk is for it, and it leads to itself. */
export function findStep({ name, place }: Pick<Alarm, 'name' | 'place'>): Place | null {
  return place.desk === 'monitor' && place.alarm === name ? null : place;
}

/** What fires first, newest of all; then what nobody knows of; then by name. */
export function inOrder(alarms: readonly Alarm[]): readonly Alarm[] {
  return alarms.toSorted(
    (one, other) =>
      rank[one.state] - rank[other.state] ||
      (one.state === 'ALARM' ? readSince(other) - readSince(one) : 0) ||
      one.name.localeCompare(other.name),
  );
}

/** What the list shows of them: those that the words match, and at most so many. */
export interface AlarmFilter {
  readonly words: string;
  readonly most: number;
}

export const alarmsAPage = 100;
export const everyAlarm: AlarmFilter = { words: '', most: alarmsAPage };

/** Also by what it says and watches. */
export function matching(alarms: readonly Alarm[], words: string): readonly Alarm[] {
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
  /** Null: before what is known of it. */
  readonly state: AlarmState | null;
}

interface Over {
  readonly from: number;
  readonly to: number;
  /** Whether nothing older than what was read is left. */
  readonly isWhole: boolean;
}

/** How it stood, from its changes (the newest first) and how it stands now; the oldest stretch first. */
export function alarmStatesOver(
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
    begins(turns.at(0), { state, since }, { from, to, isWhole }),
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

/** Before its first known change it was what that says, as far back as anything is kept. */
function begins(
  first: Turn | undefined,
  { state, since }: Pick<Alarm, 'state' | 'since'>,
  { from, to, isWhole }: Over,
): { readonly at: number; readonly state: AlarmState | null } {
  if (first !== undefined) return { at: isWhole ? from : first.at, state: first.before };
  // Nothing tells what it was before: its history may be shorter than the alarm is old.
  const at = Date.parse(since ?? '');
  if (!Number.isNaN(at)) return { at, state };
  return { at: isWhole ? from : to, state };
}

/** How often it began to fire in these, and for how long it did in all. */
export function firingOver(stretches: readonly StateStretch[]): {
  readonly times: number;
  readonly ms: number;
} {
  const firing = stretches.filter(({ state }) => state === 'ALARM');
  return { times: firing.length, ms: firing.reduce((sum, { from, to }) => sum + to - from, 0) };
}
