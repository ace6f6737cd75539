import type { ConnectionDoors } from '#main/aws/doors.ts';
import type { CatalogueReader, PageRead, StoredItem } from '#main/aws/dynamodb/reading.ts';
import { batchRow } from '#main/rows/batch-rows.ts';
import { documentRow } from '#main/rows/document-rows.ts';
import { projectRow } from '#main/rows/tenant-rows.ts';
import { keyText } from '#shared/catalogue/items/attribute-value.ts';
import type { UsageTotals } from '#shared/contract/costs.ts';
import type { Result } from '#shared/contract/result.ts';
import type { Batch } from '#shared/contract/pipeline-items.ts';
import type { DocumentRow } from '#shared/contract/triage.ts';
import { documentCost, sumOfCosts, type SummedCost } from '#shared/pricing/document-cost.ts';
import type { PriceBook } from '#shared/pricing/price-book.ts';
import { addTotals, emptyTotals, computeTotals } from '#shared/pricing/usage-totals.ts';
import { valueOf } from '#test/builders/a-reading-world.ts';

export interface DirectBatch {
  readonly batch: Batch;
  /** This is the batch's status and time in the status index, or null if it is not there. */
  readonly indexed: { readonly status: string; readonly at: number } | null;
}

interface DirectDocument {
  readonly document: DocumentRow;
  readonly indexed: DirectBatch['indexed'];
}

type Reading = Pick<ConnectionDoors, 'reader'>;

/** Reads every batch of these tenants from the base table, without any index. */
export async function everyBatch(
  { reader }: Reading,
  tenantIds: readonly string[],
): Promise<readonly DirectBatch[]> {
  const found: DirectBatch[] = [];
  for (const tenantId of tenantIds) {
    for (const project of await all(reader, 'extraction.projectsOfTenant', { tenantId })) {
      const { projectId } = projectRow(project);
      const items = await all(reader, 'extraction.batchesOfProject', { tenantId, projectId });
      found.push(...items.map((item) => ({ batch: batchRow(item), indexed: readIndexKeys(item) })));
    }
  }
  return found;
}

export async function everyDocument(
  { reader }: Reading,
  batches: readonly DirectBatch[],
): Promise<readonly DirectDocument[]> {
  const found: DirectDocument[] = [];
  for (const { batch } of batches) {
    const { tenantId, batchId } = batch;
    const items = await all(reader, 'extraction.documentsOfBatch', { tenantId, batchId });
    found.push(...items.map((item) => ({ document: documentRow(item), indexed: readIndexKeys(item) })));
  }
  return found;
}

function readIndexKeys({ attributes }: StoredItem): DirectBatch['indexed'] {
  const [partition, at] = [keyText(attributes, 'GSI2PK'), keyText(attributes, 'GSI2SK')];
  if (partition === undefined || at === undefined) return null;
  return { status: partition.split('#').at(-1) ?? '', at: Date.parse(at) };
}

type Listing = 'extraction.projectsOfTenant' | 'extraction.batchesOfProject' | 'extraction.documentsOfBatch';

async function all(
  reader: CatalogueReader,
  name: Listing,
  params: { readonly tenantId: string; readonly projectId?: string; readonly batchId?: string },
): Promise<readonly StoredItem[]> {
  const items: StoredItem[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const read: Result<PageRead> = await reader.run(name, params, { cursor });
    items.push(...valueOf(read).items);
    ({ cursor } = valueOf(read));
  }
  return items;
}

interface Summed {
  /** The keys combine project, workflow and day. */
  readonly cells: ReadonlyMap<string, UsageTotals>;
  readonly batches: number;
  readonly documents: number;
  /** This is the sum over the single documents. */
  readonly cost: SummedCost;
}

/** Sums the usage of a tenant's ended batches since a day by reading every document. */
export async function summedDirectly(
  { reader }: Pick<ConnectionDoors, 'reader'>,
  tenantId: string,
  from: string,
  book: PriceBook,
): Promise<Summed> {
  const cells = new Map<string, UsageTotals>();
  const costs = [];
  let batches = 0;
  for (const project of await all(reader, 'extraction.projectsOfTenant', { tenantId })) {
    const { projectId } = projectRow(project);
    const listed = await all(reader, 'extraction.batchesOfProject', { tenantId, projectId });
    for (const { batchId, workflowId, createdAt, status } of listed.map(batchRow)) {
      const day = createdAt?.slice(0, 10) ?? '';
      if (day < from) continue;
      batches += 1;
      if (status === 'QUEUED' || status === 'PROCESSING') continue;
      const key = [projectId, workflowId, day].join(' ');
      for (const item of await all(reader, 'extraction.documentsOfBatch', { tenantId, batchId })) {
        const { usage } = documentRow(item);
        cells.set(key, addTotals(cells.get(key) ?? emptyTotals, computeTotals(usage)));
        costs.push(documentCost(usage, book));
      }
    }
  }
  return { cells, batches, documents: costs.length, cost: sumOfCosts(costs) };
}
