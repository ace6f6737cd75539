import { grouped } from './grouped-number.ts';
import { documentsAtOnce } from './pipeline-limits.ts';

export interface BatchEta {
  /** Documents that have not ended. */
  readonly left: number;
  readonly atOnce: number;
  readonly secondsEach: number;
  readonly seconds: number;
  readonly from: 'measured' | 'planning';
  /** How many finished documents it was measured on. */
  readonly n: number;
}

/** Before as many have ended as are in work at once, how long one takes says little. */
const enoughToMeasure = 10;
/** Textract and two calls of Bedrock (domain, 1.3). */
export const planningSecondsEach = 15;

/** When a batch will have ended: as many at a time as the Map runs, each as long as its own documents have taken. */
export function etaOf({
  left,
  finishedSeconds,
}: {
  readonly left: number;
  readonly finishedSeconds: readonly number[];
}): BatchEta {
  const known = finishedSeconds.filter((seconds) => Number.isFinite(seconds) && seconds >= 0);
  const isMeasured = known.length >= enoughToMeasure;
  const mean = known.reduce((sum, seconds) => sum + seconds, 0) / known.length;
  const secondsEach = isMeasured ? mean : planningSecondsEach;
  const waiting = Math.max(0, left);
  return {
    left: waiting,
    atOnce: documentsAtOnce,
    secondsEach,
    seconds: Math.ceil(waiting / documentsAtOnce) * secondsEach,
    from: isMeasured ? 'measured' : 'planning',
    n: isMeasured ? known.length : 0,
  };
}

/** "38 left ÷ 10 at a time = 4 rounds × 15 s ≈ 1 min": rounds are whole, since a document begun is waited for. */
export function etaWords({ left, atOnce, secondsEach, seconds }: BatchEta): string {
  if (left === 0) return 'None left';
  const rounds = Math.ceil(left / atOnce);
  const each = `${grouped(Number(secondsEach.toFixed(1)))} s`;
  const total = durationWords(seconds);
  return `${grouped(left)} left ÷ ${atOnce} at a time = ${grouped(rounds)} ${rounds === 1 ? 'round' : 'rounds'} × ${each} ≈ ${total}`;
}

/** "57 s", "2 min 30 s", "1 h 20 min" */
export function durationWords(seconds: number): string {
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3_600) return joined(Math.floor(whole / 60), 'min', whole % 60, 's');
  const minutes = Math.round(whole / 60);
  return joined(Math.floor(minutes / 60), 'h', minutes % 60, 'min');
}

function joined(large: number, unit: string, small: number, smallUnit: string): string {
  return small === 0 ? `${large} ${unit}` : `${large} ${unit} ${small} ${smallUnit}`;
}
