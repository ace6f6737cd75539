import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readUnits } from '#shared/pricing/read-units.ts';

describe('read units, eventually consistent', () => {
  it.each([
    ['an item of 1 byte', { operation: 'GetItem', items: 1, bytes: 1 }, 0.5],
    ['an item that is not there', { operation: 'GetItem', items: 0, bytes: 0 }, 0.5],
    ['an item of 4 KB', { operation: 'GetItem', items: 1, bytes: 4_096 }, 0.5],
    ['an item of 4 KB and a byte', { operation: 'GetItem', items: 1, bytes: 4_097 }, 1],
    ['ten small items by key, rounded one by one', { operation: 'BatchGetItem', items: 10, bytes: 100 }, 5],
    ['ten small items in a query, rounded once', { operation: 'Query', items: 10, bytes: 100 }, 0.5],
    ['200 employees of 160 bytes', { operation: 'Query', items: 200, bytes: 160 }, 4],
    ['a query that finds nothing', { operation: 'Query', items: 0, bytes: 500 }, 0.5],
    ['a full page of 1 MB', { operation: 'Query', items: 1_024, bytes: 1_024 }, 128],
    ['one item more, which is another page', { operation: 'Query', items: 1_025, bytes: 1_024 }, 128.5],
    ['pages of 25 items, each rounded up', { operation: 'Query', items: 60, bytes: 100, pageSize: 25 }, 1.5],
  ] as const)('%s', (_what, read, units) => {
    expect(readUnits(read)).toBe(units);
  });

  it('never costs less for more items or larger ones', () => {
    const small = { operation: fc.constantFrom('GetItem', 'Query', 'BatchGetItem'), items: fc.nat(3_000) };
    fc.assert(
      fc.property(fc.record({ ...small, bytes: fc.nat(20_000) }), (read) => {
        expect(readUnits({ ...read, items: read.items + 1 })).toBeGreaterThanOrEqual(readUnits(read));
      }),
    );
  });
});
