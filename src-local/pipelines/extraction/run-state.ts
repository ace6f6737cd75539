import { DescribeExecutionCommand, ExecutionDoesNotExist } from '@aws-sdk/client-sfn';
import type { RunStatus } from '#shared/domain/batch-status.ts';
import type { PipelineParts } from '../parts.ts';
import { changeBatch } from './change-batch.ts';
import type { BatchItem } from './item-shapes.ts';
import { executionArnOf } from './run-name.ts';

/**
 * Whether a task of this run still has something to do: one of an execution that has ended may come late. That it was
 * redriven shows in the execution alone, so whoever finds out says it in the batch.
 */
export async function isRunUnderWay(parts: PipelineParts, batch: BatchItem, run: number): Promise<boolean> {
  if (batch.runs[run] === 'RUNNING') return true;
  if ((await executionStatus(parts, batch.batchId, run)) !== 'RUNNING') return false;
  await setRun(parts, batch, run, 'RUNNING');
  return true;
}

export async function setRun(
  parts: PipelineParts,
  batch: BatchItem,
  run: number,
  status: RunStatus,
): Promise<void> {
  await changeBatch(parts, batch, {
    alter: ({ runs }) => (runs[run] === status ? undefined : { runs: { ...runs, [run]: status } }),
  });
}

/** Undefined: there is no such execution, or not any more. */
export async function executionStatus(
  parts: PipelineParts,
  batchId: string,
  run: number,
): Promise<RunStatus | undefined> {
  try {
    const executionArn = executionArnOf(parts, batchId, run);
    const { status } = await parts.clients.sfn.send(new DescribeExecutionCommand({ executionArn }));
    return status === 'PENDING_REDRIVE' ? 'RUNNING' : status;
  } catch (error) {
    if (error instanceof ExecutionDoesNotExist) return undefined;
    throw error;
  }
}
