import type { Series } from '#shared/contract/monitor/charts.ts';
import { spanWords } from '#renderer/ui/relative-time/relative-words.ts';

type Unit = Series['unit'];

/** "1,204", "3 min", "1.2 s", "0.42 a second", "3.1" */
export function figureWords(unit: Unit, value: number): string {
  switch (unit) {
    case 'count':
      return value < 10 ? twoPlaces.format(value) : whole.format(value);
    case 'seconds':
      return spanWords(value * 1_000);
    case 'milliseconds':
      return durationWords(value);
    case 'units':
      // Little is not nothing.
      return `${(value < 1 ? twoDigits : twoPlaces).format(value)} a second`;
    default:
      return onePlace.format(value);
  }
}

/** Shorter, beside the axis: its title says the rest. */
export function axisWords(unit: Unit, value: number): string {
  switch (unit) {
    case 'seconds':
      return ageTick(value);
    case 'milliseconds':
      return value === 0 ? '0' : durationWords(value);
    default:
      return compact.format(value);
  }
}

function durationWords(ms: number): string {
  if (ms < 1_000) return `${whole.format(ms)} ms`;
  return ms < 60_000 ? `${onePlace.format(ms / 1_000)} s` : `${onePlace.format(ms / 60_000)} min`;
}

function ageTick(seconds: number): string {
  if (seconds === 0) return '0';
  if (seconds < 120) return `${onePlace.format(seconds)} s`;
  if (seconds < 7_200) return `${onePlace.format(seconds / 60)} min`;
  return seconds < 172_800
    ? `${onePlace.format(seconds / 3_600)} h`
    : `${onePlace.format(seconds / 86_400)} d`;
}

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const onePlace = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });
const twoPlaces = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });
const twoDigits = new Intl.NumberFormat('en', { maximumSignificantDigits: 2 });
const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 3 });
