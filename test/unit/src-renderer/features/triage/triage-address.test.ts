import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readTriage, writeTriage } from '#renderer/features/triage/triage-address.ts';

const nowhere = readTriage({});

describe('an address of Triage', () => {
  test('of nothing says nothing', () => {
    expect(writeTriage(nowhere)).toEqual({});
  });

  test('holds where one is, and comes back the same', () => {
    const address = {
      ...nowhere,
      tenant: 'northwind',
      view: 'workflows',
      status: 'PROCESSING',
      project: 'freight',
      list: '35 failed',
      batch: 'batch-01',
      part: 'timeline',
      documents: 'all',
      group: '7c41e9',
      filter: 'inv',
      selected: ['doc-1', 'doc-2'],
      document: 'doc-1',
      look: 'passport',
      run: 2,
    } as const;
    expect(readTriage(writeTriage(address))).toEqual(address);
  });

  test('says how a document is looked at only where one is open', () => {
    expect(writeTriage({ ...nowhere, batch: 'batch-01', look: 'item' })).toEqual({ batch: 'batch-01' });
  });

  test('of a selection that is too long is written without it', () => {
    const selected = Array.from({ length: 300 }, (_, index) => `doc-${String(index)}`);
    expect(writeTriage({ ...nowhere, selected })).toEqual({});
  });
});

test('whatever somebody types leads somewhere', () => {
  const anything = fc.oneof(fc.string(), fc.integer(), fc.constant(null), fc.array(fc.string()));
  fc.assert(
    fc.property(
      fc.dictionary(fc.constantFrom('tenant', 'view', 'status', 'run', 'look', 'part', 'selected'), anything),
      (search) => {
        const address = readTriage(search);
        expect(readTriage(writeTriage(address))).toEqual(address);
      },
    ),
  );
});
