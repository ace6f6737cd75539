import { namesByConvention } from '#shared/domain/pipeline-names.ts';
import { getPeriodMs, type Alarm, type AlarmSettings } from '../../aws/cloudwatch/alarm.ts';
import { Alarms } from '../../aws/cloudwatch/alarms.ts';
import { MetricStore } from '../../aws/cloudwatch/metric-store.ts';
import {
  alarmHistory,
  alarms,
  namePastPointsCollection,
  series,
  type PastRun,
} from '../../aws/cloudwatch/past-metrics.ts';
import type { Store } from '../../journal/store.ts';
import { Later, type Tell, type Told } from '../../journal/told.ts';
import { pipelineAlarms } from '#pipelines/alarms.ts';
import { once } from './lazy-telling.ts';
import type { MetricSeries } from './metric-series.ts';
import { listSeries, stateMachineArn, toStoredSeries, weeksTold } from './metrics.ts';
import { stillWorld } from './still-world.ts';
import type { Weeks, WeeksFacts } from './weeks.ts';

/** The alarms, put a fortnight ago, their states, and what became of them since: by the metrics that are told. */
export function tellAlarms(facts: WeeksFacts, weeks: () => Weeks): Told {
  const ended = once(() => liveThroughWeeks(facts, weeks));
  return new Map<string, Tell>([
    [
      alarms,
      () =>
        listSettings(facts).map((settings) => [
          settings.AlarmName,
          // Its state takes all that ever happened to it.
          new Later(() => ({ ...ended().collection<Alarm>(alarms).get(settings.AlarmName) }), { settings }),
        ]),
    ],
    [alarmHistory, () => ended().collection(alarmHistory).entries()],
  ]);
}

const minuteMs = 60_000;

/** Puts the alarms into a world that has only their metrics, and has CloudWatch evaluate them until the anchor. */
function liveThroughWeeks(facts: WeeksFacts, weeks: () => Weeks): Store {
  const since = facts.anchor - weeksTold;
  const watched = listSettings(facts).map((settings): Watched => {
    const found = listSeries(facts, weeks).find((one) => isWatchedBy(settings, one));
    return { settings, found, runs: found?.runs(minuteMs, since, facts.anchor) ?? [] };
  });
  let now = since;
  const world = stillWorld(facts, {
    clock: { now: () => now },
    told: new Map<string, Tell>([
      [
        series,
        () =>
          watched.flatMap(({ found }, place) =>
            found ? [[String(place + 1), toStoredSeries(found, facts.anchor)] as const] : [],
          ),
      ],
      ...watched.map(({ runs }, place): [string, Tell] => [
        namePastPointsCollection(String(place + 1)),
        () => [[String(minuteMs), runs]],
      ]),
    ]),
  });
  const engine = new Alarms(world, new MetricStore(world.store), () => undefined);
  for (const { settings } of watched) engine.put(settings, []);
  const times = new Set([since + minuteMs, ...watched.flatMap(listEvaluationTimes)]);
  for (now of [...times]
    .filter((at) => at > since && at <= facts.anchor)
    .toSorted((one, other) => one - other)) {
    engine.evaluate(now);
  }
  return world.store;
}

interface Watched {
  readonly settings: AlarmSettings;
  readonly found: MetricSeries | undefined;
  readonly runs: readonly PastRun[];
}

/**
 * Where no minute began or ended in the evaluated range, the decision is that of a minute ago. Missing data is no alarm
 * here, so a minute that adds nothing to one is like a missing one.
 */
function listEvaluationTimes({ settings, runs }: Watched): number[] {
  // CloudWatch looks back further than it needs; the engine by two periods.
  const minutes = ((settings.EvaluationPeriods + 2) * getPeriodMs(settings)) / minuteMs;
  const reaches = settings.Statistic === 'Maximum' ? settings.Threshold : 0;
  return runs
    .filter(([_start, _steps, _count, _sum, _least, most]) => most > reaches)
    .flatMap(([start, steps]) => [start, start + steps * minuteMs])
    .flatMap((edge) => Array.from({ length: minutes + 1 }, (_, after) => edge + (after + 1) * minuteMs));
}

/** Returns the settings as the pipeline puts them. */
function listSettings(facts: WeeksFacts): AlarmSettings[] {
  return pipelineAlarms(namesByConvention('sandbox'), stateMachineArn(facts)).map((put) => {
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
  });
}

function isWatchedBy(settings: AlarmSettings, { namespace, name, dimensions }: MetricSeries): boolean {
  return (
    namespace === settings.Namespace &&
    name === settings.MetricName &&
    settings.Dimensions.length === Object.keys(dimensions).length &&
    settings.Dimensions.every(({ Name, Value }) => dimensions[Name] === Value)
  );
}
