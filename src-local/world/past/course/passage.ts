import { statusByScore, type Thresholds } from '#shared/domain/document-status.ts';
import type { DocumentError } from '../../../pipelines/extraction/item-shapes.ts';
import { stages, type Stage } from '../../../pipelines/extraction/readers.ts';
import { failureOf } from '../../sheets/reading/failure-of.ts';
import { stageTimesOf } from '../../sheets/reading/outcome-of.ts';
import { scoreOf } from '../../sheets/reading/score-of.ts';
import { hashOf, throwOf } from '../../sheets/throws.ts';
import type { PlannedDocument } from '../plan.ts';

/** A document on its way through one run. Times are milliseconds since 1970, or how many of them. */
export interface Passage {
  readonly index: number;
  readonly run: number;
  readonly begunAt: number;
  readonly endedAt: number;
  readonly reading: PassageReading;
  readonly outcome: 'SUCCEEDED' | 'REVIEW_REQUIRED' | 'FAILED';
  /** How long the state machine waited before each further attempt at the stage that failed. */
  readonly waits: readonly number[];
  /** It was in work when its execution ended. */
  readonly interrupted:
    | { readonly stage: Stage; readonly code: 'ExecutionFailed' | 'ExecutionTimedOut' }
    | undefined;
}

/** `stageMs`: of an attempt at each stage that it came to. */
export type PassageReading =
  | { readonly ok: true; readonly score: number; readonly stageMs: readonly number[] }
  | { readonly ok: false; readonly error: DocumentError; readonly stageMs: readonly number[] };

/** How long it takes to write down that a document has failed. */
export const markingMs = 60;

/** Without reading it: for what becomes of it that is enough, and there are thousands. */
export function passageOf(
  { recipe, documentId }: PlannedDocument,
  { index, run, begunAt }: Pick<Passage, 'index' | 'run' | 'begunAt'>,
  thresholds: Thresholds,
): Passage {
  const times = stageTimesOf(recipe, run);
  const failure = failureOf(recipe, run);
  if (!failure) {
    const score = scoreOf(recipe);
    const endedAt = begunAt + times[0] + times[1] + times[2];
    const outcome = statusByScore(score, thresholds);
    const reading = { ok: true, score, stageMs: times } as const;
    return { index, run, begunAt, endedAt, reading, outcome, waits: none, interrupted: undefined };
  }
  const { ms, ...error } = failure;
  const stageMs = [...times.slice(0, stages.indexOf(error.stage)), ms];
  const waits = waitsFor(error.code, `${documentId}/${run}`);
  const endedAt = begunAt + sum(stageMs) + sum(waits) + waits.length * ms + markingMs;
  const reading = { ok: false, error, stageMs } as const;
  return { index, run, begunAt, endedAt, reading, outcome: 'FAILED', waits, interrupted: undefined };
}

const none: readonly number[] = [];

/** The stage that an unfinished passage was at. */
export function stageAt({ begunAt, reading: { stageMs } }: Passage, time: number): Stage {
  let until = begunAt;
  for (const [at, ms] of stageMs.entries()) {
    until += ms;
    if (time < until) return stages[at] ?? 'verify';
  }
  return stages[stageMs.length - 1] ?? 'verify';
}

/** As the state machine has it: two further attempts after 2 s and 4 s, with full jitter. */
function waitsFor(code: string, seed: string): readonly number[] {
  if (code !== 'ThrottlingException' && code !== 'ModelTimeoutException') return [];
  const hash = hashOf(seed);
  return [2_000, 4_000].map((most, at) => Math.round(most * throwOf(hash, at)));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
