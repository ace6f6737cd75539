import { expect, it } from 'vitest';
import { narrowedTo } from '#renderer/features/costs/spend/sums/narrowed-to.ts';
import { aCell, anUnreadCell, aUsage, someCosts } from '#test/builders/some-costs.ts';

it('narrows what was read of all to one tenant, so that its figures stand at once', () => {
  const costs = someCosts(
    [aCell([aUsage()]), anUnreadCell(4), aCell([aUsage(), aUsage()], { tenantId: 'kestrel' })],
    {
      tenants: [
        { tenantId: 'northwind', name: 'Northwind Logistics' },
        { tenantId: 'kestrel', name: 'Kestrel Foods' },
      ],
    },
  );
  const one = narrowedTo(costs, 'northwind');
  expect(one).toMatchObject({ batches: 2, meteredBatches: 1, documents: 5, meteredDocuments: 1 });
  expect(one.tenants.map(({ tenantId }) => tenantId)).toEqual(['northwind']);
  expect(one.cells).toHaveLength(2);
});
