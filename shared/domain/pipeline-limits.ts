import { grouped } from './formatting.ts';

/** A contract with Textract's and Bedrock's quotas: more at once would be throttled, and slower. */
export const documentsAtOnce = 10;

/**
 * The reference pipeline takes no more in one submission: an execution may have 25,000 events, and a document takes up to
 * 40 of them where each stage is retried. The console takes a batch of any size.
 */
export const documentsPerBatch = 600;

/**
 * The reference pipeline's retention window: how long a failed document or batch stays in GSI2. Another deployment has
 * another, so the console relies on none (domain, 1.1: absence from it proves nothing).
 */
export const daysInStatusIndex = 14;

export const claimMinutes = 10;
/** A review can be undone until then. */
export const holdSeconds = 10;
export const idempotencyHours = 24;

export const documentReceives = 3;
export const webhookReceives = 5;
export const deadLetterDays = 14;

/** The steps that have to end well, each of them, before more than a few go at once. */
export const provingSteps = 2;

/** One first, then as many as the pipeline takes at a time, then the rest: what is wrong with all shows with few. */
export function rampOf(count: number): number[] {
  const steps: number[] = [];
  for (const most of [1, documentsAtOnce, Number.POSITIVE_INFINITY]) {
    const left = count - steps.reduce((sum, step) => sum + step, 0);
    if (left > 0) steps.push(Math.min(most, left));
  }
  return steps;
}

/** How many may go in the next call, after so many have reached a good end. */
export function mostAfter(proven: number, mostInCall: number): number {
  if (proven === 0) return Math.min(1, mostInCall);
  return proven < documentsAtOnce ? Math.min(documentsAtOnce, mostInCall) : mostInCall;
}

interface BatchEta {
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

/** Ten at a time within a call, and one call after the other: how long what is left will take. */
export function secondsLeft({
  calls,
  secondsPerDocument,
}: {
  /** How many are left in each. */
  readonly calls: readonly number[];
  readonly secondsPerDocument: number;
}): number {
  const waves = calls.reduce((sum, size) => sum + Math.ceil(size / documentsAtOnce), 0);
  return waves * secondsPerDocument;
}
