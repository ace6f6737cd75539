import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readTriage, writeTriage } from '#renderer/features/triage/address.ts';

const nowhere = readTriage({});

describe('an address of Triage', () => {
  test('is empty by default', () => {
    expect(writeTriage(nowhere)).toEqual({});
  });

  test('is the same after writing and reading it', () => {
    const address = {
      ...nowhere,
      tenant: 'northwind',
      view: 'workflows',
      status: 'PROCESSING',
      project: 'freight',
      list: 'review',
      order: 'longest',
      of: 'kestrel',
      workflow: 'carrier-invoice',
      cause: 'b8cf51',
      olderThanMinutes: 240,
      rows: '35 failed',
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

  test('contains the tab of a document only if one is open', () => {
    expect(writeTriage({ ...nowhere, batch: 'batch-01', look: 'item' })).toEqual({ batch: 'batch-01' });
  });

  test('leaves out a selection that is too long', () => {
    const selected = Array.from({ length: 300 }, (_, index) => `doc-${String(index)}`);
    expect(writeTriage({ ...nowhere, selected })).toEqual({});
  });
});

test('accepts any text', () => {
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
