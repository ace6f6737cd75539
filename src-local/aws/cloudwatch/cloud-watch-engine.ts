import type { World } from '../../world/world.ts';
import { operationOf } from '../protocol/operation.ts';
import type { Alarms } from './alarms/alarms.ts';
import type { MetricStore } from './metrics/metric-store.ts';
import type { MinuteTick } from './minute-tick.ts';

export interface CloudWatchEngine {
  readonly world: World;
  readonly metrics: MetricStore;
  readonly alarms: Alarms;
  readonly tick: MinuteTick;
}

export const operation = operationOf<CloudWatchEngine>();
