import { extraction } from '#shared/catalogue/systems/extraction.ts';
import type { Plan } from '#shared/contract/jobs/plans.ts';
import type { Batch } from '#shared/contract/triage/batches.ts';
import type { ConnectionDoors } from '../../aws/connection-access.ts';
import { pickBatch, readBatchesById } from '../../aws/batches-by-id.ts';
import type { RunName } from '../../aws/executions.ts';
import type { StoredItem } from '../../aws/reading.ts';
import { batchRow } from '../../rows/batch-rows.ts';
import { documentRow } from '../../rows/document-rows.ts';
import type { SeenItems } from '../job-action.ts';

export interface RunStanding {
  readonly seen: SeenItems;
  /** The pipeline writes down a while after the end of an execution what became of its documents. */
  readonly isSettled: boolean;
}

/**
 * How a run stands in the table, by keys: its batch, and where the execution has ended its documents, too, if they are
 * few. What cannot be read is left out: it says nothing of the execution.
 */
export async function runStanding(
  doors: ConnectionDoors,
  { tenantId: ofTenant, ...name }: RunName & Pick<Plan, 'tenantId'>,
  hasEnded: boolean,
): Promise<RunStanding> {
  const { reader } = doors;
  const found = await readBatchesById(reader, name.batchId);
  const picked = found.ok ? pickBatch(found.value, ofTenant) : null;
  if (picked?.is !== 'one') return nothing;
  const { tenantId, projectId, batchId } = batchRow(picked.item);
  const key = { tenantId, projectId, batchId };
  const batches = await reader.run('extraction.batchByKey', key, { consistent: true });
  const batchItems = batches.ok ? batches.value.items : [];
  const documentItems = hasEnded ? await documentsOf(doors, name, tenantId) : [];
  reader.changed(extraction, [...batchItems, ...documentItems]);
  const seen = { batches: batchItems.map(batchRow), documents: documentItems.map(documentRow) };
  return { seen, isSettled: hasRunEnded(seen.batches[0], name.run) && !seen.documents.some(isInWork(name)) };
}

async function documentsOf(
  { reader, executions }: ConnectionDoors,
  name: RunName,
  tenantId: string,
): Promise<readonly StoredItem[]> {
  const listed = await executions.documentIds(name);
  if (!listed.ok || listed.value.length === 0 || listed.value.length > mostDocuments) return [];
  const { batchId } = name;
  const keys = [...new Set(listed.value)].map((documentId) => ({ tenantId, batchId, documentId }));
  const documents = await reader.run('extraction.documentsByKeys', keys, { consistent: true });
  return documents.ok ? documents.value.items : [];
}

const mostDocuments = 200;

const nothing: RunStanding = { seen: { documents: [], batches: [] }, isSettled: true };

/** Batches from before runs were written down, and ones that cannot be read, are not waited for. */
function hasRunEnded(batch: Batch | undefined, run: number): boolean {
  return batch?.runs[String(run)] !== 'RUNNING';
}

function isInWork({ run }: RunName) {
  return (document: SeenItems['documents'][number]): boolean =>
    document.status === 'PROCESSING' && document.run === run;
}
