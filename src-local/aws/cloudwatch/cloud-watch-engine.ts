import type { Timer } from '../../world/clock.ts';
import type { MetricPoint, World } from '../../world/world.ts';
import { bindOperation } from '../protocol/operation.ts';
import type { Alarms } from './alarms.ts';
import type { MetricStore } from './metric-store.ts';

export interface CloudWatchEngine {
  readonly world: World;
  readonly metrics: MetricStore;
  readonly alarms: Alarms;
  readonly tick: MinuteTick;
}

export const operation = bindOperation<CloudWatchEngine>();

const minute = 60_000;

/**
 * Once a minute CloudWatch reads the levels, stores what the engines reported and evaluates the alarms. It
 * needs no timer while there is nothing to do.
 */
export function minuteTick(world: World, metrics: MetricStore, alarms: Alarms): MinuteTick {
  const { clock } = world;
  let hasRead = false;
  let armed: { readonly due: number; readonly timer: Timer } | undefined;
  const wake = (): void => {
    if (!hasWork()) return;
    const step = Math.min(minute, alarms.evaluationInterval);
    const due = (Math.floor(clock.now() / step) + 1) * step;
    if (armed && armed.due <= due) return;
    armed?.timer.cancel();
    armed = { due, timer: clock.at(due, () => tick(due)) };
  };
  const hasWork = (): boolean => alarms.size > 0 || metrics.hasUnkept || hasGauges(world);
  const tick = (due: number): void => {
    armed = undefined;
    const now = clock.now();
    if (due % minute === 0) {
      hasRead = true;
      readLevels(world, Math.floor(now / minute) * minute, (point) => metrics.report(point));
      metrics.keep(now);
    }
    alarms.evaluate(due);
    wake();
  };

  world.metrics.listen((point) => {
    metrics.report(point);
    if (!armed) wake();
  });
  world.metrics.listenForGauges(wake);
  wake();
  return {
    wake,
    makeUp() {
      if (hasRead) return;
      hasRead = true;
      readLevels(world, Math.floor(clock.now() / minute) * minute, (point) => {
        if (!isKnown(metrics, point)) metrics.report(point);
      });
    },
  };
}

export interface MinuteTick {
  wake(): void;
  /**
   * AWS keeps running while a world is closed. A world that was just opened therefore shows the levels of the
   * previous minute and does not wait for the first tick.
   */
  makeUp(): void;
}

/** A level read at the end of a minute is that minute's data point, so that alarms see it at once. */
function readLevels(world: World, at: number, report: (point: MetricPoint) => void): void {
  for (const gauge of world.metrics.gauges()) {
    const value = gauge.read(at);
    if (value === undefined) continue;
    const { namespace, name, dimensions, unit } = gauge;
    report({ namespace, name, dimensions, unit, value, time: at - minute });
  }
}

/** Comes from the past data, or was read before the world was closed. */
function isKnown(metrics: MetricStore, { namespace, name, dimensions, unit, time }: MetricPoint): boolean {
  const Dimensions = Object.entries(dimensions).map(([Name, Value]) => ({ Name, Value }));
  const known = metrics.find({ Namespace: namespace, MetricName: name, Dimensions }, unit);
  return known.some(({ lastTime }) => lastTime !== undefined && lastTime >= time);
}

function hasGauges(world: World): boolean {
  for (const _gauge of world.metrics.gauges()) return true;
  return false;
}
