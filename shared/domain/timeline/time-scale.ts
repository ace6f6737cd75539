interface Quiet {
  readonly from: number;
  readonly to: number;
}

/** A stretch of time that is drawn to scale. Between two of them, idle time is cut out. */
interface Piece {
  readonly from: number;
  readonly to: number;
  /** The drawn position, from 0 at the start to 1 at the end of the whole scale. */
  readonly start: number;
  readonly end: number;
}

export interface TimeScale {
  readonly pieces: readonly Piece[];
  /** Returns 0 to 1. A time inside a cut is placed inside the cut. */
  place(time: number): number;
  time(place: number): number;
}

/**
 * Builds a scale from the first moment to the last, without long stretches in which nothing happened. Otherwise an
 * execution that waited a day for a redrive would be a line and two points. `moments` may be in any order.
 */
export function timeScale(moments: readonly number[]): TimeScale {
  const sorted = Float64Array.from(moments).toSorted();
  const from = sorted[0] ?? 0;
  const to = Math.max(sorted.at(-1) ?? 1, from + 1);
  const cuts = listCuts(sorted, to - from);
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

/** The share of the whole width for one cut, and for all cuts. */
const cutShare = 0.05;
const mostCut = 0.4;
/** Shorter waits are drawn in full. */
const leastCutMs = 120_000;

/** Cuts the longest stretches first, while each is longer than half of the rest. */
function listCuts(sorted: Float64Array, whole: number): readonly Quiet[] {
  const quiet: Quiet[] = [];
  for (let at = 1; at < sorted.length; at += 1) {
    const [from = 0, to = 0] = [sorted[at - 1], sorted[at]];
    if (to - from >= leastCutMs) quiet.push({ from, to });
  }
  let left = whole;
  const cuts: Quiet[] = [];
  for (const one of quiet.toSorted((a, b) => b.to - b.from - (a.to - a.from))) {
    const length = one.to - one.from;
    // If nothing were left, there would be nothing to compare it with.
    if (left - length <= 0 || length < (left - length) / 2) break;
    cuts.push(one);
    left -= length;
  }
  return cuts.toSorted((a, b) => a.from - b.from);
}

type Side = 'from' | 'to' | 'start' | 'end';

/** Converts from one measure to the other, within a piece or within the cut behind it. */
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

interface Tick {
  /** The position from 0 to 1. */
  readonly place: number;
  /** The time since the start, or since the last cut: "30 s", "2 min", "1:30 h". */
  readonly label: string;
}

/** Returns as many round times as fit. `least` is the share of the width that each needs. */
export function niceTicks(scale: TimeScale, least: number, from = 0, to = 1): readonly Tick[] {
  const shownMs = scale.pieces.reduce((sum, piece) => sum + piece.to - piece.from, 0);
  const shown = scale.pieces.reduce((sum, piece) => sum + piece.end - piece.start, 0);
  const wanted = (shownMs / Math.max(shown, 1e-9)) * least;
  const step = steps.find((one) => one >= wanted) ?? Math.ceil(wanted / dayMs) * dayMs;
  return scale.pieces.flatMap((piece, index) => {
    const first = Math.max(0, Math.floor((scale.time(from) - piece.from) / step));
    const last = (Math.min(scale.time(to), piece.to) - piece.from) / step;
    const ticks: Tick[] = [];
    for (let at = first; at <= last && ticks.length < mostTicks; at += 1) {
      const label = index > 0 && at === 0 ? '' : elapsedText(at * step, step);
      if (label === '') continue;
      ticks.push({ place: scale.place(piece.from + at * step), label: index > 0 ? `+${label}` : label });
    }
    return ticks;
  });
}

const dayMs = 86_400_000;
const mostTicks = 200;
const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const steps: readonly number[] = [
  10,
  20,
  50,
  100,
  200,
  500,
  second,
  2 * second,
  5 * second,
  10 * second,
  15 * second,
  30 * second,
  minute,
  2 * minute,
  5 * minute,
  10 * minute,
  15 * minute,
  30 * minute,
  hour,
  2 * hour,
  3 * hour,
  6 * hour,
  12 * hour,
  dayMs,
];

/** Formats a time as precisely as the step requires: "0.5 s", "90 s", "2:30 min", "3 h". */
function elapsedText(ms: number, step: number): string {
  if (ms === 0) return '0';
  if (ms < 120_000) return `${trimmed(ms / 1_000)} s`;
  if (ms < 7_200_000) {
    const [minutes, seconds] = [Math.floor(ms / 60_000), trimmed((ms % 60_000) / 1_000)];
    return step % 60_000 === 0 ? `${minutes} min` : `${minutes}:${padded(seconds)} min`;
  }
  const [hours, minutes] = [Math.floor(ms / 3_600_000), trimmed((ms % 3_600_000) / 60_000)];
  return step % 3_600_000 === 0 ? `${hours} h` : `${hours}:${padded(minutes)} h`;
}

function trimmed(value: number): string {
  return String(Number(value.toFixed(2)));
}

function padded(value: string): string {
  return value.split('.')[0]?.length === 1 ? `0${value}` : value;
}
