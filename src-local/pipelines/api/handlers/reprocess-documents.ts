import type { z } from 'zod';
import type { reprocessOutcomes } from '#shared/pipeline-api/calls/batches.ts';
import type { operations } from '#shared/pipeline-api/operations.ts';
import { changeBatch, type DocumentChange } from '../../extraction/change-batch.ts';
import type { BatchItem } from '../../extraction/item-shapes.ts';
import { findBatch, getBatch } from '../../extraction/items/read-items.ts';
import { startExecution, withRun } from '../../extraction/start-run.ts';
import type { PipelineParts } from '../../parts.ts';
import { ApiProblem } from '../call.ts';
import { commit } from './commit.ts';
import { KeyTaken, type OwnCall, type OwnHandler } from './handler.ts';
import { getDocuments } from './get-documents.ts';
import { notFound, requireTenant } from './refusals.ts';
import { reprocessed, standing } from './reprocessed.ts';

type Body = z.output<(typeof operations)['reprocessDocuments']['body']>;
export type Outcome = (typeof reprocessOutcomes)[number];

/**
 * The first documents, the number of the new run and a note of it under the caller's key change together; the rest
 * follows, and the execution last. Who dies on the way and comes again with the key goes on where the note says, so
 * that there is one run however often it is sent.
 */
export function reprocessDocuments(parts: PipelineParts): OwnHandler<Body> {
  return {
    async run(call) {
      const batch = await theBatch(parts, call);
      const ids = [...new Set(call.body.documentIds)];
      const outcomes = new Map<string, Outcome>();
      let run = call.note === undefined ? undefined : Number(call.note);
      for (let from = 0; from < ids.length; from += mostInTransaction) {
        run = await takeUp(parts, call, {
          batch,
          run,
          outcomes,
          ids: ids.slice(from, from + mostInTransaction),
        });
      }
      const executionArn = await begin(parts, batch, run, outcomes);
      const documents = call.body.documentIds.map((documentId) => ({
        documentId,
        outcome: outcomes.get(documentId) ?? 'not found',
      }));
      const answer = { status: 202, body: { run: run ?? null, executionArn, documents } };
      await commit(parts, [], call.remembered(answer));
      return answer;
    },
  };
}

/** Each with a line in its passport; the batch and the note are the other two of 100 actions. */
const mostInTransaction = 48;
const mostAttempts = 20;

async function theBatch(parts: PipelineParts, { caller, params }: OwnCall<Body>): Promise<BatchItem> {
  const found = await findBatch(parts, params['batchId'] ?? '');
  if (!found) throw notFound('batch');
  requireTenant(caller, found.tenantId, 'batch');
  return found;
}

/** These documents into the run, which begins to be with the first of them that may be reprocessed. */
async function takeUp(
  parts: PipelineParts,
  call: OwnCall<Body>,
  {
    batch: { tenantId, projectId, batchId },
    run,
    ids,
    outcomes,
  }: { batch: BatchItem; run: number | undefined; ids: readonly string[]; outcomes: Map<string, Outcome> },
): Promise<number | undefined> {
  for (let attempt = 1; attempt <= mostAttempts; attempt += 1) {
    const batch = await getBatch(parts, { tenantId, projectId, batchId });
    if (!batch) throw notFound('batch');
    const documents = await getDocuments(parts, batch, ids);
    const into = run ?? ((batch as Partial<BatchItem>).run ?? 0) + 1;
    const changes: DocumentChange[] = [];
    for (const id of ids) {
      const document = documents.get(id);
      const outcome = document ? standing(batch, document, run) : 'not found';
      outcomes.set(id, outcome === 'free' ? 'started' : outcome);
      if (document && outcome === 'free') changes.push(reprocessed(parts, call, document, into));
    }
    if (changes.length === 0) return run;
    const outcome = await changeBatch(parts, batch, {
      documents: changes,
      ...(run === undefined && {
        alter: (current) => withRun(parts, current, into),
        also: [call.begins(String(into))],
      }),
    });
    if (outcome === 'done') return into;
    if (outcome === 'refused') throw new KeyTaken();
    await parts.pause(attempt);
  }
  throw new ApiProblem(
    'try-again',
    'Others keep changing these documents. Send the same request again, with the same Idempotency-Key.',
  );
}

/** Also one that was noted down and never begun, because who asked for it died on the way. */
async function begin(
  parts: PipelineParts,
  batch: BatchItem,
  run: number | undefined,
  outcomes: ReadonlyMap<string, Outcome>,
): Promise<string | null> {
  if (run !== undefined) return startExecution(parts, batch.batchId, run);
  const now = [...outcomes.values()].includes('already in work') ? await getBatch(parts, batch) : undefined;
  if (now && now.run > 0 && now.runs[now.run] === 'RUNNING')
    await startExecution(parts, now.batchId, now.run);
  return null;
}
