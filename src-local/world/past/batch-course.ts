import {
  deriveBatchStatus,
  documentStatuses,
  type BatchStatus,
  type DocumentStatus,
  type Thresholds,
} from '#shared/domain/statuses.ts';
import { stages } from '#pipelines/extraction/readers.ts';
import { hashText, throwDie } from '../randomness.ts';
import type { PastPlan } from './past-plan.ts';
import type { StoriedBatch } from './story.ts';
import { findSettings } from './tenants.ts';
import { planChecks, decideReviews, type Act, type Decision } from './review-acts.ts';
import { followRun, type Passage, type RunCourse } from './run-course.ts';
import type { PlannedBatch, PlannedDocument } from './plan.ts';
import { once } from './lazy-telling.ts';

/** The course of a batch until the anchor. */
export interface BatchCourse {
  readonly batch: StoriedBatch;
  readonly anchor: number;
  readonly thresholds: Thresholds;
  /** The workflow's setting at the submission. */
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

export function followBatch(batch: StoriedBatch, anchor: number): BatchCourse {
  const { story, workflow } = batch;
  const { thresholds, secondReview } = findSettings(workflow, batch.submittedAt, anchor);
  const hash = hashText(batch.batchId);
  const arrivals = listArrivals(batch, story.missing ?? 0, hash);
  const received = arrivals.filter((at) => at !== undefined);
  const lastReceived = Math.max(batch.submittedAt, ...computePeaks(received));
  const runs = batch.execution === 'none' ? [] : followRuns(batch, thresholds, lastReceived);
  const reviews = decideReviews(batch, runs[0], { anchor, fourEyes: secondReview !== undefined });
  const passages = passagesByDocument(runs);
  const checks = planChecks(batch, runs.at(-1), passages, anchor);
  const actsOn = (index: number): readonly Act[] => reviews.get(index) ?? checks.get(index) ?? untouched;
  const documents = arrivals.map((receivedAt, index) =>
    followDocument(batch, index, receivedAt, passages.get(index) ?? none, actsOn(index)),
  );
  const decided = documents.flatMap(({ decision }) => (decision ? [decision.at] : []));
  return {
    batch,
    anchor,
    thresholds,
    secondReview,
    documents,
    runs,
    ...viewBatchAt({ documents, runs }, Infinity),
    statusSince: findStatusSince({ documents, runs }),
    received: received.length,
    version: 1 + received.length + runs.reduce((sum, run) => sum + countRunChanges(run), 0) + decided.length,
    updatedAt: Math.max(lastReceived, ...runs.map(({ endedAt }) => endedAt), ...decided),
  };
}

const none: readonly Passage[] = [];
const untouched: readonly Act[] = [];

/** Files arrive within the minute, in no order. Those that never came are none of the first. */
function listArrivals(
  { size, submittedAt }: StoriedBatch,
  missing: number,
  hash: number,
): (number | undefined)[] {
  return Array.from({ length: size }, (_, index) =>
    index >= size - missing ? undefined : Math.floor(submittedAt + 2_000 + throwDie(hash, index) * 50_000),
  );
}

/** Returns only the largest, because a call takes only so many arguments. */
function computePeaks(numbers: readonly number[]): readonly number[] {
  return [numbers.reduce((most, number) => Math.max(most, number), 0)];
}

function followRuns(batch: StoriedBatch, thresholds: Thresholds, lastReceived: number): RunCourse[] {
  const { reprocessed = [] } = batch.story;
  const listed = Array.from({ length: batch.size }, (_, index) => index);
  const runs = [followRun(batch, thresholds, { run: 1, startedAt: lastReceived, listed })];
  for (const [place, hours] of reprocessed.entries()) {
    const before = runs.at(-1);
    const failed = before?.passages.filter(({ outcome }) => outcome === 'FAILED') ?? [];
    if (!before || failed.length === 0) break;
    // Documents still in work are not reprocessed.
    const startedAt = Math.max(batch.submittedAt + hours * 3_600_000, before.endedAt + 240_000);
    const again = failed.map(({ index }) => index);
    runs.push(followRun(batch, thresholds, { run: place + 2, startedAt, listed: again }));
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

/** Counts a run's changes to its batch: its begin and end, and each change of a count. */
function countRunChanges({ run, listed, passages }: RunCourse): number {
  // The first run takes each document out of the line; the others are handed theirs, 48 in a transaction.
  const begun = run === 1 ? 1 + passages.length : Math.ceil(listed.length / 48);
  return begun + passages.length + 1;
}

/** The course of a document until the anchor. Times are milliseconds since 1970. */
export interface DocumentCourse {
  readonly planned: PlannedDocument;
  /** Undefined: its file has not come. */
  readonly receivedAt: number | undefined;
  /** The first passage is automatic; the others were requested by a person. */
  readonly passages: readonly Passage[];
  /** Empty: no reviewer has touched it. */
  readonly acts: readonly Act[];
  /** The last of the acts, where that is one. */
  readonly decision: Decision | undefined;
  readonly status: DocumentStatus;
  readonly statusSince: number | undefined;
  readonly version: number;
  readonly updatedAt: number;
}

function followDocument(
  batch: PlannedBatch,
  index: number,
  receivedAt: number | undefined,
  passages: readonly Passage[],
  acts: readonly Act[],
): DocumentCourse {
  const latest = passages.at(-1);
  const last = acts.at(-1);
  const decision = last?.does === 'decides' ? last : undefined;
  let version = receivedAt === undefined ? 1 : 2;
  for (const passage of passages) version += countChanges(passage);
  return {
    planned: batch.document(index),
    receivedAt,
    passages,
    acts,
    decision,
    status: decision ? decidedAs[decision.decision] : (latest?.outcome ?? 'QUEUED'),
    statusSince: decision?.at ?? latest?.endedAt,
    version: version + acts.length,
    updatedAt: last?.at ?? latest?.endedAt ?? receivedAt ?? batch.submittedAt,
  };
}

const decidedAs = { approve: 'SUCCEEDED', reject: 'REJECTED' } as const;

/** Each stage records its begin, and then its end; a further run begins with a request. */
function countChanges({ run, reading: { stageMs }, interrupted }: Passage): number {
  const begun = interrupted ? stages.indexOf(interrupted.stage) + 1 : stageMs.length;
  return (run > 1 ? 1 : 0) + begun + 1;
}

type Course = Pick<BatchCourse, 'documents' | 'runs'>;

/** Returns the documents of a batch by status, and its own status, as they were at a time. */
export function viewBatchAt(
  { documents, runs }: Course,
  time: number,
): { readonly counts: Readonly<Record<DocumentStatus, number>>; readonly status: BatchStatus } {
  const counts = Object.fromEntries(documentStatuses.map((status) => [status, 0])) as Record<
    DocumentStatus,
    number
  >;
  const begun = runs.filter(({ startedAt }) => startedAt <= time);
  for (const document of documents) counts[findStatusAt(document, begun.length, time)] += 1;
  const standing = begun.map(({ endedAt, status }) => (endedAt <= time ? status : 'RUNNING'));
  return { counts, status: deriveBatchStatus({ counts, runs: standing }) };
}

/** `runs`: how many had begun. A run takes up all of its documents when it begins. */
function findStatusAt(
  { decision, status, passages }: DocumentCourse,
  runs: number,
  time: number,
): DocumentStatus {
  if (decision && decision.at <= time) return status;
  const latest = passages.findLast(({ run }) => run <= runs);
  if (!latest) return 'QUEUED';
  return latest.endedAt <= time ? latest.outcome : 'PROCESSING';
}

/** Finds when a batch got its status. Undefined means that it still has its first. */
function findStatusSince(course: Course): number | undefined {
  const moments = [
    ...course.runs.flatMap(({ startedAt, endedAt, passages }) => {
      const whole = passages.filter(({ interrupted }) => !interrupted);
      return [
        startedAt,
        whole.reduce((last, passage) => Math.max(last, passage.endedAt), startedAt),
        endedAt,
      ];
    }),
    ...course.documents.flatMap(({ decision }) => decision?.at ?? []),
  ];
  let status: BatchStatus = 'QUEUED';
  let since: number | undefined;
  for (const at of moments.toSorted((one, other) => one - other)) {
    const next = viewBatchAt(course, at).status;
    if (next !== status) since = at;
    status = next;
  }
  return since;
}

/** Works out the course of each batch only when it is asked for. */
export interface Courses {
  readonly batches: readonly StoriedBatch[];
  readonly all: () => readonly BatchCourse[];
  readonly of: (batch: StoriedBatch) => BatchCourse;
}

export function followCourses({ batches, anchor }: Pick<PastPlan, 'batches' | 'anchor'>): Courses {
  const known = new WeakMap<StoriedBatch, BatchCourse>();
  const of = (batch: StoriedBatch): BatchCourse => {
    const found = known.get(batch) ?? followBatch(batch, anchor);
    known.set(batch, found);
    return found;
  };
  return { batches, of, all: once(() => batches.map(of)) };
}
