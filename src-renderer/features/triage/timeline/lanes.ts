import type { Timeline } from '#shared/domain/execution-timeline.ts';
import type { Iteration } from '#shared/domain/timeline/iteration-track.ts';
import { timeScale } from '#shared/domain/timeline/time-scale.ts';
import type { TimeScale } from '#shared/domain/timeline/time-scale.ts';

/** A timeline made ready to be drawn and to be found in. */
export interface Lanes {
  readonly timeline: Timeline;
  readonly scale: TimeScale;
  /** By slot, in the order of time. */
  readonly lanes: readonly (readonly Iteration[])[];
  /** Where what has no end yet is drawn to: as far as was read. */
  readonly until: number;
}

export function lanesOf(timeline: Timeline): Lanes {
  const lanes: Iteration[][] = Array.from({ length: timeline.slots }, () => []);
  for (const iteration of timeline.iterations) lanes[iteration.slot]?.push(iteration);
  return { timeline, scale: timeScale(momentsOf(timeline)), lanes, until: timeline.to ?? 0 };
}

/** The iteration that a lane was at, or that is nearest to it in time. */
export function iterationAt({ lanes }: Lanes, slot: number, time: number): Iteration | null {
  const lane = lanes[slot] ?? [];
  let [low, high] = [0, lane.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((lane[middle]?.startedAt ?? 0) <= time) low = middle + 1;
    else high = middle;
  }
  const [before, after] = [lane[low - 1], lane[low]];
  if (before === undefined) return after ?? null;
  if (after === undefined || (before.endedAt ?? Number.POSITIVE_INFINITY) >= time) return before;
  return time - (before.endedAt ?? time) <= after.startedAt - time ? before : after;
}

export type Step = 'earlier' | 'later' | 'up' | 'down' | 'first' | 'last';

/** Where an arrow key leads: along a lane, or to what another lane did at that time. */
export function neighbourOf(lanes: Lanes, from: Iteration, step: Step): Iteration {
  const { iterations } = lanes.timeline;
  if (step === 'first') return iterations[0] ?? from;
  if (step === 'last') return iterations.at(-1) ?? from;
  if (step === 'up' || step === 'down') {
    const middle = (from.startedAt + (from.endedAt ?? lanes.until)) / 2;
    return iterationAt(lanes, from.slot + (step === 'up' ? -1 : 1), middle) ?? from;
  }
  const lane = lanes.lanes[from.slot] ?? [];
  return lane[lane.indexOf(from) + (step === 'earlier' ? -1 : 1)] ?? from;
}

function momentsOf({ iterations, states, attempts, from, to }: Timeline): readonly number[] {
  const moments = [from, to];
  for (const { stages } of iterations) {
    for (const stage of stages) {
      moments.push(stage.from, stage.to);
      for (const { at } of stage.retries) moments.push(at);
    }
  }
  for (const span of [...states, ...attempts]) moments.push(span.from, span.to);
  return moments.filter((moment) => moment !== null);
}
