import {
  ExecutionAlreadyExists,
  StartExecutionCommand,
  DescribeExecutionCommand,
  ExecutionDoesNotExist,
} from '@aws-sdk/client-sfn';
import { deriveBatchStatus, type RunStatus } from '#shared/domain/statuses.ts';
import type { PipelineParts } from '../parts.ts';
import { changeBatch, inOrder } from './change-batch.ts';
import type { BatchItem } from './item-shapes.ts';
import { buildExecutionArn, buildExecutionName, buildStateMachineArn } from './state-machine.ts';

/** Two who start the same run start it once. */
export async function startRun(parts: PipelineParts, batch: BatchItem, run: number): Promise<string> {
  await changeBatch(parts, batch, { alter: (current) => withRun(parts, current, run) });
  return startExecution(parts, batch.batchId, run);
}

/** Returns the changes to a batch when a run begins. Undefined means that the run has begun before. */
export function withRun(
  parts: PipelineParts,
  { batchId, run: latest, runs }: BatchItem,
  run: number,
): Partial<BatchItem> | undefined {
  if (latest >= run) return undefined;
  return { run, runs: { ...runs, [run]: 'RUNNING' }, executionArn: buildExecutionArn(parts, batchId, run) };
}

/** Call it after the batch was changed, because an execution reads the batch first. */
export async function startExecution(parts: PipelineParts, batchId: string, run: number): Promise<string> {
  try {
    await parts.clients.sfn.send(
      new StartExecutionCommand({
        stateMachineArn: buildStateMachineArn(parts),
        name: buildExecutionName(batchId, run),
        input: JSON.stringify({ batchId }),
      }),
    );
  } catch (error) {
    if (!(error instanceof ExecutionAlreadyExists)) throw error;
  }
  return buildExecutionArn(parts, batchId, run);
}

/**
 * Returns whether a task of this run still has work to do, since a task of an ended execution may come late. A redrive
 * shows only in the execution, so this also records it in the batch.
 */
export async function isRunUnderWay(parts: PipelineParts, batch: BatchItem, run: number): Promise<boolean> {
  if (getRunStatus(batch, run) === 'RUNNING') return true;
  const found = await findExecution(parts, batch.batchId, run);
  if (found?.status !== 'RUNNING' || !found.isRedriven) return false;
  await setRun(parts, batch, run, 'RUNNING');
  // It may have ended in between, and who was told of that may have said so before us.
  const now = await findExecution(parts, batch.batchId, run);
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
      getRunStatus(current, run) === status
        ? undefined
        : {
            runs: { ...current.runs, [run]: status },
            ...(status !== 'RUNNING' && {
              runEnds: withEnd(current, { run, status, at: new Date(parts.now()).toISOString() }),
            }),
          },
  });
}

/** A redriven run ends again, which changes nothing about how it ended first. */
function withEnd(
  batch: BatchItem,
  { run, status, at }: { readonly run: number; readonly status: RunStatus; readonly at: string },
): NonNullable<BatchItem['runEnds']> {
  const { runEnds, counts, runs } = batch;
  const before = runEnds?.[run];
  if (before !== undefined) return { ...runEnds, [run]: { ...before, lastAt: at } };
  const firstStatus = deriveBatchStatus({ counts, runs: inOrder({ ...runs, [run]: status }) });
  return { ...runEnds, [run]: { firstAt: at, firstStatus, lastAt: at } };
}

/** Undefined: it has not begun, or the batch is from before runs were written down. */
export function getRunStatus({ runs }: Partial<BatchItem>, run: number): RunStatus | undefined {
  return runs?.[run];
}

interface FoundExecution {
  readonly status: RunStatus;
  readonly isRedriven: boolean;
  /** In milliseconds, of the last redrive. */
  readonly redrivenAt: number | undefined;
  readonly endedAt: number | undefined;
}

/** Undefined: there is no such execution, or not any more. What it answers may be a moment old. */
export async function findExecution(
  parts: PipelineParts,
  batchId: string,
  run: number,
): Promise<FoundExecution | undefined> {
  try {
    const executionArn = buildExecutionArn(parts, batchId, run);
    const {
      status,
      redriveCount = 0,
      redriveDate,
      stopDate,
    } = await parts.clients.sfn.send(new DescribeExecutionCommand({ executionArn }));
    if (status === undefined) return undefined;
    return {
      status: status === 'PENDING_REDRIVE' ? 'RUNNING' : status,
      isRedriven: redriveCount > 0,
      redrivenAt: redriveDate?.getTime(),
      endedAt: stopDate?.getTime(),
    };
  } catch (error) {
    if (error instanceof ExecutionDoesNotExist) return undefined;
    throw error;
  }
}
