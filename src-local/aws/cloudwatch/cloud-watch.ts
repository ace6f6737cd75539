import type { World } from '../../world/world.ts';
import { jsonService, type JsonService } from '../protocol/operation.ts';
import { Alarms } from './alarms.ts';
import { refuse } from './cloud-watch-errors.ts';
import { MetricStore } from './metric-store.ts';
import { minuteTick, type MinuteTick } from './cloud-watch-engine.ts';
import { deleteAlarms, describeAlarmHistory, describeAlarms, setAlarmState } from './alarm-operations.ts';
import { getMetricData, getMetricStatistics, listMetrics } from './read-metrics.ts';
import { putMetricAlarm } from './put-metric-alarm.ts';
import { putMetricData } from './put-metric-data.ts';
import { listTagsForResource, tagResource, untagResource } from './alarm-tags.ts';

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
      describeAlarmHistory,
      setAlarmState,
      deleteAlarms,
      tagResource,
      untagResource,
      listTagsForResource,
    ],
    refuse,
  });
}
