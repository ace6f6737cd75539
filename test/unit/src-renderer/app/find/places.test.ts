import { describe, expect, test } from 'vitest';
import { findPlace } from '#renderer/app/find/find-place.ts';
import { placeOf } from '#renderer/app/find/lead-there.tsx';
import type { Batch } from '#shared/contract/triage/batches.ts';

describe('what was found is shown where it lives', () => {
  const batch = { tenantId: 'northwind', batchId: 'batch-01' } as Batch;
  test.each([
    [{ found: 'batch', batch } as const, { tenant: 'northwind', batch: 'batch-01' }],
    [
      { found: 'execution', batch, run: 2 } as const,
      { tenant: 'northwind', batch: 'batch-01', part: 'timeline', run: 2 },
    ],
    [
      {
        found: 'document',
        tenantId: 'northwind',
        projectId: null,
        batchId: 'batch-01',
        documentId: 'doc-7',
      } as const,
      { tenant: 'northwind', batch: 'batch-01', document: 'doc-7' },
    ],
    [
      {
        found: 'tenant',
        tenant: { tenantId: 'northwind', name: null, plan: null, pinned: false, openedAt: null },
      } as const,
      { tenant: 'northwind' },
    ],
  ])('%o', (lookup, place) => {
    expect(placeOf(lookup)).toEqual(place);
  });
});

describe('an id is looked up', () => {
  test('at an address that can be shared', () => {
    expect(findPlace('batch-01JC9')).toMatchObject({ to: '/find', search: { id: 'batch-01JC9' } });
  });

  test('but an e-mail address is in no address, which browsers keep', () => {
    const { search, state } = findPlace('maya@northwind.example');
    expect(search).toEqual({});
    expect(state).toEqual({ pasted: 'maya@northwind.example' });
  });
});
