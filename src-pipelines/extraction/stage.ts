import { z } from 'zod';
import { DeleteObjectCommand, GetObjectCommand, NoSuchKey, PutObjectCommand } from '@aws-sdk/client-s3';
import type { PipelineParts } from '../parts.ts';
import {
  changeBatch,
  changeDocument,
  nextDocument,
  type ChangeOutcome,
  type DocumentChange,
} from './change-batch.ts';
import { createHistoryEvent } from './stored-items.ts';
import { pipelineActor } from '#shared/domain/pipeline-names.ts';
import type { BatchItem, DocumentItem, HistoryEvent } from './item-shapes.ts';
import { getBatch, getDocument } from './read-items.ts';
import { isRunUnderWay, getRunStatus } from './runs.ts';
import { stages, type GapsFilled, type PagesRead } from './readers.ts';

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
    if (!batch || !before || !isProcessable(before, run)) return undefined;
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
    alter: (current) => (getRunStatus(current, run) === 'RUNNING' ? {} : undefined),
  });
}

/** A document of this run that waits, is in work, or was interrupted with its execution, which a redrive resumes. */
export function isProcessable(
  { status, run, error }: Pick<DocumentItem, 'status' | 'run' | 'error'>,
  wanted: number,
): boolean {
  if (run !== wanted) return false;
  if (status === 'FAILED') return error !== undefined && interruptions.has(error.code);
  return status === 'QUEUED' || status === 'PROCESSING';
}

/** The error code of a document that was in work when its execution ended. */
export const interruptionCodes = {
  SUCCEEDED: 'ExecutionEnded',
  FAILED: 'ExecutionFailed',
  TIMED_OUT: 'ExecutionTimedOut',
  ABORTED: 'ExecutionStopped',
} as const;

const interruptions = new Set<string>(Object.values(interruptionCodes));

function takenUpAgain(
  parts: PipelineParts,
  { batch, run, stage }: StageInput,
  { error }: DocumentItem,
): HistoryEvent {
  return createHistoryEvent(parts, {
    what: 'execution redriven',
    actor: pipelineActor,
    batchId: batch.batchId,
    run,
    stage,
    before: { status: 'FAILED', ...(error && { code: error.code }) },
    after: { status: 'PROCESSING' },
  });
}

const batchRefSchema = z.object({ tenantId: z.string(), projectId: z.string(), batchId: z.string() });

/** The state machine passes this to the functions that work on one document. */
export const stageInputSchema = z.object({
  stage: z.enum(stages),
  batch: batchRefSchema,
  run: z.number().int().positive(),
  documentId: z.string(),
});
export type StageInput = z.infer<typeof stageInputSchema>;

/** The error that the state machine caught; the cause of a function's error is Lambda's JSON. */
export const failureInputSchema = stageInputSchema.extend({
  failure: z.object({ Error: z.string().nullish(), Cause: z.string().nullish() }),
});

export const finaliseInputSchema = z.object({
  batch: batchRefSchema,
  run: z.number().int().positive(),
  startedAt: z.iso.datetime(),
});

export const listInputSchema = z.object({
  /** The keys as GSI3 returned them. */
  keys: z.object({ PK: z.string(), SK: z.string() }),
  executionName: z.string(),
});

interface StageResults {
  readonly textract: PagesRead;
  readonly 'gap-fill': GapsFilled;
}
type StoredStage = keyof StageResults;
type Of = Pick<DocumentItem, 'batchId' | 'documentId' | 'run'>;

/** Stores a stage's result in S3, because a state of an execution holds only 256 KB for all documents together. */
export async function storeStageResult<S extends StoredStage>(
  parts: PipelineParts,
  document: Of,
  stage: S,
  result: StageResults[S],
): Promise<void> {
  await parts.clients.s3.send(
    new PutObjectCommand({
      ...locateResult(parts, document, stage),
      Body: JSON.stringify(result),
      ContentType: 'application/json',
    }),
  );
}

export async function readStageResult<S extends StoredStage>(
  parts: PipelineParts,
  document: Of,
  stage: S,
): Promise<StageResults[S] | undefined> {
  try {
    const { Body } = await parts.clients.s3.send(new GetObjectCommand(locateResult(parts, document, stage)));
    return JSON.parse((await Body?.transformToString()) ?? '') as StageResults[S];
  } catch (error) {
    if (error instanceof NoSuchKey) return undefined;
    throw error;
  }
}

export async function deleteStageResults(parts: PipelineParts, document: Of): Promise<void> {
  for (const stage of ['textract', 'gap-fill'] as const) {
    await parts.clients.s3.send(new DeleteObjectCommand(locateResult(parts, document, stage)));
  }
}

function locateResult({ names }: PipelineParts, { batchId, documentId, run }: Of, stage: StoredStage) {
  return {
    Bucket: names.extraction.documentsBucket,
    Key: `temporary/${batchId}/${documentId}/r${run}-${stage}.json`,
  };
}
