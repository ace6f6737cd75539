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
  if (statusOfRun(batch, run) === 'RUNNING') return true;
  const found = await executionOf(parts, batch.batchId, run);
  if (found?.status !== 'RUNNING' || !found.isRedriven) return false;
  await setRun(parts, batch, run, 'RUNNING');
  // It may have ended in between, and who was told of that may have said so before us.
  const now = await executionOf(parts, batch.batchId, run);
  if (now?.status === 'RUNNING') return true;
  if (now) await setRun(parts, batch, run, now.status);
  return false;
}

export async function setRun(
  parts: PipelineParts,
  batch: BatchItem,
  run: number,
  status: RunStatus,
): Promise<void> {
  await changeBatch(parts, batch, {
    alter: (current) =>
      statusOfRun(current, run) === status ? undefined : { runs: { ...current.runs, [run]: status } },
  });
}

/** Undefined: it has not begun, or the batch is from before runs were written down. */
export function statusOfRun({ runs }: Partial<BatchItem>, run: number): RunStatus | undefined {
  return runs?.[run];
}

/** Undefined: there is no such execution, or not any more. What it answers may be a moment old. */
export async function executionOf(
  parts: PipelineParts,
  batchId: string,
  run: number,
): Promise<{ readonly status: RunStatus; readonly isRedriven: boolean } | undefined> {
  try {
    const executionArn = executionArnOf(parts, batchId, run);
    const { status, redriveCount = 0 } = await parts.clients.sfn.send(
      new DescribeExecutionCommand({ executionArn }),
    );
    if (status === undefined) return undefined;
    return { status: status === 'PENDING_REDRIVE' ? 'RUNNING' : status, isRedriven: redriveCount > 0 };
  } catch (error) {
    if (error instanceof ExecutionDoesNotExist) return undefined;
    throw error;
  }
}
