import { z } from 'zod';
import { changeDocument, nextDocument } from '../change-batch.ts';
import { historyEvent, pipelineActor } from '../history-event.ts';
import type { DocumentError, DocumentItem, DocumentUsage } from '../item-shapes.ts';
import { getBatch, getDocument } from '../items/read-items.ts';
import { reportDocument } from '../metrics.ts';
import type { PipelineFunction, PipelineParts } from '../../parts.ts';
import { forgetResults, keptResult } from './kept-between-stages.ts';
import { failureInputSchema } from './stage-input.ts';

/** One document fails, and its batch goes on. */
export function markDocumentFailed(parts: PipelineParts): PipelineFunction {
  return async (given) => {
    const { batch: ref, documentId, run, stage, failure } = failureInputSchema.parse(given);
    const error = { stage, ...errorOf(failure) };
    for (;;) {
      const before = await getDocument(parts, { ...ref, documentId });
      // A stage can fail before it has said that it began.
      const isInWork = before?.status === 'PROCESSING' || before?.status === 'QUEUED';
      if (!before || !isInWork || before.run !== run) return { status: 'passed over' };
      const batch = await getBatch(parts, ref);
      const next = nextDocument(parts, before, {
        ...nothingRead,
        status: 'FAILED',
        stage,
        error,
        usage: await usageOf(parts, before),
      });
      const event = historyEvent(parts, {
        what: 'failed',
        actor: pipelineActor,
        batchId: ref.batchId,
        run,
        stage,
        reason: error.message,
        before: { status: before.status },
        after: { status: 'FAILED', code: error.code },
      });
      const change = { before, next, event, ...(batch && { batch }) };
      if ((await changeDocument(parts, change)) !== 'done') continue;
      await forgetResults(parts, before);
      await reportDocument(parts, next);
      return { status: 'FAILED' };
    }
  };
}

/** What an earlier run has read is not what this one failed to read. */
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

function errorOf({
  Error: code,
  Cause: cause,
}: {
  readonly Error?: string | null | undefined;
  readonly Cause?: string | null | undefined;
}): Omit<DocumentError, 'stage'> {
  const message = messageIn(cause ?? '') || 'It gave no reason.';
  return { code: code || 'Error', message: message.slice(0, longestMessage) };
}

function messageIn(cause: string): string {
  try {
    const { success, data } = lambdaCause.safeParse(JSON.parse(cause));
    return success ? data.errorMessage : cause;
  } catch {
    // A service of AWS gives its cause as text.
    return cause;
  }
}

/** What the stages before have cost is spent all the same. */
async function usageOf(parts: PipelineParts, document: DocumentItem): Promise<DocumentUsage | undefined> {
  const read = await keptResult(parts, document, 'textract');
  const filled = await keptResult(parts, document, 'gap-fill');
  if (!read && !filled) return undefined;
  return { ...(read && { textract: read.usage }), ...(filled && { gapFill: filled.usage }) };
}
