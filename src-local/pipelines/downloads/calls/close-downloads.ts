import { ApiProblem, commit, type ApiAnswer, type ApiCall } from '../../api/call.ts';
import type { PipelineParts } from '../../parts.ts';
import { endedFiles } from '../changes-seen.ts';
import { expectedFiles } from '../check-batch.ts';
import { batchUpdate, getBatch } from '../items/batches.ts';
import { nextBatch } from '../items/next-item.ts';
import type { BatchItem } from '../items/item-shapes.ts';
import { isOpen } from '../items/status-moves.ts';
import { batchAnswer } from './answers.ts';
import { requireVersion, stale } from './require-version.ts';

/** Its files go on as they are: one that is fetched is fetched, and each can be requeued. */
export async function closeDownloads(
  parts: PipelineParts,
  call: ApiCall<{ readonly reason: string }>,
): Promise<ApiAnswer> {
  const batch = await existing(parts, call.params['batchId'] ?? '');
  requireVersion(call, batch.UpdatedAt, batchAnswer(batch));
  if (!isOpen(batch)) {
    throw new ApiProblem(
      'batch-already-closed',
      `${batch.BatchID} has ended already: it is ${batch.Status}. Nothing was done.`,
      batchAnswer(batch),
    );
  }
  const changes = {
    ...endedFiles(await expectedFiles(parts, batch)),
    Status: 'failed',
    ClosedBy: call.caller.sub,
    CloseReason: call.body.reason,
  } as const;
  const next = nextBatch(parts, batch, changes);
  const answer = { status: 200, body: { batch: batchAnswer(next) } };
  const change = { Update: batchUpdate(parts, batch, next, changes) };
  const outcome = await commit(parts, [change], call.remembered(answer));
  if (outcome === 'lost') throw stale(batchAnswer(await existing(parts, batch.BatchID)));
  return answer;
}

async function existing(parts: PipelineParts, batchId: string): Promise<BatchItem> {
  const batch = await getBatch(parts, batchId);
  if (batch) return batch;
  throw new ApiProblem('not-found', `There is no batch ${batchId}. Nothing was done.`);
}
