import type { Alarm, AlarmChange, AlarmState } from '#shared/contract/monitor/alarms.ts';

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
  const known = turns.at(0)?.at ?? Date.parse(since ?? '');
  const marks = [
    // What it was before its first known change, as that says; as far back as anything is kept.
    {
      at: isWhole ? from : Number.isNaN(known) ? to : known,
      state: turns.at(0)?.before ?? (turns.length === 0 ? state : null),
    },
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

/** How often it began to fire in these, and for how long it did in all. */
export function firingOver(stretches: readonly StateStretch[]): {
  readonly times: number;
  readonly ms: number;
} {
  const firing = stretches.filter(({ state }) => state === 'ALARM');
  return { times: firing.length, ms: firing.reduce((sum, { from, to }) => sum + to - from, 0) };
}
