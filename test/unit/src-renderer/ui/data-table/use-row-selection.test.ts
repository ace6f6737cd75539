import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  countSelected,
  nothingSelected,
  selectRange,
  shareSelected,
  toggleOne,
  toggleShown,
} from '#renderer/ui/data-table/use-row-selection.ts';

const order = ['a', 'b', 'c', 'd', 'e'];

describe('selecting rows', () => {
  it('selects and deselects one row without changing the given set', () => {
    const before = new Set(['a']);
    expect([...toggleOne(before, 'b')]).toEqual(['a', 'b']);
    expect([...toggleOne(before, 'a')]).toEqual([]);
    expect([...before]).toEqual(['a']);
  });

  it('selects everything between the last toggled row and this one, in either direction', () => {
    const selected = toggleOne(nothingSelected, 'd');
    expect([...selectRange(selected, order, 'd', 'b')].toSorted()).toEqual(['b', 'c', 'd']);
    expect([...selectRange(selected, order, 'd', 'e')].toSorted()).toEqual(['d', 'e']);
  });

  it('deselects a range when the last toggled row was deselected', () => {
    const selected = new Set(['a', 'b', 'd', 'e']);
    expect([...selectRange(selected, order, 'c', 'e')]).toEqual(['a', 'b']);
  });

  it('toggles one row when the anchor is filtered out or was never set', () => {
    expect([...selectRange(new Set(['x']), order, 'x', 'b')]).toEqual(['x', 'b']);
    expect([...selectRange(nothingSelected, order, undefined, 'b')]).toEqual(['b']);
  });

  it('keeps rows hidden by a filter when the header toggles the shown ones', () => {
    const hidden = new Set(['z']);
    const all = toggleShown(hidden, order);
    expect(all.size).toBe(6);
    expect([...toggleShown(all, order)]).toEqual(['z']);
  });

  it('selects the rest first when some are selected', () => {
    expect(toggleShown(new Set(['b']), order).size).toBe(5);
  });

  it('shows whether none, some or all of the shown rows are selected', () => {
    expect(shareSelected(new Set(['z']), order)).toBe('none');
    expect(shareSelected(new Set(['a', 'z']), order)).toBe('some');
    expect(shareSelected(new Set(order), order)).toBe('all');
    expect(shareSelected(new Set(['a']), [])).toBe('none');
  });

  it('counts rows hidden by the filter and rows of a link that are not loaded', () => {
    const selected = new Set(['a', 'b', 'elsewhere']);
    expect(countSelected(selected, order, ['b', 'c'])).toEqual({ loaded: 2, hidden: 1, notLoaded: 1 });
  });

  it('never changes a row outside the range', () => {
    const ids = fc.uniqueArray(fc.string(), { minLength: 2, maxLength: 40 });
    fc.assert(
      fc.property(ids, fc.nat(), fc.nat(), fc.infiniteStream(fc.boolean()), (rows, from, to, coins) => {
        const selected = new Set(rows.filter(() => coins.next().value));
        const anchor = from % rows.length;
        const target = to % rows.length;
        const next = selectRange(selected, rows, rows[anchor], rows[target] ?? '');
        rows.forEach((id, place) => {
          const inside = place >= Math.min(anchor, target) && place <= Math.max(anchor, target);
          const expected = inside ? selected.has(rows[anchor] ?? '') : selected.has(id);
          expect(next.has(id)).toBe(expected);
        });
      }),
    );
  });
});
