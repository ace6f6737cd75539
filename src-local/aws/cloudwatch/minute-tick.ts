import type { Timer } from '../../world/clock.ts';
import type { World } from '../../world/world.ts';
import type { Alarms } from './alarms/alarms.ts';
import type { MetricStore } from './metrics/metric-store.ts';

const minute = 60_000;

/**
 * What CloudWatch does once a minute: reads the levels, keeps what the engines reported, evaluates the alarms.
 * While there is nothing of the kind it sleeps without a timer.
 */
export function minuteTick(world: World, metrics: MetricStore, alarms: Alarms): { wake(): void } {
  const { clock } = world;
  let armed: { readonly due: number; readonly timer: Timer } | undefined;
  const wake = (): void => {
    if (!hasWork()) return;
    const step = Math.min(minute, alarms.evaluatedEvery);
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
      readLevels(world, metrics, Math.floor(now / minute) * minute - minute);
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
  return { wake };
}

/** A level read at the end of a minute is that minute's data point, so that alarms see it at once. */
function readLevels(world: World, metrics: MetricStore, time: number): void {
  for (const gauge of world.metrics.gauges()) {
    const value = gauge.read();
    if (value === undefined) continue;
    const { namespace, name, dimensions, unit } = gauge;
    metrics.report({ namespace, name, dimensions, unit, value, time });
  }
}

function hasGauges(world: World): boolean {
  for (const _gauge of world.metrics.gauges()) return true;
  return false;
}
