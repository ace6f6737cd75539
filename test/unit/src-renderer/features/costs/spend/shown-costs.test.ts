import { expect, it } from 'vitest';
import { shownCosts } from '#renderer/features/costs/spend/use-costs.ts';
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
