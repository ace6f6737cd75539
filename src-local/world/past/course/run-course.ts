import { documentsAtOnce } from '#shared/domain/pipeline-limits.ts';
import type { Thresholds } from '#shared/domain/document-status.ts';
import type { PlannedBatch } from '../plan.ts';
import { passageOf, stageAt, type Passage } from './passage.ts';
import { fewestEventsOfADocument, mostEvents, untilFull } from './until-full.ts';

/** What a run of a batch came to: one execution. Times are milliseconds since 1970. */
export interface RunCourse {
  readonly run: number;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly status: 'SUCCEEDED' | 'FAILED' | 'TIMED_OUT';
  /** How many documents it was to process; it may not have come to all of them. */
  readonly listed: readonly number[];
  /** In the order of their keys, which is that in which they were begun. */
  readonly passages: readonly Passage[];
}

/** How long the state machine's own functions take. */
export const listingMs = 240;
export const finishingMs = 130;
/** Before each further attempt to finish: 1 s, and twice as long each time. */
export const waitsToFinish = [1_000, 2_000, 4_000, 8_000];

export function runCourse(
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
    const passed = passageOf(batch.document(index), { index, run, begunAt }, thresholds);
    const isStuck = execution === 'timed out' && !stuck && !passed.reading.ok;
    const passage = isStuck ? (stuck = untilTimeOut(passed, startedAt + longestMs)) : passed;
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
    const endedAt = untilFull(passages);
    return { ...whole, status: 'FAILED', endedAt, passages: cutOff(passages, endedAt, 'ExecutionFailed') };
  }
  if (execution === 'timed out') {
    return { ...whole, status: 'TIMED_OUT', endedAt: startedAt + longestMs };
  }
  return { ...whole, status: 'SUCCEEDED', endedAt: mapEnd + finishingMs };
}

/** TimeoutSeconds of the state machine. */
const longestMs = 86_400_000;

/** What had begun and had not ended has failed with the execution; what had not begun stays in line. */
function cutOff(
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
        interrupted: { stage: stageAt(passage, at), code },
      };
    });
}

/** One that failed and was never marked so: nothing came back from that call, and the machine waited for it. */
function untilTimeOut(passage: Passage, at: number): Passage {
  const stage = stageAt(passage, at);
  return { ...passage, endedAt: at, interrupted: { stage, code: 'ExecutionTimedOut' } };
}
