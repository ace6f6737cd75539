import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countries } from '#local/world/sheets/countries.ts';
import { writtenDay } from '#local/world/sheets/written.ts';
import { printedDate } from '#shared/domain/review/printed-date.ts';

describe('which day a date means', () => {
  test.each([
    '12 Nov 2026',
    '12 NOV 2026',
    '12 November 2026',
    '12. November 2026',
    '12th November, 2026',
    '12-Nov-2026',
    '12Nov2026',
    'Nov 12, 2026',
    'November 12 2026',
    'Nov. 12th, 2026',
    '12/11/2026',
    '12.11.2026',
    '12-11-2026',
    '12. 11. 2026',
    '12 11 2026',
    '12.11.26',
    '2026-11-12',
    '2026/11/12',
    '12 novembre 2026',
    '12 de noviembre de 2026',
    '12. marraskuuta 2026',
    ' 12  Nov   2026 ',
  ])('"%s" is the twelfth of November', (text) => {
    expect(printedDate(text)).toEqual({ year: 2026, month: 11, day: 12 });
  });

  test.each([
    ['1 März 2024', { year: 2024, month: 3, day: 1 }],
    ['1er août 2024', { year: 2024, month: 8, day: 1 }],
    ['29/02/2024', { year: 2024, month: 2, day: 29 }],
    ['1.1.84', { year: 1984, month: 1, day: 1 }],
    ['1.1.1900', { year: 1900, month: 1, day: 1 }],
  ])('"%s"', (text, day) => {
    expect(printedDate(text)).toEqual(day);
  });

  test.each([
    '',
    'today',
    '31/02/2026',
    '29/02/2026',
    '31.4.2026',
    '0.1.2026',
    '1.0.2026',
    '1.13.2026',
    '11/25/2026',
    '2026-13-01',
    '12 Nuv 2026',
    '12 Nov',
    '12/11',
    '12/11-2026',
    '12/11/202',
    '12/11/20266',
    '0099-01-01',
    '2,991.60',
    `12 Nov 2026${' '.repeat(80)}`,
  ])('"%s" is no day', (text) => {
    expect(printedDate(text)).toBeNull();
  });
});

test('every day of a hundred years, in every style that the sandbox prints', () => {
  const styles = [...new Set(Object.values(countries).map(({ dates }) => dates))];
  fc.assert(
    fc.property(fc.constantFrom(...styles), fc.integer({ min: -3_650, max: 36_500 }), (style, day) => {
      const date = printedDate(writtenDay(day, style));
      expect(date && Date.UTC(date.year, date.month - 1, date.day) / 86_400_000).toBe(day);
    }),
    { numRuns: 5_000 },
  );
});

test('whatever is typed, it answers with a day that there is, or none', () => {
  const mess = fc.string({ unit: fc.constantFrom(...'0123456789./- Novembrdec,'.split('')), maxLength: 16 });
  fc.assert(
    fc.property(mess, (text) => {
      const date = printedDate(text);
      if (date === null) return;
      const time = new Date(Date.UTC(date.year, date.month - 1, date.day));
      expect([time.getUTCFullYear(), time.getUTCMonth() + 1, time.getUTCDate()]).toEqual([
        date.year,
        date.month,
        date.day,
      ]);
    }),
    { numRuns: 5_000 },
  );
});
