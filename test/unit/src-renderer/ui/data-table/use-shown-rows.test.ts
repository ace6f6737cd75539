import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  compareCells,
  describeFilter,
  describeSelection,
  filterRows,
} from '#renderer/ui/data-table/use-shown-rows.ts';

const present = fc.oneof(fc.string(), fc.double(), fc.integer());

describe('the order of cells', () => {
  it('sorts numbers by size and not by their digits', () => {
    expect([10, 9, -1, 100].toSorted(compareCells)).toEqual([-1, 9, 10, 100]);
  });

  it('sorts words by alphabet whatever their case', () => {
    expect(['verify', 'Gap-fill', 'textract'].toSorted(compareCells)).toEqual([
      'Gap-fill',
      'textract',
      'verify',
    ]);
  });

  it('keeps numbers together, before text and empty cells', () => {
    expect(['b', 2, 'a', 1].toSorted(compareCells)).toEqual([1, 2, 'a', 'b']);
    expect(compareCells(null, 'a')).toBeGreaterThan(0);
  });

  it('puts invalid numbers last among numbers', () => {
    expect([Number.NaN, 3, 1].toSorted(compareCells)).toEqual([1, 3, Number.NaN]);
  });

  it('is one total order, so that a sort can be repeated', () => {
    fc.assert(
      fc.property(present, present, present, (a, b, c) => {
        expect(Math.sign(compareCells(a, b)) + Math.sign(compareCells(b, a))).toBe(0);
        if (compareCells(a, b) <= 0 && compareCells(b, c) <= 0)
          expect(compareCells(a, c)).toBeLessThanOrEqual(0);
      }),
    );
  });
});

describe('the filter of a table', () => {
  const columns = [
    { id: 'name', title: 'Name', value: ({ name }: { name: string | null }) => name, hideable: false },
    { id: 'size', title: 'Size', value: () => 400, text: () => '400 B' },
  ];
  const rows = [{ name: null }, { name: 'Invoice-1.pdf' }, { name: 'order.pdf' }];

  it.each([
    ['all rows where nothing is typed', ' ', undefined, rows],
    ['a text in any case', 'INVOICE', undefined, [rows[1]]],
    ['what is written, and not the value behind it', '400 b', undefined, rows],
    ['nothing in a hidden column', '400', ['name'], []],
    ['a column that cannot be hidden', 'order', ['size'], [rows[2]]],
  ])('finds %s', (_, filter, visibleColumns, found) => {
    expect(filterRows({ columns, rows, filter, visibleColumns })).toEqual(found);
  });
});

describe('the status line of a table', () => {
  it('never describes rows that were not read', () => {
    expect(describeFilter(12, 400)).toBe('12 shown of the 400 loaded');
    expect(describeFilter(2956, 10_000)).toBe('2,956 shown of the 10,000 loaded');
  });

  it('says exactly which rows are selected', () => {
    expect(describeSelection({ loaded: 3, hidden: 0, notLoaded: 0 }, 400)).toBe(
      '3 of the 400 loaded selected',
    );
    expect(describeSelection({ loaded: 3, hidden: 1, notLoaded: 2 }, 400)).toBe(
      '3 of the 400 loaded selected, 1 hidden by the filter, 2 more not loaded',
    );
  });
});
