import { expect, test } from 'vitest';
import { placeAddress } from '#renderer/app/place-address.ts';

test('every place is an address', () => {
  expect(placeAddress({ desk: 'dead-letters', queue: 'documents-dlq' })).toEqual({
    to: '/dead-letters',
    search: { queue: 'documents-dlq' },
  });
  expect(placeAddress({ desk: 'triage', status: 'FAILED' })).toEqual({ to: '/triage', search: {} });
  expect(placeAddress({ desk: 'triage', status: 'PROCESSING' })).toEqual({
    to: '/triage',
    search: { status: 'PROCESSING' },
  });
  expect(placeAddress({ desk: 'review' })).toEqual({ to: '/review', search: {} });
  expect(placeAddress({ desk: 'downloads', standing: 'stuck' })).toEqual({
    to: '/downloads',
    search: { standing: 'stuck' },
  });
  expect(placeAddress({ desk: 'monitor', group: 'tables', alarm: null })).toEqual({
    to: '/monitor',
    search: { group: 'tables' },
  });
  expect(placeAddress({ desk: 'monitor', group: null, alarm: 'a b&c' })).toEqual({
    to: '/monitor',
    search: { alarm: 'a b&c' },
  });
});
