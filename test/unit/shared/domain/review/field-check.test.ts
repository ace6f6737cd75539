import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { seededRandomness } from '#local/world/randomness.ts';
import { bankAccount, countries } from '#local/world/sheets/countries.ts';
import { deriveMisreading } from '#local/world/sheets/troubles.ts';
import { writtenAmount, writtenDay } from '#local/world/sheets/written.ts';
import { fieldProblem } from '#shared/domain/review/field-check.ts';

const country = fc.constantFrom(...Object.values(countries));

describe('problems of a value', () => {
  test.each([
    ['text', ' ', 'Enter a value, or press X if it is unreadable.'],
    ['date', '31 Feb 2026', 'Expected a date such as 12 Nov 2026.'],
    ['money', '2,99l.60', 'Expected an amount such as 2,991.60.'],
    ['number', '€ 12', 'Expected a number such as 1,250 or 12.5.'],
    ['number', 'twelve', 'Expected a number such as 1,250 or 12.5.'],
    [
      'iban',
      'GB33 BUKB 2020 1555 5555 56',
      'The check digits of this IBAN are wrong. A character may be misread.',
    ],
    ['iban', 'GB33 BUKB 2020 1555 5555', 'An IBAN of GB has 22 characters; this has 20.'],
    ['iban', 'ZZ33 1234', 'An IBAN has 15 to 34 characters; this has 8.'],
    ['iban', 'Harrow & Pike', 'Expected an IBAN such as GB33 BUKB 2020 1555 5555 55.'],
    ['vat', 'GB 284 1177 0', 'A VAT number of GB looks like GB 284 1177 54.'],
    ['vat', 'NL123456789C01', 'A VAT number of NL looks like NL123456782B01.'],
    ['vat', '284 1177 0', 'Expected a VAT number such as GB 284 1177 54, starting with the country.'],
    ['vat', 'Harrow', 'Expected a VAT number such as GB 284 1177 54, starting with the country.'],
    ['enum:EUR|GBP|USD', 'SEK', 'Expected EUR, GBP or USD.'],
    ['enum:EUR', 'SEK', 'Expected EUR.'],
    ['enum:a|b|c|d|e|f|g|h|i|j', 'k', 'Expected a, b, c, d, e, f, g, h or one of 2 more.'],
    ['/^[A-Z]{2,3}-D\\d{6}$/', 'HPF-20417', 'Expected something such as AB-D123456.'],
    ['/^L\\d{7}$/', 'L12', 'Expected something such as L1234567.'],
    ['/^\\d{4} ?\\d\\.\\d*$/', 'x', 'Expected something such as 1234 1.12345.'],
    ['/^(INV|HPF)$/', 'x', 'Expected the format /^(INV|HPF)$/ from the workflow.'],
    ['/^\\w\\w$/', 'x', 'Expected the format /^\\w\\w$/ from the workflow.'],
    ['/^[^A]$/', 'A', 'Expected the format /^[^A]$/ from the workflow.'],
    ['/^HPF-\\d+$/', 'HPF-2O417', 'Expected something such as HPF-12345.'],
  ])('are found with %s: "%s"', (type, value, problem) => {
    expect(fieldProblem(type, value)).toBe(problem);
  });

  test.each([
    [null, 'anything'],
    ['text', 'anything'],
    ['a type of tomorrow', 'anything'],
    ['enum:', 'anything'],
    ['date', '12.11.2026'],
    ['money', '£ 2,991.60'],
    ['number', '-4,5'],
    ['iban', 'gb33 bukb 2020 1555 5555 55'],
    ['iban', '0123 4567 8901'],
    ['vat', '00-1234567'],
    ['vat', 'AU 51 824 753 556'],
    ['enum:EUR|GBP', 'eur'],
    ['/^HPF-\\d+$/', 'HPF-20417'],
    ['/^(unclosed/', 'anything'],
    ['/^\\d+-\\d+-\\d+$/', 'x'.repeat(201)],
  ])('are not found with %s: "%s"', (type, value) => {
    expect(fieldProblem(type, value)).toBeNull();
  });
});

test('are not found in anything that the sandbox prints', () => {
  fc.assert(
    fc.property(country, fc.string(), fc.nat(9_000_000), (one, seed, number) => {
      const dice = seededRandomness(seed);
      expect(fieldProblem('vat', one.taxNumber(dice))).toBeNull();
      expect(fieldProblem('iban', one.account(dice))).toBeNull();
      expect(fieldProblem('money', writtenAmount(number, 2, one.separators))).toBeNull();
      expect(fieldProblem('number', writtenAmount(number, 1, one.separators))).toBeNull();
      expect(fieldProblem('date', writtenDay(number % 30_000, one.dates))).toBeNull();
    }),
    { numRuns: 3_000 },
  );
});

test('one misread digit of an IBAN never fits its check digits', () => {
  fc.assert(
    fc.property(
      fc.stringMatching(/^9\d{17}$/),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      (account, share) => {
        const misread = deriveMisreading(bankAccount('DE', account), 'number', share);
        expect(misread && fieldProblem('iban', misread)).toMatch(/^The check digits/);
      },
    ),
    { numRuns: 2_000 },
  );
});

describe('a runaway pattern checks nothing', () => {
  test.each([
    '/^(a+)+$/',
    '/^(a|aa)+$/',
    '/^(a*)*b$/',
    '/^((ab?)c{2,})+$/',
    '/^(?:x+y*){3,}$/',
    '/^(a)\\1$/',
    '/^(?=a+)a$/',
    '/a*b*c*d*e*f*g*h/',
    `/${'a'.repeat(300)}/`,
    `/^${'a?'.repeat(40)}b$/`,
    `/^${'a{0,30}'.repeat(9)}b$/`,
    `/^${'(?:a|a)'.repeat(25)}b$/`,
    `/^${'(?:a|b|c)?'.repeat(15)}$/`,
    `/^${'a*'.repeat(5)}b$/`,
    '/a*a*a*b$/',
  ])('%s', (type) => {
    expect(fieldProblem(type, `${'a'.repeat(40)}!`)).toBeNull();
  });

  test.each([
    '/^(?:INV|HPF)-\\d+$/',
    '/^[A-Z]{2}(\\d{3}){2}$/',
    '/^(a[+*]){2}$/',
    '/^\\(\\d+\\)+$/',
    '/^(ab)+?$/',
    '/^[A-Z]{2,4}-\\d{1,9}-\\d+$/',
    '/^(?:AA|BB|CC|DD|EE|FF|GG|HH)\\d?$/',
    '/^\\d{3}$/',
  ])('a safe pattern is applied: %s', (type) => {
    expect(fieldProblem(type, 'no such thing')).toMatch(/^Expected (?:the format|something such as) /);
  });
});
