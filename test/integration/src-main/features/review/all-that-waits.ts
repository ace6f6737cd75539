import type { PageRead, StoredItem } from '#main/aws/reading.ts';
import { waitingDocument } from '#main/rows/waiting-document.ts';
import { batchRow } from '#main/rows/batch-rows.ts';
import { keyText } from '#shared/catalogue/items/values-of-item.ts';
import type { Result } from '#shared/contract/result.ts';
import type { QueueRow } from '#shared/contract/review/queue.ts';
import type { Batch } from '#shared/contract/triage/batches.ts';
import { valueOf } from '#test/builders/a-reading-world.ts';
import type { QueueDesk } from './a-queue-desk.ts';

export function idsOf(rows: readonly Pick<QueueRow, 'documentId'>[]): string[] {
  return rows.map(({ documentId }) => documentId);
}

/** Sorted by nothing but what stands in the table. */
export async function sortedAll(desk: QueueDesk, tenantIds: readonly string[]) {
  const all = await allThatWaits(desk, tenantIds);
  return all
    .map(({ batch, item }) => ({
      item,
      batch,
      ...waitingDocument(item, batch).row,
      since: Date.parse(keyText(item.attributes, 'GSI2SK') ?? ''),
    }))
    .toSorted((a, b) => a.since - b.since || (a.batchId < b.batchId ? -1 : 1));
}

interface Waiting {
  readonly batch: Batch;
  readonly item: StoredItem;
}

/** All that waits for review, by asking every batch for its newest. */
async function allThatWaits({ doors }: QueueDesk, tenantIds: readonly string[]): Promise<Waiting[]> {
  const { reader } = doors();
  const read = async (run: (cursor: string | undefined) => Promise<Result<PageRead>>) => {
    const items: StoredItem[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = valueOf(await run(cursor));
      items.push(...page.items);
      cursor = page.cursor;
    }
    return items;
  };
  const found: Waiting[] = [];
  for (const tenantId of tenantIds) {
    for (const status of ['REVIEW_REQUIRED', 'PROCESSING', 'FAILED'] as const) {
      const batches = await read((cursor) =>
        reader.run('extraction.batchesByStatus', { tenantId, status }, { cursor }),
      );
      for (const batch of batches.map(batchRow)) {
        const { batchId } = batch;
        const key = { tenantId, batchId, status: 'REVIEW_REQUIRED' };
        const waiting = await read((cursor) => reader.run('extraction.documentsByStatus', key, { cursor }));
        found.push(...waiting.map((item) => ({ batch, item })));
      }
    }
  }
  return found;
}
