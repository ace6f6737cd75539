import type { z } from 'zod';
import type { operations } from '#shared/pipeline-api/operations.ts';
import { holdSeconds } from '#shared/domain/pipeline-limits.ts';
import { nextDocument } from '../../extraction/change-batch.ts';
import { historyEvent } from '../../extraction/history-event.ts';
import type { BatchItem, DocumentItem, Opinion } from '../../extraction/item-shapes.ts';
import type { PipelineParts } from '../../parts.ts';
import { ApiProblem } from '../call.ts';
import type { Decision } from './change-one-document.ts';
import type { OwnCall } from './handler.ts';
import { unclaimed } from './may-review.ts';
import { readResults, schemaOf, withRoom } from './results.ts';
import { isOneOfTwo, opinionsOf, placesThatDiffer } from './second-opinion.ts';
import { unassigned, whatItWas } from './what-it-was.ts';

export type ReviewBody = z.output<(typeof operations)['reviewDocument']['body']>;
export type ReviewCall = OwnCall<ReviewBody>;

/**
 * Under four eyes: the first opinion, or a second one that differs. Undefined where what this person says decides.
 * The passport tells that there is an opinion, and not which.
 */
export async function giveOpinion(
  parts: PipelineParts,
  call: ReviewCall,
  before: DocumentItem,
  batch: BatchItem,
): Promise<Decision | undefined> {
  if (!isOneOfTwo(batch, before)) return undefined;
  const mine = opinionOf(parts, call);
  const [first] = opinionsOf(before);
  if (!first) {
    const holdUntil = new Date(parts.now() + holdSeconds * 1_000).toISOString();
    return noted(parts, call, before, {
      what: 'first opinion',
      kept: { opinions: [mine], holdUntil, undo: whatItWas(before) },
    });
  }
  const differs = placesThatDiffer(first, mine, {
    results: await readResults(parts, before),
    schema: await schemaOf(parts, before, batch),
  });
  if (differs.length === 0) return undefined;
  // Nothing to undo: whoever has been told that they differ would decide anew with the first opinion before them.
  return noted(parts, call, before, {
    what: 'opinions differ',
    kept: { opinions: [first, mine], differs, holdUntil: undefined, undo: undefined },
  });
}

function opinionOf(parts: PipelineParts, { caller, body }: ReviewCall): Opinion {
  const { decision, corrections, reason } = body;
  const at = new Date(parts.now()).toISOString();
  const opinion = { by: caller.sub, at, decision, corrections, ...(reason !== undefined && { reason }) };
  if (new TextEncoder().encode(JSON.stringify(opinion)).length <= mostBytes) return opinion;
  throw new ApiProblem(
    'too-large',
    `The corrections of one person may have ${mostBytes} bytes until another has decided. Nothing was done.`,
  );
}

/** Two of them have to fit into an item. */
const mostBytes = 100_000;

async function noted(
  parts: PipelineParts,
  { caller, requestId }: ReviewCall,
  before: DocumentItem,
  {
    what,
    kept,
  }: {
    readonly what: 'first opinion' | 'opinions differ';
    readonly kept: Pick<Parameters<typeof nextDocument>[2], 'opinions' | 'differs' | 'holdUntil' | 'undo'>;
  },
): Promise<Decision> {
  const { batchId, run } = before;
  return {
    next: await withRoom(parts, nextDocument(parts, before, { ...unclaimed, ...unassigned, ...kept })),
    event: historyEvent(parts, { what, actor: caller.sub, batchId, run, requestId }),
  };
}
