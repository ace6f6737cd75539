import type { Charts } from '#shared/contract/monitor/charts.ts';
import type { Monitor } from '#shared/contract/monitor/poller.ts';
import { relativeWords } from '#renderer/ui/relative-time/relative-words.ts';

/** Why the last look did not read everything, or why there is none; null where all is well. */
export function lookTrouble({ failure, poller }: Pick<Monitor, 'failure' | 'poller'>): string | null {
  return failure ?? (poller.state === 'off' ? poller.why : null);
}

/** What is missing after a look is not on its way: only another look may bring it. */
export function wasLooked(monitor: Monitor | undefined): boolean {
  return monitor !== undefined && monitor.poller.looks > 0;
}

/** Beside the trouble: what is shown all the same, how old that is, and what comes next. */
export function shownWords(monitor: Monitor | undefined, charts: Charts | undefined, now: number): string {
  const next =
    monitor?.poller.state === 'off'
      ? 'it is not tried again until you look.'
      : 'it is tried again at the usual pace.';
  if (monitor === undefined || (monitor.alarms === null && monitor.deadLetters === null)) {
    return `Nothing was read; ${next}`;
  }
  const age = ageOf(monitor, charts);
  const when = age === null ? '' : `, and all of it was last read ${relativeWords(Math.min(age, now), now)}`;
  return `What was read last is shown${when}; ${next}`;
}

/** Not of the last look: that one has failed. */
function ageOf(monitor: Monitor, charts: Charts | undefined): number | null {
  const times = [monitor.readAt, lookTrouble(monitor) === null ? (charts?.readAt ?? null) : null];
  const known = times.flatMap((at) => (at === null ? [] : [Date.parse(at)]));
  return known.length === 0 ? null : Math.min(...known);
}
