import { expect, it } from 'vitest';
import { narrowedTo, shownCosts } from '#renderer/features/costs/spend/use-costs.ts';
import { aCell, anUnreadCell, aUsage, someCosts } from '#test/builders/some-costs.ts';

const earlier = someCosts([aCell([aUsage()]), anUnreadCell(9)], { state: 'budget' });
const half = someCosts([anUnreadCell(4)], { state: 'listing' });

it('shows what was known before until all is listed again, and how far that is', () => {
  expect(shownCosts(undefined, earlier, 'listing')).toEqual({ ...earlier, state: 'listing' });
  expect(shownCosts(half, earlier, 'listing')).toEqual({ ...earlier, state: 'listing' });
  const metering = someCosts([aCell([aUsage(), aUsage()])], { state: 'metering' });
  expect(shownCosts(metering, earlier, 'metering')).toBe(metering);
});

it('shows half a list where nothing was known before', () => {
  expect(shownCosts(half, undefined, 'listing')).toBe(half);
  expect(shownCosts(undefined, undefined, 'listing')).toBeUndefined();
});

it('keeps what it had where a reading listed nothing and failed', () => {
  const failed = someCosts([], { state: 'failed', trouble: 'AWS did not answer.' });
  expect(shownCosts(failed, earlier, 'failed')).toMatchObject({
    trouble: 'AWS did not answer.',
    documents: 10,
  });
});

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
