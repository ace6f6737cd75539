import { endedWith } from '../ended-document.ts';
import { changeDocument, nextDocument } from '../change-batch.ts';
import { historyEvent, pipelineActor } from '../history-event.ts';
import type { DocumentItem } from '../item-shapes.ts';
import { getWorkflow } from '../items/read-items.ts';
import { reportDocument } from '../metrics.ts';
import { fitted } from '../overflow.ts';
import type { FunctionContext, PipelineFunction, PipelineParts } from '../../parts.ts';
import type { GapsFilled, PagesRead, ReaderJob, Readers } from '../readers.ts';
import { beginStage, type BegunStage } from './begin-stage.ts';
import { forgetResults, keepResult, keptResult } from './kept-between-stages.ts';
import { stageInputSchema, type StageInput } from './stage-input.ts';

/**
 * One of the three stages, for one document. The same call may come twice, or late: it then finds that there is
 * nothing to do.
 */
export function processDocument(parts: PipelineParts, readers: Readers): PipelineFunction {
  return async (given, context) => {
    const input = stageInputSchema.parse(given);
    const begun = await beginStage(parts, input);
    if (!begun) return { status: 'passed over' };
    const job = await jobFor(parts, input, begun, context);
    const { document } = begun;
    if (input.stage === 'verify') return { status: await verify(parts, readers, begun, job) };
    if (input.stage === 'textract') await pagesRead(parts, readers, document, job);
    else await gapsFilled(parts, readers, document, job);
    return { status: 'PROCESSING' };
  };
}

async function jobFor(
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
    async sleep(ms) {
      await context.sleep(ms);
      context.signal.throwIfAborted();
    },
  };
}

/** What lies there from an earlier attempt is as good; after a redrive days later it may be gone. */
async function pagesRead(
  parts: PipelineParts,
  readers: Readers,
  document: DocumentItem,
  job: ReaderJob,
): Promise<PagesRead> {
  const kept = await keptResult(parts, document, 'textract');
  if (kept) return kept;
  const read = await readers.textract(job);
  await keepResult(parts, document, 'textract', read);
  return read;
}

async function gapsFilled(
  parts: PipelineParts,
  readers: Readers,
  document: DocumentItem,
  job: ReaderJob,
): Promise<{ read: PagesRead; filled: GapsFilled }> {
  const read = await pagesRead(parts, readers, document, job);
  const kept = await keptResult(parts, document, 'gap-fill');
  if (kept) return { read, filled: kept };
  const filled = await readers.gapFill(job, read);
  await keepResult(parts, document, 'gap-fill', filled);
  return { read, filled };
}

async function verify(
  parts: PipelineParts,
  readers: Readers,
  { batch, document: before }: BegunStage,
  job: ReaderJob,
): Promise<string> {
  const { read, filled } = await gapsFilled(parts, readers, before, job);
  const { fields, checks, score, usage } = await readers.verify(job, read, filled);
  const result = {
    fields,
    lineItems: read.lineItems,
    checks,
    score,
    usage: { textract: read.usage, gapFill: filled.usage, verify: usage },
  };
  const next = await fitted(
    parts,
    nextDocument(parts, before, { ...endedWith(result, batch), resultsAt: undefined }),
  );
  const event = historyEvent(parts, {
    what: next.status === 'FAILED' ? 'failed' : 'processed',
    actor: pipelineActor,
    batchId: batch.batchId,
    run: before.run,
    stage: 'verify',
    ...(next.error && { reason: next.error.message }),
    before: { status: before.status },
    after: { status: next.status, score },
  });
  if ((await changeDocument(parts, { batch, before, next, event })) !== 'done') return 'passed over';
  await forgetResults(parts, before);
  await reportDocument(parts, next);
  return next.status;
}
