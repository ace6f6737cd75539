import { namesByConvention } from '#shared/domain/naming-convention.ts';
import {
  configurationItem,
  stateUpdateItem,
  type HistoryItem,
} from '../../aws/cloudwatch/alarms/alarm-history.ts';
import type { Alarm, AlarmSettings, AlarmState } from '../../aws/cloudwatch/alarms/alarm.ts';
import { alarmHistory, alarms } from '../../aws/cloudwatch/told-metrics.ts';
import { Later, type Told } from '../../journal/told.ts';
import { extractionAlarms } from '../../pipelines/extraction/alarms.ts';
import { once } from './once.ts';
import { statesOver, type StateSince } from './told-alarms/states-over.ts';
import { seriesOfWeeks, stateMachineArn, weeksTold } from './told-metrics.ts';
import type { Weeks, WeeksFacts } from './weeks.ts';
import type { ToldSeries } from './told-metrics/told-series.ts';

/** The alarms, put a fortnight ago, their states, and what became of them since: by the metrics that are told. */
export function toldAlarms(facts: WeeksFacts, weeks: () => Weeks): Told {
  const all = once(() => alarmsOfWeeks(facts, weeks));
  return new Map<string, () => Iterable<readonly [string, unknown]>>([
    [
      alarms,
      () =>
        putOnes(facts).map((settings, place) => [
          settings.AlarmName,
          // Its state takes all that ever happened to it.
          new Later(() => ({ ...all()[place]?.alarm }), { settings }),
        ]),
    ],
    [
      alarmHistory,
      () =>
        all()
          .flatMap(({ history }) => history)
          .toSorted((one, other) => one.time - other.time)
          .map((item, index) => [String(index + 1).padStart(12, '0'), item]),
    ],
  ]);
}

interface ToldAlarm {
  readonly alarm: Alarm;
  readonly history: readonly HistoryItem[];
}

function alarmsOfWeeks(facts: WeeksFacts, weeks: () => Weeks): ToldAlarm[] {
  const { region, account, anchor } = facts;
  const series = seriesOfWeeks(facts, weeks);
  const since = anchor - weeksTold;
  return putOnes(facts).map((settings) => {
    const arn = `arn:aws:cloudwatch:${region}:${account}:alarm:${settings.AlarmName}`;
    const watched = series.find((one) => isWatchedBy(settings, one));
    const states = [{ at: since, state: unchecked }, ...statesOver(settings, watched, since, anchor)];
    return toldAlarm({ arn, settings, configuredAt: since, tags: [] }, states);
  });
}

/** As the pipeline puts them. */
function putOnes(facts: WeeksFacts): AlarmSettings[] {
  return extractionAlarms(namesByConvention('sandbox'), stateMachineArn(facts)).map(settingsOf);
}

function toldAlarm(
  fixed: Pick<Alarm, 'arn' | 'settings' | 'configuredAt' | 'tags'>,
  states: readonly StateSince[],
): ToldAlarm {
  const then = states.map(({ at, state }): Alarm => ({
    ...fixed,
    state,
    stateUpdatedAt: at,
    stateChangedAt: at,
  }));
  const history = then.map((alarm, index) => {
    const before = then[index - 1];
    return before
      ? stateUpdateItem(before, before.state, alarm.state, alarm.stateChangedAt)
      : configurationItem(alarm, 'Create', alarm.configuredAt);
  });
  const alarm = then.at(-1);
  if (!alarm) throw new Error('An alarm has a state from the beginning');
  return { alarm, history };
}

/** As PutMetricAlarm leaves it. */
const unchecked: AlarmState = {
  StateValue: 'INSUFFICIENT_DATA',
  StateReason: 'Unchecked: Initial alarm creation',
};

function settingsOf(put: ReturnType<typeof extractionAlarms>[number]): AlarmSettings {
  const settings = {
    Dimensions: [],
    OKActions: [],
    AlarmActions: [],
    InsufficientDataActions: [],
    ActionsEnabled: true,
    ...put,
  };
  // The SDK's type leaves open what the engine has checked.
  return settings as unknown as AlarmSettings;
}

function isWatchedBy(settings: AlarmSettings, { namespace, name, dimensions }: ToldSeries): boolean {
  return (
    namespace === settings.Namespace &&
    name === settings.MetricName &&
    settings.Dimensions.length === Object.keys(dimensions).length &&
    settings.Dimensions.every(({ Name, Value }) => dimensions[Name] === Value)
  );
}
