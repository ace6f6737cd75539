import { describe, expect, it } from 'vitest';
import { assignSlots, DrawnRows, rowsAround } from '#renderer/ui/data-table/table-row.tsx';

const ids = Array.from({ length: 1_000 }, (_, index) => `row-${index}`);
const nothingActive = -1;

describe('the rows that are drawn', () => {
  it('include the visible rows and a few around them', () => {
    const drawn = new DrawnRows().draw({ first: 100, last: 114, scrolling: false }, ids, nothingActive);
    expect(drawn.map((row) => row.index)).toEqual(span(100 - rowsAround, 114 + rowsAround));
    expect(drawn.map((row) => row.id)).toEqual(drawn.map((row) => ids[row.index]));
    expect(drawn.some((row) => row.away)).toBe(false);
  });

  it('stay inside the existing rows', () => {
    const rows = new DrawnRows();
    expect(
      indexes(rows.draw({ first: 0, last: 4, scrolling: false }, ids.slice(0, 5), nothingActive)),
    ).toEqual(span(0, 4));
    expect(rows.draw({ first: 0, last: -1, scrolling: false }, [], nothingActive)).toEqual([]);
  });

  it('exclude the rows around during a jump, and include them once the scrolling rests', () => {
    const rows = new DrawnRows();
    rows.draw({ first: 0, last: 14, scrolling: false }, ids, nothingActive);
    const leap = { first: 500, last: 514, scrolling: true };
    expect(indexes(rows.draw(leap, ids, nothingActive))).toEqual(span(500, 514));
    expect(indexes(rows.draw(leap, ids, nothingActive))).toEqual(span(500, 514));
    expect(indexes(rows.draw({ ...leap, scrolling: false }, ids, nothingActive))).toEqual(
      span(500 - rowsAround, 514 + rowsAround),
    );
  });

  it('include them through every smaller movement', () => {
    const rows = new DrawnRows();
    rows.draw({ first: 0, last: 14, scrolling: false }, ids, nothingActive);
    const drawn = rows.draw({ first: 14, last: 28, scrolling: true }, ids, nothingActive);
    expect(indexes(drawn)).toEqual(span(14 - rowsAround, 28 + rowsAround));
  });

  it.each([
    { active: 3, at: 0 },
    { active: 900, at: -1 },
  ])('include the active row $active in its element wherever it is scrolled to', ({ active, at }) => {
    const rows = new DrawnRows();
    const before = rows.draw({ first: active, last: active + 14, scrolling: false }, ids, active);
    const after = rows.draw({ first: 500, last: 514, scrolling: true }, ids, active);
    const kept = after.at(at);
    expect(kept).toMatchObject({ index: active, away: true });
    expect(kept?.slot).toBe(before.find((row) => row.index === active)?.slot);
    expect(after.filter((row) => row.away)).toHaveLength(1);
  });
});

describe('reused elements', () => {
  it('stay with a row that stays', () => {
    const before = assignSlots(new Map(), ['a', 'b', 'c']);
    const after = assignSlots(before, ['b', 'c', 'd']);
    expect([...after]).toEqual([
      ['b', 1],
      ['c', 2],
      ['d', 0],
    ]);
  });

  it('are reused in their order, so that none is moved', () => {
    const before = assignSlots(new Map(), ['a', 'b', 'c']);
    expect([...assignSlots(before, ['x', 'y', 'z']).values()]).toEqual([0, 1, 2]);
  });

  it('are new only for rows beyond those that left', () => {
    const before = assignSlots(new Map(), ['a', 'b', 'c']);
    const fewer = assignSlots(before, ['c']);
    const more = assignSlots(fewer, ['b', 'c', 'd']);
    expect(more.get('c')).toBe(2);
    expect(new Set(more.values()).size).toBe(3);
  });
});

function span(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, offset) => first + offset);
}

function indexes(drawn: readonly { readonly index: number }[]): number[] {
  return drawn.map((row) => row.index);
}
