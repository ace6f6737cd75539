import type { Iteration, StageSpan } from '#shared/domain/timeline/iteration-track.ts';
import type { Lanes } from './lanes.ts';

/** What of the whole width is in sight, in pixels. */
export interface Sight {
  readonly width: number;
  readonly whole: number;
  readonly left: number;
}

export type BarKind = 'textract' | 'gap-fill' | 'verify' | 'other';

export interface End {
  readonly key: string;
  readonly x: number;
  readonly y: number;
  readonly glyph: 'failed' | 'timeout' | 'processing' | 'succeeded';
}

export interface Bars {
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

export function barsOf(lanes: Lanes, sight: Sight): Bars {
  const xOf = (time: number): number => lanes.scale.place(time) * sight.whole - sight.left;
  const paths = { textract: '', 'gap-fill': '', verify: '', other: '' };
  let [failing, retries] = ['', ''];
  const ends: End[] = [];
  for (const [place, iteration] of lanes.timeline.iterations.entries()) {
    const from = xOf(iteration.startedAt);
    const to = xOf(iteration.endedAt ?? lanes.until);
    if (to < 0 || from > sight.width) continue;
    const y = laneTop(iteration.slot);
    for (const span of iteration.stages) {
      const bar = rectangle(xOf(span.from), xOf(span.to ?? lanes.until), y, laneHeight);
      paths[kindOf(span)] += bar;
      if (span.error !== null || span.isInterrupted) {
        failing += rectangle(xOf(span.from), xOf(span.to ?? lanes.until), y + laneHeight - 3, 3, 2);
      }
      for (const { at } of span.retries) retries += rectangle(xOf(at) - 0.75, xOf(at) + 0.75, y, laneHeight);
    }
    const glyph = glyphOf(iteration);
    const room = glyph === 'succeeded' || glyph === 'processing' ? roomForQuietGlyph : roomForGlyph;
    if (to - from >= room && ends.length < mostEnds) {
      ends.push({ key: `${place}`, x: to - 6, y: y + laneHeight / 2, glyph });
    }
  }
  return { paths, failing, retries, ends };
}

export function glyphOf({ state }: Pick<Iteration, 'state'>): End['glyph'] {
  if (state === 'succeeded') return 'succeeded';
  if (state === 'running') return 'processing';
  return state === 'aborted' ? 'timeout' : 'failed';
}

function kindOf({ stage }: StageSpan): BarKind {
  return stage === null || stage === 'mark-failed' ? 'other' : stage;
}

/** To a tenth of a pixel: a path of thousands is long enough. */
function rectangle(from: number, to: number, y: number, height: number, least = 0): string {
  const width = Math.max(to - from, least);
  return `M${from.toFixed(1)} ${y}h${width.toFixed(1)}v${height}h-${width.toFixed(1)}z`;
}
