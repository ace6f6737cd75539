import { batchStatusOf, type BatchStatus } from '#shared/domain/batch-status.ts';
import { documentStatuses, type DocumentStatus, type Thresholds } from '#shared/domain/document-status.ts';
import { secondReviewAt, thresholdsAt } from '../workflow-past.ts';
import { hashOf, throwOf } from '../../sheets/throws.ts';
import type { StoriedBatch } from '../plan-of.ts';
import type { Act } from './acts.ts';
import { checksOf } from './checks-of.ts';
import { documentCourse, type DocumentCourse } from './document-course.ts';
import type { Passage } from './passage.ts';
import { reviewsOf } from './reviews-of.ts';
import { runCourse, type RunCourse } from './run-course.ts';
import { statusSince } from './status-since.ts';

/** All that became of a batch until the anchor. */
export interface BatchCourse {
  readonly batch: StoriedBatch;
  readonly thresholds: Thresholds;
  /** As its workflow asked when it was submitted. */
  readonly secondReview: 'blind' | undefined;
  readonly documents: readonly DocumentCourse[];
  readonly runs: readonly RunCourse[];
  readonly counts: Readonly<Record<DocumentStatus, number>>;
  readonly status: BatchStatus;
  readonly statusSince: number | undefined;
  readonly received: number;
  readonly version: number;
  readonly updatedAt: number;
}

export function batchCourse(batch: StoriedBatch, anchor: number): BatchCourse {
  const { story, workflow } = batch;
  const thresholds = thresholdsAt(workflow, batch.submittedAt, anchor);
  const hash = hashOf(batch.batchId);
  const arrivals = arrivalsOf(batch, story.missing ?? 0, hash);
  const received = arrivals.filter((at) => at !== undefined);
  const lastReceived = Math.max(batch.submittedAt, ...peaks(received));
  const runs = batch.execution === 'none' ? [] : runsOf(batch, thresholds, lastReceived);
  const secondReview = secondReviewAt(workflow, batch.submittedAt, anchor);
  const reviews = reviewsOf(batch, runs[0], { anchor, fourEyes: secondReview !== undefined });
  const passages = passagesByDocument(runs);
  const checks = checksOf(batch, runs.at(-1), passages, anchor);
  const actsOn = (index: number): readonly Act[] => reviews.get(index) ?? checks.get(index) ?? untouched;
  const documents = arrivals.map((receivedAt, index) =>
    documentCourse(batch, index, receivedAt, passages.get(index) ?? none, actsOn(index)),
  );
  const counts = countsOf(documents);
  const decided = documents.flatMap(({ decision }) => (decision ? [decision.at] : []));
  return {
    batch,
    thresholds,
    secondReview,
    documents,
    runs,
    counts,
    status: batchStatusOf({ counts, runs: runs.map(({ status }) => status) }),
    statusSince: statusSince(runs, documents),
    received: received.length,
    version: 1 + received.length + runs.reduce((sum, run) => sum + changesBy(run), 0) + decided.length,
    updatedAt: Math.max(lastReceived, ...runs.map(({ endedAt }) => endedAt), ...decided),
  };
}

const none: readonly Passage[] = [];
const untouched: readonly Act[] = [];

/** Files arrive within the minute, in no order. Those that never came are none of the first. */
function arrivalsOf(
  { size, submittedAt }: StoriedBatch,
  missing: number,
  hash: number,
): (number | undefined)[] {
  return Array.from({ length: size }, (_, index) =>
    index >= size - missing ? undefined : Math.floor(submittedAt + 2_000 + throwOf(hash, index) * 50_000),
  );
}

/** As many numbers as one call takes. */
function peaks(numbers: readonly number[]): readonly number[] {
  return [numbers.reduce((most, number) => Math.max(most, number), 0)];
}

function runsOf(batch: StoriedBatch, thresholds: Thresholds, lastReceived: number): RunCourse[] {
  const { reprocessed = [] } = batch.story;
  const listed = Array.from({ length: batch.size }, (_, index) => index);
  const runs = [runCourse(batch, thresholds, { run: 1, startedAt: lastReceived, listed })];
  for (const [place, hours] of reprocessed.entries()) {
    const before = runs.at(-1);
    const failed = before?.passages.filter(({ outcome }) => outcome === 'FAILED') ?? [];
    if (!before || failed.length === 0) break;
    // Nobody reprocesses what is still in work.
    const startedAt = Math.max(batch.submittedAt + hours * 3_600_000, before.endedAt + 240_000);
    const again = failed.map(({ index }) => index);
    runs.push(runCourse(batch, thresholds, { run: place + 2, startedAt, listed: again }));
  }
  return runs;
}

function passagesByDocument(runs: readonly RunCourse[]): ReadonlyMap<number, readonly Passage[]> {
  const found = new Map<number, readonly Passage[]>();
  for (const { passages } of runs) {
    for (const passage of passages)
      found.set(passage.index, [...(found.get(passage.index) ?? none), passage]);
  }
  return found;
}

function countsOf(documents: readonly DocumentCourse[]): Record<DocumentStatus, number> {
  const counts = Object.fromEntries(documentStatuses.map((status) => [status, 0])) as Record<
    DocumentStatus,
    number
  >;
  for (const { status } of documents) counts[status] += 1;
  return counts;
}

/** How often a run changed its batch: when it began and ended, and whenever a count moved. */
function changesBy({ run, listed, passages }: RunCourse): number {
  // The first run takes each document out of the line; the others are handed theirs, 48 in a transaction.
  const begun = run === 1 ? 1 + passages.length : Math.ceil(listed.length / 48);
  return begun + passages.length + 1;
}
