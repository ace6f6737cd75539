import type { Store } from '../../../journal/store.ts';
import { toldPointsOf, type ToldRun } from '../told-metrics.ts';
import { Timeline } from './timeline.ts';

/** What was told of a series, as finely as it was told: it is not thinned out as it grows old. */
export function toldTimelines(store: Store, seriesId: string): readonly Timeline[] {
  const told = store.collection<readonly ToldRun[]>(toldPointsOf(seriesId));
  return [...told.entries()].map(([step, runs]) => {
    const timeline = new Timeline(Number(step));
    timeline.runs = runs.map(([start, steps, count, sum, min, max, values]) => ({
      start,
      steps,
      total: { count, sum, min, max, ...(values && { values: new Map(values) }) },
    }));
    return timeline;
  });
}
