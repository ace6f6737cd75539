import { keyText } from '#shared/catalogue/items/values-of-item.ts';
import { ok, type Result } from '#shared/contract/result.ts';
import type { SamplePage } from '#shared/contract/review/queue.ts';
import type { Batch } from '#shared/contract/triage/batches.ts';
import { sampled } from '#shared/domain/review/sampled.ts';
import type { StoredItem } from '../../../aws/reading.ts';
import { readRow } from '../../../rows/read-row.ts';
import type { QueueReads } from '../../../reads/review-queue.ts';

export type Accepted = Omit<SamplePage['rows'][number], 'hasDraft'>;

interface SampleOfBatch {
  readonly rows: readonly Accepted[];
  readonly accepted: number;
  readonly checked: number;
  readonly cursor: string | null;
  readonly throttled: number;
}

/** As many as one BatchGetItem takes. */
const pageOfBatch = 100;

/** Picked by what has no values in it; who has checked one stands in its item alone, so the picked ones are read. */
export async function sampleOfBatch(
  batch: Batch,
  from: string | undefined,
  percent: number,
  { reader, reads }: QueueReads,
): Promise<Result<SampleOfBatch>> {
  const { tenantId, batchId } = batch;
  const options = { cursor: from, pageSize: pageOfBatch };
  const scores = reads.paid(await reader.run('extraction.documentScores', { tenantId, batchId }, options));
  if (!scores.ok) return scores;
  const accepted = scores.value.items
    .filter(wasAccepted)
    .map((item) => readRow(item, 'Document').id('documentId'));
  const picked = accepted.filter((documentId) => sampled(documentId, percent));
  const { cursor, throttled } = scores.value;
  const counted = { accepted: accepted.length, cursor };
  if (picked.length === 0) return ok({ ...counted, rows: [], checked: 0, throttled });

  const keys = picked.map((documentId) => ({ tenantId, batchId, documentId }));
  const read = reads.paid(await reader.run('extraction.documentsByKeys', keys));
  if (!read.ok) return read;
  const now = read.value.items.filter(wasAccepted);
  const unchecked = now.filter(({ attributes }) => keyText(attributes, 'checkedBy') === undefined);
  return ok({
    ...counted,
    rows: unchecked.map((item) => rowOf(item, batch)),
    checked: now.length - unchecked.length,
    throttled: throttled + read.value.throttled,
  });
}

/** By the pipeline, without a person. */
function wasAccepted({ attributes }: StoredItem): boolean {
  return keyText(attributes, 'status') === 'SUCCEEDED' && keyText(attributes, 'reviewedBy') === undefined;
}

function rowOf(item: StoredItem, { tenantId, projectId, batchId, workflowId }: Batch): Accepted {
  const { read, id, asRead } = readRow(item, 'Document');
  const { version, updatedAt } = asRead();
  return {
    tenantId,
    projectId,
    batchId,
    documentId: id('documentId'),
    workflowId,
    fileName: read.text('fileName'),
    score: read.number('score', 'optional'),
    version,
    acceptedAt: read.time('statusSince', 'optional') ?? updatedAt,
  };
}
