import { expect, it } from 'vitest';
import { narrowTo, chooseShownCosts } from '#renderer/features/costs/spend/use-costs.ts';
import { aCell, anUnreadCell, aUsage, someCosts } from '#test/builders/some-costs.ts';

const earlier = someCosts([aCell([aUsage()]), anUnreadCell(9)], { state: 'budget' });
const half = someCosts([anUnreadCell(4)], { state: 'listing' });

it('shows the earlier figures until everything is listed again, with the progress of the new reading', () => {
  expect(chooseShownCosts(undefined, earlier, 'listing')).toEqual({ ...earlier, state: 'listing' });
  expect(chooseShownCosts(half, earlier, 'listing')).toEqual({ ...earlier, state: 'listing' });
  const metering = someCosts([aCell([aUsage(), aUsage()])], { state: 'metering' });
  expect(chooseShownCosts(metering, earlier, 'metering')).toBe(metering);
});

it('shows an incomplete list where there are no earlier figures', () => {
  expect(chooseShownCosts(half, undefined, 'listing')).toBe(half);
  expect(chooseShownCosts(undefined, undefined, 'listing')).toBeUndefined();
});

it('keeps the earlier figures where a reading listed nothing and failed', () => {
  const failed = someCosts([], { state: 'failed', trouble: 'AWS did not answer.' });
  expect(chooseShownCosts(failed, earlier, 'failed')).toMatchObject({
    trouble: 'AWS did not answer.',
    documents: 10,
  });
});

it('narrows a reading of all tenants to one, so that its figures appear at once', () => {
  const costs = someCosts(
    [aCell([aUsage()]), anUnreadCell(4), aCell([aUsage(), aUsage()], { tenantId: 'kestrel' })],
    {
      tenants: [
        { tenantId: 'northwind', name: 'Northwind Logistics' },
        { tenantId: 'kestrel', name: 'Kestrel Foods' },
      ],
    },
  );
  const one = narrowTo(costs, 'northwind');
  expect(one).toMatchObject({ batches: 2, meteredBatches: 1, documents: 5, meteredDocuments: 1 });
  expect(one.tenants.map(({ tenantId }) => tenantId)).toEqual(['northwind']);
  expect(one.cells).toHaveLength(2);
});
