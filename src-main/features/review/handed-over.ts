import type { Batch } from '#shared/contract/pipeline-items.ts';
import type { QueueInput } from '#shared/contract/review.ts';
import type { Persona } from '#shared/contract/session.ts';
import { maySeeTenant } from '#shared/permissions.ts';
import { pickBatch, readBatchesById, tenantOfBatch } from '../../aws/batches-by-id.ts';
import type { StoredItem } from '../../aws/dynamodb/reading.ts';
import { isWanted, latestWanted, type QueueReads } from '../../reads/queue-filters.ts';
import { openBatch } from '../../reads/review-queue.ts';
import { noWorkflows } from '../../reads/workflow-facts.ts';
import { batchRow } from '../../rows/batch-rows.ts';
import { itemsOfKind } from '../../rows/page-of-rows.ts';
import { waitingDocument, type WaitingDocument } from '../../rows/waiting-document.ts';

/** The pipeline API looks at as many before it hands out the next document. */
const mostHanded = 50;
/** Each batch takes a read, and a colleague rarely hands over documents of many. */
const mostBatches = 20;

interface Parts extends QueueReads {
  readonly who: Persona | null;
  readonly now: number;
}

/**
 * Lists the waiting documents that were handed over to this person, wherever they stand in the queue. A deployment
 * without their index, or a role that may not read it, has them in their place in the queue only.
 */
export async function listHandedOver(input: QueueInput, parts: Parts): Promise<readonly WaitingDocument[]> {
  const { reader, reads, who, workflows: findWorkflows } = parts;
  if (who === null) return [];
  const read = reads.paid(
    await reader.run('extraction.documentsHandedTo', { assignedTo: who.id }, { pageSize: mostHanded }),
  );
  if (!read.ok) return [];
  const items = itemsOfKind(read.value.items, 'Document').own.filter((item) => isAsked(item, input, who));
  const batches = await readBatches(items, parts);
  const workflows = await (findWorkflows?.([...batches.values()]) ?? noWorkflows);
  const latest = latestWanted(input, parts.now);
  return items.flatMap((item) => {
    const batch = batches.get(batchName(item));
    if (batch === undefined || (input.workflowId ?? batch.workflowId) !== batch.workflowId) return [];
    const document = waitingDocument(item, batch, openBatch(batch, input, workflows));
    const { waitingSince, assigned } = document.row;
    // The index may still show a document that was decided or handed on.
    if (assigned?.to !== who.id || Date.parse(waitingSince ?? '') > latest) return [];
    return isWanted(input, document) === 'wanted' ? [document] : [];
  });
}

function isAsked(item: StoredItem, { tenantId }: QueueInput, who: Persona): boolean {
  const tenant = tenantOfBatch(item);
  if (tenant === undefined || !maySeeTenant(who, tenant)) return false;
  const status = item.attributes['status'];
  return (
    (tenantId ?? tenant) === tenant && status !== undefined && 'S' in status && status.S === 'REVIEW_REQUIRED'
  );
}

/** The batch names the project, which the keys of its documents do not. */
async function readBatches(
  items: readonly StoredItem[],
  { reader, reads }: Parts,
): Promise<ReadonlyMap<string, Batch>> {
  const names = [...new Set(items.map(batchName))].slice(0, mostBatches);
  const found = await Promise.all(
    names.map(async (name): Promise<readonly [string, Batch][]> => {
      const [tenantId, batchId = ''] = name.split('#');
      const read = reads.paid(await readBatchesById(reader, batchId));
      const picked = read.ok ? pickBatch(read.value, tenantId) : undefined;
      return picked?.is === 'one' ? [[name, batchRow(picked.item)]] : [];
    }),
  );
  return new Map(found.flat());
}

function batchName(item: StoredItem): string {
  const key = item.key['PK'];
  const [, tenantId = '', , batchId = ''] = (key !== undefined && 'S' in key ? (key.S ?? '') : '').split('#');
  return `${tenantId}#${batchId}`;
}
