import type { ExecutionEnded, PipelineParts } from '../parts.ts';
import { changeBatch, nextDocument, type ChangeOutcome } from './change-batch.ts';
import { createHistoryEvent } from './stored-items.ts';
import { pipelineActor } from '#shared/domain/pipeline-names.ts';
import type { BatchItem, DocumentItem } from './item-shapes.ts';
import { findBatch, getBatch, getDocument } from './read-items.ts';
import { reportDocument } from './metrics.ts';
import { parseExecutionName } from './state-machine.ts';
import { findExecution, setRun, getRunStatus } from './runs.ts';
import { interruptionCodes } from './stage.ts';
import { readDocuments } from './batch-stages.ts';

/**
 * Cleans up after an execution. Its batch must not say that it is running, and documents in work have failed with it.
 * Documents that were not started stay queued. The Map of a large batch tolerates every failure, so an execution can
 * succeed around a child that could not record its own.
 */
export function executionEnded(parts: PipelineParts): (event: ExecutionEnded) => Promise<void> {
  return async ({ executionArn, status: told, cause, endedAt = 0 }) => {
    const named = parseExecutionName(executionArn.split(':').at(-1) ?? '');
    const found = named && (await findBatch(parts, named.batchId));
    const batch = found && (await getBatch(parts, found));
    if (!batch) return;
    const { run } = named;
    const execution = await findExecution(parts, batch.batchId, run);
    // The event may come late: by now it may have been redriven.
    const { isRedriven = false, redrivenAt = Infinity } = execution ?? {};
    if (execution?.status === 'RUNNING' && isRedriven && redrivenAt >= endedAt) return;
    // Not redriven since, it has ended for good, though Step Functions may say so a moment later.
    const isCurrent =
      execution && execution.status !== 'RUNNING' && (execution.endedAt ?? Infinity) >= endedAt;
    const status = isCurrent ? execution.status : told;
    await setRun(parts, batch, run, status);
    if (status === 'SUCCEEDED' && !(await hasDocumentsInWork(parts, batch))) return;
    const code = interruptionCodes[status];
    const message = `${sentences[status]}${cause === undefined || cause === '' ? '' : `: ${cause}`}`;
    await failInterrupted(parts, batch, run, { code, message: message.slice(0, longestMessage) });
  };
}

const longestMessage = 1_000;

/** Spares a batch that has ended as it should the reading of its documents. */
async function hasDocumentsInWork(parts: PipelineParts, batch: BatchItem): Promise<boolean> {
  const now = await getBatch(parts, batch);
  return now !== undefined && now.counts.PROCESSING > 0;
}

interface Interruption {
  readonly code: string;
  readonly message: string;
}

const sentences = {
  SUCCEEDED: 'Its execution ended without a result for it',
  FAILED: 'Its execution has failed',
  TIMED_OUT: 'Its execution has run out of time',
  ABORTED: 'Its execution was stopped',
} as const;

async function failInterrupted(
  parts: PipelineParts,
  batch: BatchItem,
  run: number,
  why: Interruption,
): Promise<void> {
  for (const standing of await readDocuments(parts, batch)) {
    if (standing.status !== 'PROCESSING' || standing.run !== run) continue;
    // A task that was on its way may be quicker once or twice; it begins no stage in a run that has ended.
    for (;;) {
      const now = await getBatch(parts, batch);
      if (!now || getRunStatus(now, run) === 'RUNNING') return;
      const before = await getDocument(parts, standing);
      if (before?.status !== 'PROCESSING' || before.run !== run) break;
      if ((await failOne(parts, now, before, why)) === 'done') break;
    }
  }
}

async function failOne(
  parts: PipelineParts,
  batch: BatchItem,
  before: DocumentItem,
  why: Interruption,
): Promise<ChangeOutcome> {
  const error = { stage: before.stage ?? 'textract', ...why };
  const next = nextDocument(parts, before, { status: 'FAILED', stage: error.stage, error });
  const event = createHistoryEvent(parts, {
    what: 'failed',
    actor: pipelineActor,
    batchId: batch.batchId,
    run: before.run,
    stage: error.stage,
    reason: error.message,
    before: { status: 'PROCESSING' },
    after: { status: 'FAILED', code: error.code },
  });
  const outcome = await changeBatch(parts, batch, {
    documents: [{ before, next, event }],
    // It may have been redriven meanwhile, and the document be in work again.
    alter: (current) => (getRunStatus(current, before.run) === 'RUNNING' ? undefined : {}),
  });
  if (outcome === 'done') await reportDocument(parts, next);
  return outcome;
}
