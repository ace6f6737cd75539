export interface Quiet {
  readonly from: number;
  readonly to: number;
}

/** A stretch of time that is drawn as long as it is; between two of them one is cut out. */
export interface Piece {
  readonly from: number;
  readonly to: number;
  /** Where it is drawn, 0 at the start and 1 at the end of everything. */
  readonly start: number;
  readonly end: number;
}

export interface TimeScale {
  readonly pieces: readonly Piece[];
  /** 0 to 1; what lies in a cut is at its place in the cut. */
  place(time: number): number;
  time(place: number): number;
}

/**
 * From the first moment to the last, without the long stretches in which nothing happened: what waits a day for a
 * redrive would else be a line and two points. `moments` in any order.
 */
export function timeScale(moments: readonly number[]): TimeScale {
  const sorted = Float64Array.from(moments).toSorted();
  const from = sorted[0] ?? 0;
  const to = Math.max(sorted.at(-1) ?? 1, from + 1);
  const cuts = cutsOf(sorted, to - from);
  const shownMs = to - from - cuts.reduce((sum, cut) => sum + cut.to - cut.from, 0);
  const cutWidth = Math.min(cutShare, mostCut / Math.max(cuts.length, 1));
  const perMs = (1 - cuts.length * cutWidth) / shownMs;
  const pieces: Piece[] = [];
  let [begin, start] = [from, 0];
  for (const until of [...cuts.map((cut) => cut.from), to]) {
    const end = start + (until - begin) * perMs;
    pieces.push({ from: begin, to: until, start, end });
    begin = cuts[pieces.length - 1]?.to ?? to;
    start = end + cutWidth;
  }
  return {
    pieces,
    place: (time) => between(pieces, time, 'from', 'to', 'start', 'end'),
    time: (place) => between(pieces, place, 'start', 'end', 'from', 'to'),
  };
}

/** Of the whole width, for one cut and for all of them. */
const cutShare = 0.05;
const mostCut = 0.4;
/** Nobody minds to see a shorter wait. */
const leastCutMs = 120_000;

/** The longest first, as long as what is cut out is longer than half of what is left. */
function cutsOf(sorted: Float64Array, whole: number): readonly Quiet[] {
  const quiet: Quiet[] = [];
  for (let at = 1; at < sorted.length; at += 1) {
    const [from = 0, to = 0] = [sorted[at - 1], sorted[at]];
    if (to - from >= leastCutMs) quiet.push({ from, to });
  }
  let left = whole;
  const cuts: Quiet[] = [];
  for (const one of quiet.toSorted((a, b) => b.to - b.from - (a.to - a.from))) {
    const length = one.to - one.from;
    // Where nothing would be left there is nothing to compare it with.
    if (left - length <= 0 || length < (left - length) / 2) break;
    cuts.push(one);
    left -= length;
  }
  return cuts.toSorted((a, b) => a.from - b.from);
}

type Side = 'from' | 'to' | 'start' | 'end';

/** From one measure into the other, within a piece or within the cut behind it. */
function between(pieces: readonly Piece[], value: number, a: Side, b: Side, toA: Side, toB: Side): number {
  let at = pieces.findIndex((piece) => value <= piece[b]);
  if (at === -1) at = pieces.length - 1;
  const piece = pieces[at];
  if (piece === undefined) return 0;
  const before = pieces[at - 1];
  if (value < piece[a] && before !== undefined) {
    return before[toB] + part(value, before[b], piece[a]) * (piece[toA] - before[toB]);
  }
  return piece[toA] + part(value, piece[a], piece[b]) * (piece[toB] - piece[toA]);
}

function part(value: number, from: number, to: number): number {
  return to === from ? 0 : Math.min(1, Math.max(0, (value - from) / (to - from)));
}
