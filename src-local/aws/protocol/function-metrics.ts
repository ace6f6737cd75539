import type { World } from '../../world/world.ts';

/** https://docs.aws.amazon.com/lambda/latest/dg/monitoring-metrics-types.html */
export function reportInvocation(
  world: World,
  name: string,
  what: { readonly failed: boolean; readonly milliseconds: number } | 'throttled',
): void {
  const record = (metric: string, unit: string, value: number): void => {
    const dimensions = { FunctionName: name };
    world.metrics.record({
      namespace: 'AWS/Lambda',
      name: metric,
      dimensions,
      unit,
      value,
      time: world.clock.now(),
    });
  };
  record('Throttles', 'Count', what === 'throttled' ? 1 : 0);
  // "Throttled invocations don't count as either Invocations or Errors."
  if (what === 'throttled') return;
  record('Invocations', 'Count', 1);
  record('Errors', 'Count', what.failed ? 1 : 0);
  record('Duration', 'Milliseconds', what.milliseconds);
}
