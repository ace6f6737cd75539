import type { Alarm, Place } from '#shared/contract/monitor/alarms.ts';
import type { Monitor } from '#shared/contract/monitor/poller.ts';
import { grouped } from '#shared/domain/grouped-number.ts';
import type { Seen } from '../reading/seen.ts';
import type { Me } from '../reading/use-me.ts';

/** Its desk; for who is not let in there, what is told of it on Monitor. */
export function placeFor(
  { seesQueues, mayReview }: Me,
  { name, place }: Pick<Alarm, 'name' | 'place'>,
): Place {
  const isShut = (place.desk === 'dead-letters' && !seesQueues) || (place.desk === 'review' && !mayReview);
  return isShut ? { desk: 'monitor', group: null, alarm: name } : place;
}

/** Why what is shown of alarms is old, or nothing is; null where all is well. */
export function alarmTrouble({ monitor, monitorFailure }: Seen): string | null {
  if (monitor === undefined) return monitorFailure?.message ?? null;
  const { state, why } = monitor.poller;
  if (state === 'off') return why ?? 'Nobody looks at alarms on this connection.';
  if (state === 'offline') {
    const shown = monitor.alarms === null ? '' : ' What was seen before is shown.';
    return `${monitor.failure ?? why ?? 'AWS could not be reached.'}${shown}`;
  }
  return monitor.failure;
}

/** "3 more do not say OK. 22 are quiet." */
export function quietWords(alarms: NonNullable<Monitor['alarms']>, shown: number, isAll: boolean): string {
  const quiet = alarms.filter(({ state }) => state === 'OK').length;
  const hidden = alarms.length - quiet - shown;
  const beyond = hidden > 0 ? `${grouped(hidden)} more do not say OK. ` : '';
  const notAll = isAll ? '' : ' Not all alarms were listed.';
  if (alarms.length === 0) return `No alarm is defined.${notAll}`;
  if (quiet === alarms.length) {
    return `${quiet === 1 ? 'The one alarm is' : `All ${grouped(quiet)} are`} quiet.${notAll}`;
  }
  return `${beyond}${grouped(quiet)} ${quiet === 1 ? 'is' : 'are'} quiet.${notAll}`;
}
