import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { seededRandomness } from '#local/world/randomness.ts';
import { countries } from '#local/world/sheets/countries.ts';
import { writtenAmount, writtenDay } from '#local/world/sheets/written.ts';
import { normalisedValue, printedDate } from '#shared/domain/review/normalised-value.ts';

const types = [
  null,
  'text',
  'date',
  'money',
  'number',
  'iban',
  'vat',
  'enum:EUR|GBP|Ja',
  '/^HPF-\\d+$/',
  'odd',
];
const country = fc.constantFrom(...Object.values(countries));

describe('two people who read the same agree', () => {
  test.each([
    ['money', '2,991.60', '2991.6'],
    ['money', '2,991.60', '2.991,60'],
    ['money', '2,991.60', ' 2 991,6 '],
    ['money', '€ 12', '12.00 EUR'],
    ['money', '-12.5', '12,50-'],
    ['money', '0.00', '-0'],
    ['number', '1.250', '1,250'],
    ['number', '1.2340', '1,23400'],
    ['date', '12 Nov 2026', '12/11/2026'],
    ['date', 'Nov 12, 2026', '2026-11-12'],
    ['iban', 'GB33 5555', 'gb335555'],
    ['vat', 'CHE-123.456.789', 'che123456789'],
    ['enum:EUR|GBP', 'eur', 'EUR '],
    ['text', 'Harrow  & Pike', ' Harrow & Pike'],
    ['text', 'Zoé', 'Zoé'],
    [null, 'O’Brien – Sons', "O'Brien - Sons"],
    ['/^HPF-\\d+$/', 'HPF‑20417', 'HPF-20417'],
  ])('%s: "%s" and "%s"', (type, one, other) => {
    expect(normalisedValue(type, one)).toBe(normalisedValue(type, other));
  });

  test.each([
    ['money', '2,991.60', '2,997.60'],
    ['money', '€ 12', '£ 12'],
    ['money', '12345678901234567.01', '12345678901234567.02'],
    ['number', '1.2340', '1.234'],
    ['date', '12 Nov 2026', '11 Dec 2026'],
    ['date', '31 Feb 2026', '3 Mar 2026'],
    ['iban', 'GB33 5555', 'GB33 5556'],
    ['enum:EUR|GBP', 'EUR', 'GBP'],
    ['text', '2,991.60', '2991.6'],
    ['text', 'HPF-20417', 'HPF-2O417'],
    [null, 'Pike', 'pike'],
  ])('%s: "%s" and "%s" are not the same', (type, one, other) => {
    expect(normalisedValue(type, one)).not.toBe(normalisedValue(type, other));
  });
});

test('an amount means the same in every country', () => {
  fc.assert(
    fc.property(country, country, fc.nat(5_000_000), (one, other, cents) => {
      const [here, there] = [
        writtenAmount(cents, 2, one.separators),
        writtenAmount(cents, 2, other.separators),
      ];
      expect(normalisedValue('money', here)).toBe(normalisedValue('money', there));
      expect(normalisedValue('money', `${one.sign} ${here}`)).toBe(
        normalisedValue('money', `${here} ${one.sign}`),
      );
    }),
    { numRuns: 3_000 },
  );
});

test('two amounts are equal only if their values are', () => {
  fc.assert(
    fc.property(country, country, fc.nat(3_000), fc.nat(3_000), (one, other, cents, more) => {
      const [here, there] = [
        writtenAmount(cents, 2, one.separators),
        writtenAmount(more, 2, other.separators),
      ];
      expect(normalisedValue('money', here) === normalisedValue('money', there)).toBe(cents === more);
    }),
    { numRuns: 3_000 },
  );
});

test('a day means the same in every style, and no other day does', () => {
  const day = fc.nat(30_000);
  fc.assert(
    fc.property(country, country, day, day, (one, other, first, second) => {
      const [here, there] = [writtenDay(first, one.dates), writtenDay(second, other.dates)];
      expect(normalisedValue('date', here) === normalisedValue('date', there)).toBe(first === second);
      expect(normalisedValue('date', here)).toBe(normalisedValue('date', writtenDay(first, other.dates)));
    }),
    { numRuns: 3_000 },
  );
});

test('tax and account numbers are equal with and without spaces', () => {
  fc.assert(
    fc.property(country, fc.string(), (one, seed) => {
      const dice = seededRandomness(seed);
      const [tax, account] = [one.taxNumber(dice), one.account(dice)];
      expect(normalisedValue('vat', tax.replaceAll(/\W/g, ''))).toBe(normalisedValue('vat', tax));
      expect(normalisedValue('iban', account.toLowerCase().replaceAll(' ', ''))).toBe(
        normalisedValue('iban', account),
      );
    }),
    { numRuns: 1_000 },
  );
});

describe('normalised values stay the same', () => {
  const typed = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: fc.constantFrom(..."0123456789.,- '£€EURkr()".split('')), maxLength: 24 }),
    fc.string({ unit: fc.constantFrom(...'0123456789./- Novembr,'.split('')), maxLength: 16 }),
    fc
      .tuple(country, fc.nat(9_999_999), fc.constantFrom('', '£ ', '€', '-'))
      .map(([{ separators }, cents, before]) => before + writtenAmount(cents, 2, separators)),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
  );
  test.each(types)('%s', (type) => {
    fc.assert(
      fc.property(typed, (text) => {
        const once = normalisedValue(type, text);
        expect(normalisedValue(type, once)).toBe(once);
      }),
      { numRuns: 3_000 },
    );
  });
});

describe('the day that a date means', () => {
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
  ])('"%s" is not a day', (text) => {
    expect(printedDate(text)).toBeNull();
  });
});

test('recognises every day of a hundred years, in every style that the sandbox prints', () => {
  const styles = [...new Set(Object.values(countries).map(({ dates }) => dates))];
  fc.assert(
    fc.property(fc.constantFrom(...styles), fc.integer({ min: -3_650, max: 36_500 }), (style, day) => {
      const date = printedDate(writtenDay(day, style));
      expect(date && Date.UTC(date.year, date.month - 1, date.day) / 86_400_000).toBe(day);
    }),
    { numRuns: 5_000 },
  );
});

test('answers any text with an existing day, or none', () => {
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
