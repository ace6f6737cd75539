import { describe, expect, it } from 'vitest';
import { joinLayout, mostLayoutsOfDay, type CountedDay } from '#shared/domain/review/correction-counts.ts';
import { compareLayouts, describeLayout, longestLayout } from '#shared/domain/review/layout-signature.ts';
import { findNewLayout, type PlacedSample } from '#shared/domain/review/new-layout.ts';

type Places = Readonly<Record<string, readonly [left: number, top: number]>>;

function place(places: Places, width = 0.1): string {
  const fields = Object.fromEntries(
    Object.entries(places).map(([name, [left, top]]) => [
      name,
      { value: 'Harrow & Pike', page: 1, box: [left, top, width, 0.015] },
    ]),
  );
  return describeLayout({ fields, lineItems: [] }) ?? '';
}

const usual: Places = { number: [0.6, 0.15], date: [0.6, 0.18], due: [0.6, 0.21], total: [0.6, 0.7] };
const moved: Places = { number: [0.1, 0.3], date: [0.4, 0.3], due: [0.7, 0.3], total: [0.6, 0.7] };
const [before, after] = [place(usual), place(moved)];

describe('a layout', () => {
  it('is short, has no values, and is the same for longer ones', () => {
    expect(before.length).toBeLessThanOrEqual(longestLayout);
    expect(before).not.toContain('Harrow');
    expect(compareLayouts(before, place(usual, 0.25))).toBe('same');
    expect(compareLayouts(before, after)).toBe('other');
  });

  it('is unclear where the fields are others, and absent where too few have a place', () => {
    expect(compareLayouts(before, place({ a: [0.6, 0.15], b: [0.6, 0.18], c: [0.6, 0.21] }))).toBe('unclear');
    expect(
      describeLayout({ fields: { a: { page: 1, box: [0, 0, 0, 0] }, b: 'text' }, lineItems: [null] }),
    ).toBe(undefined);
  });

  it('joins the same layout of its supplier on a day, and is not counted where a day is full', () => {
    const near = place(usual, 0.2);
    expect(near).not.toBe(before);
    expect(joinLayout({ [`layout#one#${before}`]: 2 }, 'one', near)).toBe(before);
    expect(joinLayout({ [`layout#other#${before}`]: 2 }, 'one', near)).toBe(near);
    const full = Object.fromEntries(
      Array.from({ length: mostLayoutsOfDay }, (_, at) => [`layout#supplier-${at}#${before}`, 1]),
    );
    expect(joinLayout(full, 'one', near)).toBeUndefined();
    expect(joinLayout(full, 'supplier-3', near)).toBe(before);
  });
});

describe('a new layout', () => {
  const drift = { kind: 'field', name: 'due', beganOn: '2026-11-15' } as const;

  it('is found where at least half of the corrected documents have it, and none had it before', () => {
    expect(findNewLayout(samples(8, 2), drift, days({ '2026-11-02': before, '2026-11-15': after }))).toEqual({
      supplier: 'one',
      layout: after,
      day: '2026-11-15',
      having: 8,
      of: 10,
    });
    expect(findNewLayout(samples(4, 5), drift, days({ '2026-11-02': before, '2026-11-15': after }))).toBe(
      undefined,
    );
  });

  it.each([
    ['it was seen before', { '2026-11-02': before, '2026-11-09': after, '2026-11-15': after }],
    ['it came after the change', { '2026-11-02': before, '2026-11-17': after }],
    ['the supplier is new', { '2026-11-15': after }],
    [
      'earlier documents cannot be compared',
      { '2026-11-02': place({ x: [0, 0], y: [0, 0.1], z: [0, 0.2] }), '2026-11-15': after },
    ],
  ])('is not named where %s', (_, counts) => {
    expect(findNewLayout(samples(8, 2), drift, days(counts))).toBeUndefined();
  });

  it('is that of the supplier who has it, and not of another', () => {
    const others = samples(8, 2).map((sample) => ({ ...sample, supplier: 'two' }));
    expect(findNewLayout(others, drift, days({ '2026-11-02': before, '2026-11-15': after }))).toBeUndefined();
  });

  function days(counts: Readonly<Record<string, string | undefined>>): CountedDay[] {
    return Object.entries(counts).map(([day, layout]) => ({
      day,
      figures: { [`layout#one#${layout}`]: 10 },
    }));
  }

  function samples(having: number, others: number): PlacedSample[] {
    return Array.from({ length: having + others }, (_, at) => ({
      fields: [{ name: 'due', reader: 'textract', confidence: 0.9 }],
      supplier: 'one',
      rules: [],
      layout: at < having ? after : before,
    }));
  }
});
