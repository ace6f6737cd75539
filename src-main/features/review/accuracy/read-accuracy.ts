import type { Accuracy } from '#shared/contract/review/accuracy.ts';
import { ok, type Result } from '#shared/contract/result.ts';
import { maySeeTenant } from '#shared/domain/tenant-scope.ts';
import { observedAccuracy, type Judgement } from '#shared/domain/review/observed-accuracy.ts';
import { passingReader } from '../../../aws/passing-reader.ts';
import { outOfScope } from '../../../aws/scope/out-of-scope.ts';
import type { Handlers } from '../../../contract/handlers.ts';
import {
  explainCut,
  newBatchBudget,
  newestBatches,
  nextBatch,
  type NewestParts,
} from '../queue/newest-batches.ts';
import { paidReads } from '../../../reads/paid-reads.ts';
import type { QueueParts } from '../queue/queue-parts.ts';
import { schemaTypes } from '../../../reads/review-queue.ts';
import { judgedBatch } from './judged-batch.ts';
import { keptAnswers } from './kept-answers.ts';

interface WorkflowKey {
  readonly tenantId: string;
  readonly projectId: string;
  readonly workflowId: string;
}

const anHour = 3_600_000;
/** Enough to learn from, and no more than a page of a project's history. */
const most = { batches: 12, documents: 400, looked: 40, read: 6_000 };

/** How often the readers of a workflow were right, as reviewers have found. Read at most once an hour. */
export function readAccuracy({ doors, session, orders, now }: QueueParts): Handlers['review.accuracy'] {
  const kept = keptAnswers<Accuracy>(now, { longest: anHour, most: 50 });

  return ({ tenantId, projectId, workflowId }) => {
    const { connection, who, sandboxResets } = session();
    // Before what is kept: somebody else may have asked for it.
    if (!maySeeTenant(who, tenantId)) return outOfScope(tenantId, 'Nothing was read.');
    const reader = passingReader(doors().reader);
    const order = orders.of({ connection, sandboxResets });
    const key = JSON.stringify([connection.id, sandboxResets, tenantId, projectId, workflowId]);
    return kept.get(key, async () => {
      const reads = paidReads({ pattern: 'extraction.documentsOfBatch', index: 'table' }, now);
      return reads.billed(
        await learn({ tenantId, projectId, workflowId }, now(), {
          reader,
          reads,
          order,
          budget: newBatchBudget(),
        }),
      );
    });
  };
}

async function learn(key: WorkflowKey, now: number, parts: NewestParts): Promise<Result<Accuracy>> {
  const { tenantId, projectId, workflowId } = key;
  const types = await schemaTypes(key, parts);
  if (!types.ok) return types;

  const judgements: Judgement[] = [];
  let [batches, documents, looked, read] = [0, 0, 0, 0];
  let since: string | null = null;
  let left = newestBatches(tenantId, [projectId]);
  while (batches < most.batches && documents < most.documents && looked < most.looked && read < most.read) {
    const next = await nextBatch(left, parts);
    if (!next.ok) return next;
    const { batch, rest } = next.value;
    left = rest;
    if (batch === null) break;
    if (batch.workflowId !== workflowId || batch.counts.SUCCEEDED === 0) continue;
    const judged = await judgedBatch(batch, {
      ...parts,
      types: types.value,
      now,
      mostRead: most.read - read,
    });
    if (!judged.ok) return judged;
    looked += 1;
    read += judged.value.read;
    since = batch.createdAt ?? since;
    if (judged.value.documents === 0) continue;
    batches += 1;
    documents += judged.value.documents;
    judgements.push(...judged.value.judgements);
  }
  return ok({
    workflowId,
    fields: observedAccuracy(judgements),
    documents,
    batches,
    since,
    cut: explainCut(left),
    readAt: new Date(now).toISOString(),
  });
}
