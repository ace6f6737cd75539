import { describe, expect, test } from 'vitest';
import { deadLetterPlace, toTriagePlace } from '#renderer/app/find/found.tsx';
import { findPlace, placeAddress } from '#renderer/app/place-address.ts';
import type { Batch } from '#shared/contract/pipeline-items.ts';

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

describe('a result is shown on its own page', () => {
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
    expect(toTriagePlace(lookup)).toEqual(place);
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

describe('a failed message is looked for in its dead-letter queue', () => {
  const queue = {
    name: 'documents-dlq',
    fifo: false,
    sources: [{ name: 'documents', mostReceives: 3 }],
    depth: { waiting: 1, inFlight: 0, delayed: 0 },
    retentionSeconds: 1_209_600,
    oldest: null,
    nextExpiry: null,
    alarm: null,
    moves: [],
    cameBack: null,
    lacks: [],
  };
  const queues = [{ name: queue.name, queue, failure: null }];

  test('by the queue that it came from', () => {
    expect(deadLetterPlace(queues, 'documents', 'm-1')).toEqual({ queue: 'documents-dlq', message: 'm-1' });
  });

  test('or in the first one, if the queues are not known yet', () => {
    expect(deadLetterPlace([], 'documents', 'm-1')).toEqual({});
    expect(deadLetterPlace(queues, null, 'm-1')).toEqual({});
  });
});
