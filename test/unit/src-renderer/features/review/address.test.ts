import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readReview, writeReview } from '#renderer/features/review/address.ts';

const nowhere = readReview({});

describe('the address of Review', () => {
  test('is empty without any choice', () => {
    expect(writeReview(nowhere)).toEqual({});
  });

  test('holds the state of the page, and parses to the same', () => {
    const address = {
      ...nowhere,
      view: 'sample',
      tenant: 'northwind',
      workflow: 'wf-invoices',
      reasons: ['below threshold', 'check failed'],
      olderThanMinutes: 240,
      percent: 0.5,
      document: { tenantId: 'northwind', projectId: 'a/b', batchId: 'batch 01', documentId: 'doc-%7' },
      start: true,
    } as const;
    expect(readReview(writeReview(address))).toEqual(address);
  });

  test('never contains an amount', () => {
    const written = writeReview({ ...nowhere, amountFrom: 1_250, amountTo: 9_000 });
    expect(written).toEqual({});
    expect(readReview({ amountFrom: '1250', amountTo: '9000' })).toMatchObject({
      amountFrom: null,
      amountTo: null,
    });
  });

  test.each(['a/b/c', 'a/b/c/d/e', 'a//c/d', 'a/b/c/%', 'a/b/c/\ud800', `a/b/c/${'d'.repeat(257)}`])(
    'with half of a key opens nothing: %s',
    (document) => {
      expect(readReview({ document }).document).toBeNull();
    },
  );
});

test('any typed address leads somewhere', () => {
  const anything = fc.oneof(
    fc.string(),
    fc.integer(),
    fc.constant(null),
    fc.array(fc.string()),
    fc.constantFrom('sample', 'below threshold,check failed', '240', '0.5', 'yes', 'a/b/c/d', '%/%/%/%'),
  );
  const names = fc.constantFrom(
    'tenant',
    'view',
    'workflow',
    'reasons',
    'older',
    'percent',
    'document',
    'start',
  );
  fc.assert(
    fc.property(fc.dictionary(names, anything), (search) => {
      const address = readReview(search);
      expect(readReview(writeReview(address))).toEqual(address);
    }),
  );
});
