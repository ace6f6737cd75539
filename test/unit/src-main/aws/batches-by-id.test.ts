import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pickBatch, readBatchesById } from '#main/aws/batches-by-id.ts';
import type { StoredItem } from '#main/aws/dynamodb/reading.ts';
import { valueOf } from '#test/builders/a-reading-world.ts';
import { aReader, aStoredItem } from '#test/builders/a-reader.ts';

function buildBatch(tenantId: string, projectId = 'p', entity: string | null = 'Batch'): StoredItem {
  const PK = `TENANT#${tenantId}#PROJECT#${projectId}`;
  return aStoredItem({ key: { PK: { S: PK }, SK: { S: 'BATCH#b' } }, entity, attributes: {} });
}

describe('batches with the same id', () => {
  it('are read to their last page, with one receipt for all', async () => {
    const { reader, asked } = aReader([[buildBatch('a')], [], [buildBatch('b')]]);
    const read = await readBatchesById(reader, 'b');
    expect(valueOf(read)).toEqual({ items: [buildBatch('a'), buildBatch('b')], more: false });
    expect(read.receipt).toMatchObject({ pages: 3, rru: 1.5 });
    expect(asked).toHaveLength(3);
  });

  it('end at a limit, and the result says that there are more', async () => {
    const { reader } = aReader(Array.from({ length: 9 }, (_, at) => [buildBatch(`t-${at}`)]));
    const read = valueOf(await readBatchesById(reader, 'b'));
    expect(read).toMatchObject({ more: true });
    expect(read.items).toHaveLength(5);
    expect(pickBatch(read)).toEqual({ is: 'several' });
    expect(pickBatch(read, 't-1')).toMatchObject({ is: 'one' });
    // The batch may be on a page that was not read.
    expect(pickBatch(read, 't-8')).toEqual({ is: 'several' });
  });

  it('ignore items that are not batches', async () => {
    const { reader } = aReader([[buildBatch('a', 'p', 'Workflow'), buildBatch('b')]]);
    expect(valueOf(await readBatchesById(reader, 'b')).items).toEqual([buildBatch('b')]);
  });

  it('are never guessed: one is picked only if no other could be meant', () => {
    const tenant = fc.constantFrom('a', 'b', 'A', 'a ');
    fc.assert(
      fc.property(fc.array(tenant, { maxLength: 4 }), fc.option(tenant), (tenants, wanted) => {
        const items = tenants.map((one, at) => buildBatch(one, `p-${at}`));
        const picked = pickBatch({ items, more: false }, wanted);
        const matching = tenants.filter((one) => wanted === null || one === wanted);
        expect(picked.is).toBe(['none', 'one'][matching.length] ?? 'several');
        const expected = items[tenants.findIndex((one) => one === matching[0])];
        if (picked.is === 'one') expect(picked.item).toBe(expected);
      }),
    );
  });
});
