import { documentsAtOnce } from '#shared/domain/pipeline-limits.ts';
import { statusByScore, type Thresholds } from '#shared/domain/statuses.ts';
import { decideEnd } from '#pipelines/extraction/document-results.ts';
import type { DocumentError } from '#pipelines/extraction/item-shapes.ts';
import { stages, type Stage } from '#pipelines/extraction/readers.ts';
import { findFailure, timeStages } from '../sheets/outcome.ts';
import { computeScore } from '../sheets/troubles.ts';
import { hashText, throwDie } from '../randomness.ts';
import type { PlannedBatch, PlannedDocument } from './plan.ts';

/** The course of a batch's run, which is one execution. Times are milliseconds since 1970. */
export interface RunCourse {
  readonly run: number;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly status: 'SUCCEEDED' | 'FAILED' | 'TIMED_OUT';
  /** The documents it was to process; it may not have reached all of them. */
  readonly listed: readonly number[];
  /** The passages in the order of their keys, in which they were begun. */
  readonly passages: readonly Passage[];
}

/** The state machine's own functions take so long. */
export const listingMs = 240;
export const finishingMs = 130;
/** The waits before each further attempt to finish: 1 s, and twice as long each time. */
export const waitsToFinish = [1_000, 2_000, 4_000, 8_000];

export function followRun(
  batch: PlannedBatch,
  thresholds: Thresholds,
  { run, startedAt, listed }: Pick<RunCourse, 'run' | 'startedAt' | 'listed'>,
): RunCourse {
  const execution = run === 1 ? batch.execution : 'succeeded';
  const mapAt = startedAt + listingMs;
  const free = Array.from({ length: documentsAtOnce }, () => mapAt);
  const mostBegun =
    execution === 'failed by its history' ? mostEvents / fewestEventsOfADocument : listed.length;
  let stuck: Passage | undefined;
  const passages = listed.slice(0, mostBegun).map((index) => {
    const begunAt = Math.min(...free);
    const passed = takePassage(batch.document(index), { index, run, begunAt }, thresholds);
    const isStuck = execution === 'timed out' && !stuck && !passed.reading.ok;
    const passage = isStuck ? (stuck = cutAtTimeout(passed, startedAt + longestMs)) : passed;
    free[free.indexOf(begunAt)] = passage.endedAt;
    return passage;
  });
  const whole = { run, startedAt, listed, passages };
  const mapEnd = Math.max(...free);
  if (execution === 'failed in finalise') {
    // Its function was never let in.
    const endedAt = waitsToFinish.reduce((at, ms) => at + ms, mapEnd);
    return { ...whole, status: 'FAILED', endedAt };
  }
  if (execution === 'failed by its history') {
    const endedAt = findTimeWhenFull(passages);
    return {
      ...whole,
      status: 'FAILED',
      endedAt,
      passages: failUnfinished(passages, endedAt, 'ExecutionFailed'),
    };
  }
  if (execution === 'timed out') {
    return { ...whole, status: 'TIMED_OUT', endedAt: startedAt + longestMs };
  }
  return { ...whole, status: 'SUCCEEDED', endedAt: mapEnd + finishingMs };
}

/** TimeoutSeconds of the state machine. */
const longestMs = 86_400_000;

/** Documents in work have failed with the execution; those that were not started stay queued. */
function failUnfinished(
  passages: readonly Passage[],
  at: number,
  code: NonNullable<Passage['interrupted']>['code'],
): readonly Passage[] {
  return passages
    .filter(({ begunAt }) => begunAt <= at)
    .map((passage) => {
      if (passage.endedAt <= at) return passage;
      return {
        ...passage,
        endedAt: at,
        outcome: 'FAILED',
        interrupted: { stage: findStage(passage, at), code },
      };
    });
}

/** One that failed and was never marked so: nothing came back from that call, and the machine waited for it. */
function cutAtTimeout(passage: Passage, at: number): Passage {
  const stage = findStage(passage, at);
  return { ...passage, endedAt: at, interrupted: { stage, code: 'ExecutionTimedOut' } };
}

/** A document on its way through one run. Times are milliseconds since 1970, or how many of them. */
export interface Passage {
  readonly index: number;
  readonly run: number;
  readonly begunAt: number;
  readonly endedAt: number;
  readonly reading: PassageReading;
  readonly outcome: 'SUCCEEDED' | 'REVIEW_REQUIRED' | 'FAILED';
  /** The state machine's waits before each further attempt at the stage that failed. */
  readonly waits: readonly number[];
  /** It was in work when its execution ended. */
  readonly interrupted:
    | { readonly stage: Stage; readonly code: 'ExecutionFailed' | 'ExecutionTimedOut' }
    | undefined;
}

/** `stageMs`: of an attempt at each stage that it came to. */
type PassageReading =
  | { readonly ok: true; readonly score: number; readonly stageMs: readonly number[] }
  | { readonly ok: false; readonly error: DocumentError; readonly stageMs: readonly number[] };

/** Recording a failed document takes so long. */
export const markingMs = 60;

/** It does not read the document: its status needs no reading, and there are thousands. */
function takePassage(
  { recipe, documentId }: PlannedDocument,
  { index, run, begunAt }: Pick<Passage, 'index' | 'run' | 'begunAt'>,
  thresholds: Thresholds,
): Passage {
  const times = timeStages(recipe, run);
  const failure = findFailure(recipe, run);
  if (!failure) {
    const score = computeScore(recipe);
    const endedAt = begunAt + times[0] + times[1] + times[2];
    const outcome = statusByScore(score, thresholds);
    const reading = { ok: true, score, stageMs: times } as const;
    return { index, run, begunAt, endedAt, reading, outcome, waits: none, interrupted: undefined };
  }
  const { stage, code, message, ms } = failure;
  const error = { stage, code, message };
  const stageMs = [...times.slice(0, stages.indexOf(error.stage)), ms];
  const waits = waitsFor(error.code, `${documentId}/${run}`);
  const endedAt = begunAt + sum(stageMs) + sum(waits) + waits.length * ms + markingMs;
  const reading = { ok: false, error, stageMs } as const;
  return { index, run, begunAt, endedAt, reading, outcome: 'FAILED', waits, interrupted: undefined };
}

const none: readonly number[] = [];

/** The stage that an unfinished passage was at. */
function findStage({ begunAt, reading: { stageMs } }: Passage, time: number): Stage {
  let until = begunAt;
  for (const [at, ms] of stageMs.entries()) {
    until += ms;
    if (time < until) return stages[at] ?? 'verify';
  }
  return stages[stageMs.length - 1] ?? 'verify';
}

/** The state machine makes two further attempts after 2 s and 4 s, with full jitter. */
function waitsFor(code: string, seed: string): readonly number[] {
  if (code !== 'ThrottlingException' && code !== 'ModelTimeoutException') return [];
  return [2_000, 4_000].map((most, at) => Math.round(most * shareOfWait(seed, at)));
}

export function shareOfWait(seed: string, at: number): number {
  return throwDie(hashText(seed), at);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** An execution ends when its history is full. https://docs.aws.amazon.com/step-functions/latest/dg/service-quotas.html */
export const mostEvents = 25_000;
/** No document goes through with fewer events than one that fails at once. */
const fewestEventsOfADocument = 12;

/** Finds the time when an execution with these documents has no room left for another event. */
function findTimeWhenFull(passages: readonly Passage[]): number {
  const moments = passages.flatMap(listEventTimes).toSorted(([one], [other]) => one - other);
  // The last of them says that it has ended.
  let room = mostEvents - 1 - eventsBefore;
  for (const [at, events] of moments) {
    room -= events;
    if (room < 0) return at;
  }
  return moments.at(-1)?.[0] ?? 0;
}

/** The events before its Map has started: each task has five, a choice two. */
const eventsBefore = 1 + 5 + 2 + 5 + 2 + 2;

/** Lists the times at which something happens to a document, with the number of events for each. */
function listEventTimes({
  begunAt,
  reading: { ok, stageMs },
  waits,
}: Passage): [at: number, events: number][] {
  const begun: [number, number] = [begunAt, 4];
  let at = begunAt;
  const staged = stageMs.map((ms, stage): [number, number] => {
    at += ms;
    return [at, ok && stage === stageMs.length - 1 ? 3 : 5];
  });
  if (ok) return [begun, ...staged];
  const ms = stageMs.at(-1) ?? 0;
  const failed = staged.pop();
  const again = waits.flatMap((wait): [number, number][] => {
    const missed: [number, number] = [at, 1];
    at += wait + ms;
    return [missed, [at - ms, 2]];
  });
  return [begun, ...staged, ...again, [at, failed?.[1] ?? 5], [at + markingMs, 3]];
}

/** Describes why a document failed in a run; undefined where it did not. */
export function describeError(
  { reading, interrupted, outcome }: Passage,
  thresholds: Thresholds,
): DocumentError | undefined {
  if (interrupted) return { ...interrupted, message: interruptions[interrupted.code] };
  if (!reading.ok) return reading.error;
  if (outcome !== 'FAILED') return undefined;
  const { score } = reading;
  return decideEnd({ score, fields: {}, lineItems: [], checks: [], usage: {} }, thresholds).error;
}

export const historyIsFull = `The execution reached the maximum number of history events (${mostEvents}).`;

const interruptions = {
  ExecutionFailed: `Its execution has failed: ${historyIsFull}`,
  ExecutionTimedOut: 'Its execution has run out of time',
} as const;
