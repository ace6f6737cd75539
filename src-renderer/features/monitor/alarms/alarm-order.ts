import type { Alarm } from '#shared/contract/monitor/alarms.ts';

/** What fires first, newest of all; then what nobody knows of; then by name. */
export function inOrder(alarms: readonly Alarm[]): readonly Alarm[] {
  return alarms.toSorted(
    (one, other) =>
      rank[one.state] - rank[other.state] ||
      (one.state === 'ALARM' ? sinceOf(other) - sinceOf(one) : 0) ||
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

function sinceOf({ since }: Alarm): number {
  return Date.parse(since ?? '') || 0;
}

const rank = { ALARM: 0, INSUFFICIENT_DATA: 1, OK: 2 } as const;
