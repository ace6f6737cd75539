import {
  periodOf,
  treatmentOf,
  type AlarmSettings,
  type AlarmState,
} from '../../../aws/cloudwatch/alarms/alarm.ts';
import { comparisonWith, decideState } from '../../../aws/cloudwatch/alarms/decide-state.ts';
import { stateWithReason } from '../../../aws/cloudwatch/alarms/state-reason.ts';
import type { ToldSeries } from '../told-metrics/told-series.ts';
import { minuteMs, minutesOf, pointOf, type Minutes } from './minutes-of.ts';

export interface StateSince {
  readonly at: number;
  readonly state: AlarmState;
}

/** CloudWatch looks back further than it needs; the engine by two periods. */
const furtherBack = 2;

/** Each state that an alarm came into in [from, until), as the engine would have decided it, minute by minute. */
export function statesOver(
  settings: AlarmSettings,
  series: ToldSeries | undefined,
  from: number,
  until: number,
): StateSince[] {
  const periods = settings.EvaluationPeriods;
  const period = periodOf(settings);
  const minutes = minutesOf(series, from, until);
  const criteria = {
    evaluationPeriods: periods,
    datapointsToAlarm: settings.DatapointsToAlarm ?? periods,
    treatMissingData: treatmentOf(settings),
    breaches: comparisonWith(settings.ComparisonOperator, settings.Threshold),
  };
  const looksBack = (periods + furtherBack) * period;
  // Where missing data is no alarm, a minute that adds nothing to one is like a missing one.
  const reaches = settings.Statistic === 'Maximum' ? settings.Threshold : 0;
  const telling =
    criteria.treatMissingData === 'notBreaching' ? minutes.filter(({ most }) => most > reaches) : minutes;
  const states: StateSince[] = [];
  for (const now of momentsToLook(telling, looksBack, from, until)) {
    const range = Array.from({ length: periods + furtherBack }, (_, back) =>
      pointOf(minutes, settings, now - (back + 1) * period, period),
    );
    const verdict = decideState(range, criteria);
    const before = states.at(-1)?.state.StateValue ?? 'INSUFFICIENT_DATA';
    if (verdict.state === undefined || verdict.state === before) continue;
    states.push({ at: now, state: stateWithReason(verdict.state, verdict, settings, now, now) });
  }
  return states;
}

/** Where nothing has begun or ended since as far as it looks back, it would decide as it did a minute ago. */
function momentsToLook(minutes: Minutes, looksBack: number, from: number, until: number): number[] {
  const moments = new Set<number>([from + minuteMs]);
  for (const { start, end } of minutes) {
    for (const edge of [start, end]) {
      for (let at = edge; at <= edge + looksBack; at += minuteMs) moments.add(at + minuteMs);
    }
  }
  return [...moments].filter((at) => at > from && at <= until).toSorted((one, other) => one - other);
}
