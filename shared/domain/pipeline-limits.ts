import { grouped } from './formatting.ts';

/** The limit respects Textract's and Bedrock's quotas. More documents at once would be throttled, and slower. */
export const documentsAtOnce = 10;

/**
 * The reference pipeline processes so many documents within one execution, which may have 25,000 events: a document takes
 * up to 40 of them if each stage is retried. In a larger batch each document is an execution of its own.
 */
export const documentsInOneHistory = 600;

/**
 * The reference pipeline's limit for one submission over the API. The answer has an upload address for each document,
 * of some 2 KB with the token of a role, and a Lambda function answers with at most 6 MB.
 */
export const documentsPerSubmission = 2_500;

/**
 * The reference pipeline's limit for one batch, however its files come. The console accepts a batch of any size. Ten
 * at a time and 15 s each are some 57,000 documents in the 24 hours that an execution has; a redrive takes up the rest.
 */
export const documentsPerBatch = 100_000;

/**
 * The reference pipeline's retention window: how long a failed document or batch stays in GSI2. Other deployments
 * differ, so the console does not rely on it (domain, 1.1: absence from it proves nothing).
 */
export const daysInStatusIndex = 14;

export const claimMinutes = 10;
/** A review can be undone for this long. */
export const holdSeconds = 10;
export const idempotencyHours = 24;
/** A draft for a document that another person has decided is kept this long after its reviewer was told. */
export const lostLastsMs = 60 * 60_000;

export const documentReceives = 3;
export const webhookReceives = 5;
export const deadLetterDays = 14;

/** Each of these steps has to succeed before more than a few items go at once. */
export const provingSteps = 2;

/**
 * Sends one item first, then as many as the pipeline takes at a time, then the rest. A problem that affects all items
 * then shows after a few.
 */
export function planRamp(count: number): number[] {
  const steps: number[] = [];
  for (const most of [1, documentsAtOnce, Number.POSITIVE_INFINITY]) {
    const left = count - steps.reduce((sum, step) => sum + step, 0);
    if (left > 0) steps.push(Math.min(most, left));
  }
  return steps;
}

/** Returns how many items may go in the next call, by the number that have succeeded. */
export function mostAfter(proven: number, mostInCall: number): number {
  if (proven === 0) return Math.min(1, mostInCall);
  return proven < documentsAtOnce ? Math.min(documentsAtOnce, mostInCall) : mostInCall;
}

interface BatchEta {
  /** The number of documents that have not ended. */
  readonly left: number;
  readonly atOnce: number;
  readonly secondsEach: number;
  readonly seconds: number;
  readonly from: 'measured' | 'planning';
  /** The number of finished documents behind the measurement. */
  readonly n: number;
}

/** With fewer finished documents than are in progress at once, their duration says little. */
const enoughToMeasure = 10;
/** Covers Textract and two Bedrock calls (domain, 1.3). */
export const planningSecondsEach = 15;

/**
 * Estimates when a batch will end: it works on as many documents at a time as the Map allows, each as long as its
 * finished documents took.
 */
export function estimateEta({
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

/**
 * Formats the estimate: "38 left ÷ 10 at a time = 4 rounds × 15 s ≈ 1 min". Rounds are whole, because a document that
 * has begun is waited for.
 */
export function describeEta({ left, atOnce, secondsEach, seconds }: BatchEta): string {
  if (left === 0) return 'None left';
  const rounds = Math.ceil(left / atOnce);
  const each = `${grouped(Number(secondsEach.toFixed(1)))} s`;
  const total = formatRoughDuration(seconds);
  return `${grouped(left)} left ÷ ${atOnce} at a time = ${grouped(rounds)} ${rounds === 1 ? 'round' : 'rounds'} × ${each} ≈ ${total}`;
}

/** Formats a duration: "57 s", "2 min 30 s", "1 h 20 min" */
export function formatRoughDuration(seconds: number): string {
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3_600) return joined(Math.floor(whole / 60), 'min', whole % 60, 's');
  const minutes = Math.round(whole / 60);
  return joined(Math.floor(minutes / 60), 'h', minutes % 60, 'min');
}

function joined(large: number, unit: string, small: number, smallUnit: string): string {
  return small === 0 ? `${large} ${unit}` : `${large} ${unit} ${small} ${smallUnit}`;
}

/** Estimates the remaining time of calls that run one after the other, with ten documents at a time in each. */
export function secondsLeft({
  calls,
  secondsPerDocument,
}: {
  /** The number of items left in each call. */
  readonly calls: readonly number[];
  readonly secondsPerDocument: number;
}): number {
  const waves = calls.reduce((sum, size) => sum + Math.ceil(size / documentsAtOnce), 0);
  return waves * secondsPerDocument;
}
