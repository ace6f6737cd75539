import { z } from 'zod';
import type { FunctionContext, PipelineFunction, PipelineParts } from '../parts.ts';
import { readInvoice } from './accepted-invoices.ts';
import { decideEnd, fitIntoItem, storeWordFile } from './document-results.ts';
import { changeDocument, nextDocument } from './change-batch.ts';
import { createHistoryEvent } from './stored-items.ts';
import { pipelineActor } from '#shared/domain/pipeline-names.ts';
import type { DocumentItem, DocumentError, DocumentUsage } from './item-shapes.ts';
import { getWorkflow, getBatch, getDocument } from './read-items.ts';
import { reportDocument } from './metrics.ts';
import type { GapsFilled, PagesRead, ReaderJob, Readers } from './readers.ts';
import {
  beginStage,
  deleteStageResults,
  storeStageResult,
  readStageResult,
  stageInputSchema,
  failureInputSchema,
  type BegunStage,
  type StageInput,
} from './stage.ts';

/**
 * Runs one of the three stages for one document. The same call may come twice, or late: it then finds that there is
 * nothing to do.
 */
export function processDocument(parts: PipelineParts, readers: Readers): PipelineFunction {
  return async (given, context) => {
    const input = stageInputSchema.parse(given);
    const begun = await beginStage(parts, input);
    if (!begun) return { status: 'passed over' };
    const job = await prepareJob(parts, input, begun, context);
    const { document } = begun;
    if (input.stage === 'verify') return { status: await verify(parts, readers, begun, job) };
    if (input.stage === 'textract') await readPages(parts, readers, document, job);
    else await fillGaps(parts, readers, document, job);
    return { status: 'PROCESSING' };
  };
}

async function prepareJob(
  parts: PipelineParts,
  { run }: StageInput,
  { batch, document }: BegunStage,
  context: FunctionContext,
): Promise<ReaderJob> {
  const workflow = await getWorkflow(parts, batch);
  return {
    bucket: parts.names.extraction.documentsBucket,
    key: document.objectKey,
    documentId: document.documentId,
    run,
    schema: workflow?.schema ?? {},
    retryCount: context.retryCount,
    reviewThreshold: batch.reviewThreshold,
    signal: context.signal,
    async sleep(ms) {
      await context.sleep(ms);
      context.signal.throwIfAborted();
    },
  };
}

/** Pages from an earlier attempt are used again; after a redrive days later they may have expired. */
async function readPages(
  parts: PipelineParts,
  readers: Readers,
  document: DocumentItem,
  job: ReaderJob,
): Promise<PagesRead> {
  const kept = await readStageResult(parts, document, 'textract');
  if (kept) return kept;
  const { words, ...read } = await readers.textract(job);
  await storeWordFile(parts, document, words);
  await storeStageResult(parts, document, 'textract', read);
  return read;
}

async function fillGaps(
  parts: PipelineParts,
  readers: Readers,
  document: DocumentItem,
  job: ReaderJob,
): Promise<{ read: PagesRead; filled: GapsFilled }> {
  const read = await readPages(parts, readers, document, job);
  const kept = await readStageResult(parts, document, 'gap-fill');
  if (kept) return { read, filled: kept };
  const filled = await readers.gapFill(job, read);
  await storeStageResult(parts, document, 'gap-fill', filled);
  return { read, filled };
}

async function verify(
  parts: PipelineParts,
  readers: Readers,
  { batch, document: before }: BegunStage,
  job: ReaderJob,
): Promise<string> {
  const { read, filled } = await fillGaps(parts, readers, before, job);
  const { fields, checks, score, usage } = await readers.verify(job, read, filled);
  const result = {
    fields,
    lineItems: read.lineItems,
    checks,
    score,
    usage: { textract: read.usage, gapFill: filled.usage, verify: usage },
  };
  const next = await fitIntoItem(
    parts,
    nextDocument(parts, before, { ...decideEnd(result, batch), resultsAt: undefined }),
  );
  const invoice = readInvoice(fields, job.schema);
  const event = createHistoryEvent(parts, {
    what: next.status === 'FAILED' ? 'failed' : 'processed',
    actor: pipelineActor,
    batchId: batch.batchId,
    run: before.run,
    stage: 'verify',
    ...(next.error && { reason: next.error.message }),
    before: { status: before.status },
    after: { status: next.status, score },
  });
  if ((await changeDocument(parts, { batch, before, next, event, invoice })) !== 'done') return 'passed over';
  await deleteStageResults(parts, before);
  await reportDocument(parts, next);
  return next.status;
}

/** One document fails, and its batch goes on. */
export function markDocumentFailed(parts: PipelineParts): PipelineFunction {
  return async (given) => {
    const { batch: ref, documentId, run, stage, failure } = failureInputSchema.parse(given);
    const error = { stage, ...toDocumentError(failure) };
    for (;;) {
      const batch = await getBatch(parts, ref);
      const before = await getDocument(parts, { ...ref, documentId });
      // A stage can fail before it has said that it began.
      const isInWork = before?.status === 'PROCESSING' || before?.status === 'QUEUED';
      if (!batch || !before || !isInWork || before.run !== run) return { status: 'passed over' };
      const next = nextDocument(parts, before, {
        ...nothingRead,
        status: 'FAILED',
        stage,
        error,
        usage: await sumUsage(parts, before),
      });
      const event = createHistoryEvent(parts, {
        what: 'failed',
        actor: pipelineActor,
        batchId: ref.batchId,
        run,
        stage,
        reason: error.message,
        before: { status: before.status },
        after: { status: 'FAILED', code: error.code },
      });
      if ((await changeDocument(parts, { batch, before, next, event })) !== 'done') continue;
      await deleteStageResults(parts, before);
      await reportDocument(parts, next);
      return { status: 'FAILED' };
    }
  };
}

/** Values that an earlier run has read must not look like results of this run. */
const nothingRead = {
  score: undefined,
  fields: undefined,
  lineItems: undefined,
  checks: undefined,
  resultsAt: undefined,
} as const;

const longestMessage = 1_000;
/** https://docs.aws.amazon.com/lambda/latest/dg/nodejs-exceptions.html */
const lambdaCause = z.object({ errorMessage: z.string() });

function toDocumentError({
  Error: code,
  Cause: cause,
}: {
  readonly Error?: string | null | undefined;
  readonly Cause?: string | null | undefined;
}): Omit<DocumentError, 'stage'> {
  const message = extractMessage(cause ?? '') || 'It gave no reason.';
  return { code: code || 'Error', message: message.slice(0, longestMessage) };
}

function extractMessage(cause: string): string {
  try {
    const { success, data } = lambdaCause.safeParse(JSON.parse(cause));
    return success ? data.errorMessage : cause;
  } catch {
    // A service of AWS gives its cause as text.
    return cause;
  }
}

/** The earlier stages have been paid for even when a later one fails. */
async function sumUsage(parts: PipelineParts, document: DocumentItem): Promise<DocumentUsage | undefined> {
  const read = await readStageResult(parts, document, 'textract');
  const filled = await readStageResult(parts, document, 'gap-fill');
  if (!read && !filled) return undefined;
  return { ...(read && { textract: read.usage }), ...(filled && { gapFill: filled.usage }) };
}
