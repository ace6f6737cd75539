import type { BatchItem } from '../../../pipelines/extraction/item-shapes.ts';
import { buildExecutionName } from '../../../pipelines/extraction/state-machine.ts';
import type { BatchCourse } from '../course/batch-course.ts';
import { isoTime } from './iso-time.ts';

/** `machineArn`: of the state machine that has run it. */
export function batchItem(course: BatchCourse, machineArn: string): BatchItem {
  const { batch, runs, thresholds, secondReview } = course;
  const { tenantId, projectId, workflowId } = batch.workflow;
  const latest = runs.at(-1)?.run;
  return {
    tenantId,
    projectId,
    batchId: batch.batchId,
    workflowId,
    status: course.status,
    ...(course.statusSince !== undefined && { statusSince: isoTime(course.statusSince) }),
    counts: course.counts,
    documentCount: batch.size,
    received: course.received,
    run: latest ?? 0,
    runs: Object.fromEntries(runs.map(({ run, status }) => [String(run), status])),
    ...(latest !== undefined && {
      executionArn: `${machineArn.replace(':stateMachine:', ':execution:')}:${buildExecutionName(batch.batchId, latest)}`,
    }),
    ...thresholds,
    ...(secondReview && { secondReview }),
    submittedBy: submitterOf(tenantId),
    version: course.version,
    createdAt: isoTime(batch.submittedAt),
    updatedAt: isoTime(course.updatedAt),
  };
}

/** Batches are sent by the customers' own systems. */
function submitterOf(tenantId: string): string {
  return `${tenantId}-upload`;
}
