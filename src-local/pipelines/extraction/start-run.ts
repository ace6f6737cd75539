import { ExecutionAlreadyExists, StartExecutionCommand } from '@aws-sdk/client-sfn';
import type { PipelineParts } from '../parts.ts';
import { changeBatch } from './change-batch.ts';
import type { BatchItem } from './item-shapes.ts';
import { executionArnOf, executionNameOf, stateMachineArnOf } from './run-name.ts';

/** Two who start the same run start it once. */
export async function startRun(parts: PipelineParts, batch: BatchItem, run: number): Promise<string> {
  await changeBatch(parts, batch, { alter: (current) => withRun(parts, current, run) });
  return startExecution(parts, batch.batchId, run);
}

/** What is different in a batch once its run has begun. Undefined: it has begun before. */
export function withRun(
  parts: PipelineParts,
  { batchId, run: latest, runs }: BatchItem,
  run: number,
): Partial<BatchItem> | undefined {
  if (latest >= run) return undefined;
  return { run, runs: { ...runs, [run]: 'RUNNING' }, executionArn: executionArnOf(parts, batchId, run) };
}

/** After the batch says so: an execution reads it first thing. */
export async function startExecution(parts: PipelineParts, batchId: string, run: number): Promise<string> {
  try {
    await parts.clients.sfn.send(
      new StartExecutionCommand({
        stateMachineArn: stateMachineArnOf(parts),
        name: executionNameOf(batchId, run),
        input: JSON.stringify({ batchId }),
      }),
    );
  } catch (error) {
    if (!(error instanceof ExecutionAlreadyExists)) throw error;
  }
  return executionArnOf(parts, batchId, run);
}
