import type { TimeScale } from './time-scale.ts';

export interface Tick {
  /** 0 to 1. */
  readonly place: number;
  /** "30 s", "2 min", "1:30 h": since the start, or behind a cut since that. */
  readonly label: string;
}

/** As many round times as there is room for, `least` being the share of the width that one needs. */
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

/** As exact as the step asks for: "0.5 s", "90 s", "2:30 min", "3 h". */
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
