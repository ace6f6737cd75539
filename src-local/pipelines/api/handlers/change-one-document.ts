import { changeDocument } from '../../extraction/change-batch.ts';
import type { BatchItem, DocumentItem, HistoryEvent } from '../../extraction/item-shapes.ts';
import { getDocument } from '../../extraction/items/read-items.ts';
import type { PipelineParts } from '../../parts.ts';
import { ApiProblem, type ApiAnswer } from '../call.ts';
import { documentAnswer } from './document-answer.ts';
import { KeyTaken, type OwnCall } from './handler.ts';
import { notFound, requireTenant, requireVersion } from './refusals.ts';

export interface Decision {
  readonly next: DocumentItem;
  readonly event: HistoryEvent;
  /** Where it was looked up; it is needed where the status changes. */
  readonly batch?: BatchItem;
}

/** Refusals in their order: not there, not that version, and then what `decide` throws. */
export async function changeOneDocument(
  parts: PipelineParts,
  call: OwnCall,
  decide: (before: DocumentItem) => Decision | Promise<Decision>,
): Promise<ApiAnswer> {
  for (let attempt = 1; attempt <= mostAttempts; attempt += 1) {
    const before = await theDocument(parts, call);
    requireVersion(call.ifMatch, before, documentAnswer(before));
    const decision = await decide(before);
    const answer = { status: 200, body: { document: documentAnswer(decision.next) } };
    const outcome = await changeDocument(parts, { before, ...decision, also: [call.remembered(answer)] });
    if (outcome === 'done') return answer;
    if (outcome === 'refused') throw new KeyTaken();
    // Lost: the next look says to whom.
  }
  throw new ApiProblem(
    'try-again',
    'Others keep changing this document. Nothing was done; look at it again.',
  );
}

/** As it is now, where what it was then was too large to be kept. */
export async function tellDocumentAgain(
  parts: PipelineParts,
  call: OwnCall,
  kept: ApiAnswer,
): Promise<ApiAnswer> {
  if ('document' in kept.body) return kept;
  return { ...kept, body: { document: documentAnswer(await theDocument(parts, call)) } };
}

const mostAttempts = 5;

async function theDocument(parts: PipelineParts, { caller, params }: OwnCall): Promise<DocumentItem> {
  const { tenantId = '', batchId = '', documentId = '' } = params;
  requireTenant(caller, tenantId, 'document');
  const document = await getDocument(parts, { tenantId, batchId, documentId });
  if (!document) throw notFound('document');
  return document;
}
