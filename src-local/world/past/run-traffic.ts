import { batchStatusOf, type BatchStatus } from '#shared/domain/batch-status.ts';
import { documentStatuses, type DocumentStatus } from '#shared/domain/document-status.ts';
import type { BatchCourse } from './course/batch-course.ts';
import type { RunCourse } from './course/run-course.ts';
import type { PlannedBatch } from './plan.ts';

/** A run, and what its batch was when it ended. */
export interface RunTraffic extends RunCourse {
  readonly batch: PlannedBatch;
  readonly counts: Readonly<Record<DocumentStatus, number>>;
  readonly batchStatus: BatchStatus;
}

/** All of them, the earliest end first. */
export function runTraffic(courses: readonly BatchCourse[]): RunTraffic[] {
  return courses.flatMap(runsOfBatch).toSorted((one, other) => one.endedAt - other.endedAt);
}

function runsOfBatch({ batch, runs, documents }: BatchCourse): RunTraffic[] {
  const latest = new Map<number, DocumentStatus>();
  return runs.map((run, place) => {
    for (const { index, outcome } of run.passages) latest.set(index, outcome);
    for (const [index, { decision, status }] of documents.entries()) {
      if (decision && decision.at <= run.endedAt) latest.set(index, status);
    }
    const counts = countsOf(batch.size, latest.values());
    const statuses = runs.slice(0, place + 1).map(({ status }) => status);
    return { ...run, batch, counts, batchStatus: batchStatusOf({ counts, runs: statuses }) };
  });
}

/** Those that no run has come to are in line. */
function countsOf(size: number, ended: Iterable<DocumentStatus>): Record<DocumentStatus, number> {
  const counts = Object.fromEntries(documentStatuses.map((status) => [status, 0])) as Record<
    DocumentStatus,
    number
  >;
  counts.QUEUED = size;
  for (const status of ended) {
    counts[status] += 1;
    counts.QUEUED -= 1;
  }
  return counts;
}
