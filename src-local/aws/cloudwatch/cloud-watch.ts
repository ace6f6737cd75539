import type { World } from '../../world/world.ts';
import { jsonService, type JsonService } from '../protocol/operation.ts';
import { Alarms } from './alarms/alarms.ts';
import { refuse } from './cloud-watch-errors.ts';
import { MetricStore } from './metrics/metric-store.ts';
import { minuteTick, type MinuteTick } from './minute-tick.ts';
import {
  deleteAlarms,
  disableAlarmActions,
  enableAlarmActions,
  setAlarmState,
} from './operations/change-alarms.ts';
import { describeAlarmHistory } from './operations/describe-alarm-history.ts';
import { describeAlarms, describeAlarmsForMetric } from './operations/describe-alarms.ts';
import { getMetricData } from './operations/get-metric-data.ts';
import { getMetricStatistics } from './operations/get-metric-statistics.ts';
import { listMetrics } from './operations/list-metrics.ts';
import { putMetricAlarm } from './operations/put-metric-alarm.ts';
import { putMetricData } from './operations/put-metric-data.ts';
import { listTagsForResource, tagResource, untagResource } from './operations/tags.ts';

/** Metrics and alarms. https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/Welcome.html */
export function cloudWatch(world: World): JsonService {
  const metrics = new MetricStore(world.store);
  const alarms: Alarms = new Alarms(world, metrics, () => tick.wake());
  const tick: MinuteTick = minuteTick(world, metrics, alarms);
  return jsonService({
    name: 'cloudwatch',
    target: 'GraniteServiceVersion20100801',
    jsonVersion: '1.0',
    engine: { world, metrics, alarms, tick },
    operations: [
      putMetricData,
      getMetricData,
      getMetricStatistics,
      listMetrics,
      putMetricAlarm,
      describeAlarms,
      describeAlarmsForMetric,
      describeAlarmHistory,
      setAlarmState,
      deleteAlarms,
      enableAlarmActions,
      disableAlarmActions,
      tagResource,
      untagResource,
      listTagsForResource,
    ],
    refuse,
  });
}
