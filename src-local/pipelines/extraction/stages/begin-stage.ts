import type { PipelineParts } from '../../parts.ts';
import {
  changeBatch,
  changeDocument,
  nextDocument,
  type ChangeOutcome,
  type DocumentChange,
} from '../change-batch.ts';
import { historyEvent, pipelineActor } from '../history-event.ts';
import type { BatchItem, DocumentItem, HistoryEvent } from '../item-shapes.ts';
import { getBatch, getDocument } from '../items/read-items.ts';
import { isRunUnderWay, statusOfRun } from '../run-state.ts';
import type { StageInput } from './stage-input.ts';

export interface BegunStage {
  readonly batch: BatchItem;
  readonly document: DocumentItem;
}

/** Says in the item that a stage works on it. Undefined: there is nothing to do here, or not any more. */
export async function beginStage(parts: PipelineParts, input: StageInput): Promise<BegunStage | undefined> {
  const { batch: ref, documentId, run, stage } = input;
  for (;;) {
    const batch = await getBatch(parts, ref);
    const before = await getDocument(parts, { ...ref, documentId });
    if (!batch || !before || !mayBeProcessed(before, run)) return undefined;
    if (!(await isRunUnderWay(parts, batch, run))) return undefined;
    if (before.status === 'PROCESSING' && before.stage === stage) return { batch, document: before };
    const next = nextDocument(parts, before, { status: 'PROCESSING', stage, error: undefined });
    const event = before.status === 'FAILED' ? { event: takenUpAgain(parts, input, before) } : {};
    const outcome = await changed(parts, batch, run, { before, next, ...event });
    if (outcome === 'done') return { batch, document: next };
  }
}

/** A document that comes into work comes into a run that is still under way, in the same transaction. */
function changed(
  parts: PipelineParts,
  batch: BatchItem,
  run: number,
  change: DocumentChange,
): Promise<ChangeOutcome> {
  if (change.before.status === 'PROCESSING') return changeDocument(parts, change);
  return changeBatch(parts, batch, {
    documents: [change],
    alter: (current) => (statusOfRun(current, run) === 'RUNNING' ? {} : undefined),
  });
}

/** Of this run, and waiting, in work, or interrupted with its execution: a redrive takes it up again. */
export function mayBeProcessed(
  { status, run, error }: Pick<DocumentItem, 'status' | 'run' | 'error'>,
  wanted: number,
): boolean {
  if (run !== wanted) return false;
  if (status === 'FAILED') return error !== undefined && interruptions.has(error.code);
  return status === 'QUEUED' || status === 'PROCESSING';
}

/** How a document that was in work tells of its execution's end. */
export const interruptionOf = {
  FAILED: 'ExecutionFailed',
  TIMED_OUT: 'ExecutionTimedOut',
  ABORTED: 'ExecutionStopped',
} as const;

const interruptions = new Set<string>(Object.values(interruptionOf));

function takenUpAgain(
  parts: PipelineParts,
  { batch, run, stage }: StageInput,
  { error }: DocumentItem,
): HistoryEvent {
  return historyEvent(parts, {
    what: 'execution redriven',
    actor: pipelineActor,
    batchId: batch.batchId,
    run,
    stage,
    before: { status: 'FAILED', ...(error && { code: error.code }) },
    after: { status: 'PROCESSING' },
  });
}
