import * as fc from 'fast-check';
import { PDFDocument, StandardFonts } from 'pdf-lib';
import { expect, it } from 'vitest';
import { bankAccount, countries } from '#local/world/sheets/countries.ts';
import {
  isPrintable,
  toPrintable,
  parseAmount,
  parseWrittenDay,
  writtenAmount,
  writtenDay,
  writtenRate,
} from '#local/world/sheets/written.ts';
import { anyText } from './a-recipe.ts';

it.each([
  ['GB', '1,002,991.60', '12 Nov 2026'],
  ['DE', '1.002.991,60', '12.11.2026'],
  ['FR', '1 002 991,60', '12/11/2026'],
  ['CH', "1'002'991.60", '12.11.2026'],
  ['US', '1,002,991.60', 'Nov 12, 2026'],
] as const)('writes amounts and days as in %s', (code, amount, day) => {
  const { separators, dates } = countries[code];
  expect(writtenAmount(100_299_160, 2, separators)).toBe(amount);
  expect(writtenDay(Date.UTC(2026, 10, 12) / 86_400_000, dates)).toBe(day);
});

it('reads back what it has written', () => {
  const country = fc.constantFrom(...Object.values(countries));
  fc.assert(
    fc.property(country, fc.nat(2_000_000_000), fc.nat(30_000), ({ separators, dates }, amount, day) => {
      expect(parseAmount(writtenAmount(amount, 2, separators))).toBe(amount);
      expect(parseAmount(writtenAmount(amount, 1, separators))).toBe(amount);
      expect(parseWrittenDay(writtenDay(day, dates))).toBe(day);
    }),
  );
});

it('finds no day where there is none', () => {
  expect(parseWrittenDay('31 Feb 2026')).toBeNaN();
  expect(parseWrittenDay('72 Nov 2026')).toBeNaN();
});

it('writes a rate with the decimals of its country', () => {
  expect(writtenRate(82.5, [',', '.'])).toBe('8.25 %');
  expect(writtenRate(45, ['.', ','])).toBe('4,5 %');
});

it('gives account numbers that pass the check of their country', () => {
  expect(bankAccount('GB', 'WEST12345698765432')).toBe('GB82 WEST 1234 5698 7654 32');
});

it.each([
  ['Łódź & Søn', 'Lódz & Søn'],
  ['株式会社 Sushi', '? Sushi'],
  ['Café “Zürich” – 5 €', 'Café “Zürich” – 5 €'],
  ['e\u0301t\u200be', 'éte'],
])('prints %s as %s', (text, printed) => {
  expect(toPrintable(text)).toBe(printed);
});

it('prints nothing that the standard fonts lack', async () => {
  const fonts = await PDFDocument.create();
  const font = await fonts.embedFont(StandardFonts.Helvetica);
  const letters = Array.from({ length: 0x1_0000 }, (_, unit) => String.fromCharCode(unit));
  for (const letter of letters.map(toPrintable)) font.encodeText(letter);
  fc.assert(fc.property(anyText(40), (text) => Array.from(toPrintable(text)).every(isPrintable)));
});
