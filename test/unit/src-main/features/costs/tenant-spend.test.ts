import { describe, expect, it } from 'vitest';
import type { StoredItem } from '#main/aws/dynamodb/reading.ts';
import { readTenants } from '#main/features/costs/tenant-spend.ts';
import { keyText } from '#shared/catalogue/items/attribute-value.ts';
import { refusedWith } from './a-cost-world.ts';
import { aBudgetOfTenant, aSpendReader, aSumOfWorkflow } from './a-spend-reader.ts';

const since = '2026-03-01';
const eightDays = ['01', '02', '03', '04', '05', '06', '07', '08'].map((day) =>
  aSumOfWorkflow(`2026-03-${day}`, 'northwind'),
);

/** Answers as the table does: in the order of the sort keys from the first day on, one item a page. */
function readPages(items: readonly StoredItem[]) {
  const { reader, asked } = aSpendReader(({ params }) => {
    const from = `BY#${params['fromDay'] ?? ''}`;
    const found = items.filter(({ key }) => (keyText(key, 'SK') ?? '') >= from);
    return found.length === 0 ? [[]] : found.map((item) => [item]);
  });
  const reads = { reader, paid: <T>(result: T): T => result };
  return { asked, read: () => readTenants(['northwind'], { since, reads }) };
}

describe('a tenant', () => {
  it.each([7, 8])('with %i pages of days keeps its budgets, and is not called whole', async (pages) => {
    const { read, asked } = readPages([...eightDays.slice(0, pages), aBudgetOfTenant('northwind', '40', 3)]);
    const found = await read();
    if (!found.ok) throw new Error(found.failure.message);
    const [tenant] = found.value.found;
    expect(tenant?.budgets.get('')).toMatchObject({ usd: '40', version: 3 });
    expect(tenant?.isWhole).toBe(false);
    expect([...(tenant?.workflows.values() ?? [])].map(({ size }) => size)).toEqual([7]);
    expect(found.value.trouble).toBe(
      'The newest days of one tenant may be missing, so at least what is shown was spent.',
    );
    expect(asked).toHaveLength(8);
  });

  it('that ends within the pages is asked for once', async () => {
    const { read, asked } = readPages([...eightDays.slice(0, 6), aBudgetOfTenant('northwind', '40')]);
    const found = await read();
    expect(found).toMatchObject({ ok: true, value: { found: [{ isWhole: true }], trouble: null } });
    expect(asked).toHaveLength(7);
  });

  it('whose budgets could not be read is not shown without them', async () => {
    const { reader } = aSpendReader(({ params }) => {
      const isOfDays = params['tenantId'] === 'alder' || params['fromDay'] === since;
      if (!isOfDays) return refusedWith('throttled');
      return params['tenantId'] === 'alder' ? [[]] : eightDays.map((item) => [item]);
    });
    const reads = { reader, paid: <T>(result: T): T => result };
    const found = await readTenants(['alder', 'northwind'], { since, reads });
    expect(found).toMatchObject({
      ok: true,
      value: { found: [{ tenantId: 'alder' }], trouble: 'One tenant was not read. It was throttled.' },
    });
  });
});
