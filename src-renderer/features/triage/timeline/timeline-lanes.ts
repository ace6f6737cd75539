import type { Timeline } from '#shared/domain/timeline/execution-timeline.ts';
import type { Iteration, StageSpan } from '#shared/domain/timeline/iteration-track.ts';
import { timeScale, type TimeScale } from '#shared/domain/timeline/time-scale.ts';

/** A timeline made ready to be drawn and to be found in. */
export interface Lanes {
  readonly timeline: Timeline;
  readonly scale: TimeScale;
  /** By slot, in the order of time. */
  readonly lanes: readonly (readonly Iteration[])[];
  /** Where what has no end yet is drawn to: as far as was read. */
  readonly until: number;
}

export function layOutLanes(timeline: Timeline): Lanes {
  const lanes: Iteration[][] = Array.from({ length: timeline.slots }, () => []);
  for (const iteration of timeline.iterations) lanes[iteration.slot]?.push(iteration);
  return { timeline, scale: timeScale(listMoments(timeline)), lanes, until: timeline.to ?? 0 };
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
export function findNeighbour(lanes: Lanes, from: Iteration, step: Step): Iteration {
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

function listMoments({ iterations, states, attempts, from, to }: Timeline): readonly number[] {
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

/** The part of the whole width that is in sight, in pixels. */
export interface Sight {
  readonly width: number;
  readonly whole: number;
  readonly left: number;
}

type BarKind = 'textract' | 'gap-fill' | 'verify' | 'other';

interface End {
  readonly key: string;
  readonly x: number;
  readonly y: number;
  readonly glyph: 'failed' | 'timeout' | 'processing' | 'succeeded';
}

interface Bars {
  /** All bars of a colour as one path: thousands of them are a handful of elements. */
  readonly paths: Readonly<Record<BarKind, string>>;
  /** Under what failed. */
  readonly failing: string;
  readonly retries: string;
  readonly ends: readonly End[];
}

export const laneHeight = 12;
export const lanePitch = 17;
export const laneTop = (slot: number): number => slot * lanePitch;

/** More would be one beside the other without a gap, and slow. */
const mostEnds = 400;
/** A bar is to be seen beside its glyph; what went well may wait until it is. */
const roomForGlyph = 20;
const roomForQuietGlyph = 56;

export function drawBars(lanes: Lanes, sight: Sight): Bars {
  const toX = (time: number): number => lanes.scale.place(time) * sight.whole - sight.left;
  const paths = { textract: '', 'gap-fill': '', verify: '', other: '' };
  let [failing, retries] = ['', ''];
  const ends: End[] = [];
  for (const [place, iteration] of lanes.timeline.iterations.entries()) {
    const from = toX(iteration.startedAt);
    const to = toX(iteration.endedAt ?? lanes.until);
    if (to < 0 || from > sight.width) continue;
    const y = laneTop(iteration.slot);
    for (const span of iteration.stages) {
      const bar = rectangle(toX(span.from), toX(span.to ?? lanes.until), y, laneHeight);
      paths[pickBarKind(span)] += bar;
      if (span.error !== null || span.isInterrupted) {
        failing += rectangle(toX(span.from), toX(span.to ?? lanes.until), y + laneHeight - 3, 3, 2);
      }
      for (const { at } of span.retries) retries += rectangle(toX(at) - 0.75, toX(at) + 0.75, y, laneHeight);
    }
    const glyph = pickGlyph(iteration);
    const room = glyph === 'succeeded' || glyph === 'processing' ? roomForQuietGlyph : roomForGlyph;
    if (to - from >= room && ends.length < mostEnds) {
      ends.push({ key: `${place}`, x: to - 6, y: y + laneHeight / 2, glyph });
    }
  }
  return { paths, failing, retries, ends };
}

export function pickGlyph({ state }: Pick<Iteration, 'state'>): End['glyph'] {
  if (state === 'succeeded') return 'succeeded';
  if (state === 'running') return 'processing';
  return state === 'aborted' ? 'timeout' : 'failed';
}

function pickBarKind({ stage }: StageSpan): BarKind {
  return stage === null || stage === 'mark-failed' ? 'other' : stage;
}

/** To a tenth of a pixel: a path of thousands is long enough. */
function rectangle(from: number, to: number, y: number, height: number, least = 0): string {
  const width = Math.max(to - from, least);
  return `M${from.toFixed(1)} ${y}h${width.toFixed(1)}v${height}h-${width.toFixed(1)}z`;
}
