import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { countries } from '#local/world/sheets/countries.ts';
import { writtenAmount } from '#local/world/sheets/written.ts';
import {
  amountParts,
  documentAmount,
  printedAmount,
  writtenLike,
} from '#shared/domain/review/printed-amount.ts';

describe('the value of an amount', () => {
  test.each([
    ['2,991.60', 2_991.6],
    ['2.991,60', 2_991.6],
    ['2 991,60', 2_991.6],
    ['2\u00A0991,60', 2_991.6],
    ['2\u202F991,60', 2_991.6],
    ["1'234.00", 1_234],
    ['1’234.00', 1_234],
    ['£ 2,991.60', 2_991.6],
    ['£2,991.60', 2_991.6],
    ['€ 12', 12],
    ['12 €', 12],
    ['12 EUR', 12],
    ['EUR 12', 12],
    ['chf 12.50', 12.5],
    ['kr. 1.250,00', 1_250],
    ['1 250,00 kr', 1_250],
    ['-12.5', -12.5],
    ['−12.5', -12.5],
    ['- £12.50', -12.5],
    ['£ -12.50', -12.5],
    ['12.50-', -12.5],
    ['(12.50)', -12.5],
    ['+3', 3],
    ['12,-', 12],
    ['12.–', 12],
    ['kr 1.250,-', 1_250],
    ['.5', 0.5],
    ['0', 0],
    ['-0.00', 0],
    ['007', 7],
    ['1,234,567', 1_234_567],
    ['1.234.567,8', 1_234_567.8],
    ['₹1,00,000.00', 100_000],
    ['1,23,456', 123_456],
    ['INR 12,34,567.50', 1_234_567.5],
    ['-10,00,00,000', -100_000_000],
    [' 42 ', 42],
  ])('"%s" is %d', (text, amount) => {
    expect(printedAmount(text)).toBe(amount);
  });

  test.each([
    ['1,234', 1_234],
    ['1.234', 1_234],
    ['0,234', 0.234],
    ['0.234', 0.234],
    ['1234,567', 1_234.567],
    ['1,2345', 1.2345],
    ['1,23', 1.23],
  ])(
    '"%s": three digits after one separator are thousands, unless a zero comes before it',
    (text, amount) => {
      expect(printedAmount(text)).toBe(amount);
    },
  );

  test.each([
    '',
    ' ',
    '-',
    '.',
    '£',
    'EUR',
    'twelve',
    '12 Nov 2026',
    '12/11/2026',
    '12.11.2026',
    '1,23,45',
    '1.00.000',
    '123,45,678',
    '1,23,4567',
    '1,234.567.8',
    '1.234,567,8',
    '12 345 67',
    '£ 12 EUR',
    'ABC 12',
    '12 kg',
    '12 %',
    '--12',
    '1e5',
    'HPF-20417',
    'GB33 5555',
    'I2',
    '1'.repeat(200),
  ])('"%s" has none', (text) => {
    expect(printedAmount(text)).toBeNull();
  });

  test('more digits than a number keeps give no number, but stay digits', () => {
    expect(printedAmount('1234567890123456')).toBeNull();
    expect(amountParts('1234567890123456.70')).toMatchObject({ whole: '1234567890123456', fraction: '70' });
  });

  test.each([
    ['£ 1', 'GBP'],
    ['1 €', 'EUR'],
    ['CHF 1', 'CHF'],
    ['$1', '$'],
    ['US$ 1', 'USD'],
    ['1 kr.', 'kr'],
    ['1', null],
  ])('"%s" is in %s', (text, currency) => {
    expect(amountParts(text)?.currency).toBe(currency);
  });
});

describe('amounts as the sandbox prints them', () => {
  const country = fc.constantFrom(...Object.values(countries));

  test('are read for every country and amount', () => {
    fc.assert(
      fc.property(country, fc.nat(2_000_000_000), ({ separators }, cents) => {
        expect(printedAmount(writtenAmount(cents, 2, separators))).toBe(cents / 100);
      }),
      { numRuns: 5_000 },
    );
  });

  test('are read with one place, a leading sign, or a minus', () => {
    fc.assert(
      fc.property(country, fc.integer({ min: 1, max: 50_000_000 }), ({ separators, sign }, tenths) => {
        const written = writtenAmount(tenths, 1, separators);
        expect(printedAmount(written)).toBe(tenths / 10);
        expect(printedAmount(`-${written}`)).toBe(-tenths / 10);
        expect(printedAmount(`${sign} ${written}`)).toBe(tenths / 10);
        expect(printedAmount(`${written} ${sign}`)).toBe(tenths / 10);
      }),
      { numRuns: 2_000 },
    );
  });
});

test('any text gets an answer', () => {
  const mess = fc.string({ unit: fc.constantFrom(..."0123456789.,- '£€EURkr()".split('')), maxLength: 24 });
  fc.assert(
    fc.property(fc.oneof(mess, fc.string()), (text) => {
      const amount = printedAmount(text);
      expect(amount === null || Number.isFinite(amount)).toBe(true);
    }),
    { numRuns: 5_000 },
  );
});

const invoice = { subtotal: 'money', tax: 'money', total: 'money', invoiceNumber: 'text' };

it('is the total before anything else, in either notation', () => {
  expect(documentAmount({ subtotal: '2,493.00', tax: '498.60', total: '2,991.60' }, invoice)).toBe(2_991.6);
  expect(documentAmount({ total: 'EUR 2.991,60' }, invoice)).toBe(2_991.6);
});

it('is not guessed from another field if the total cannot be read', () => {
  expect(documentAmount({ subtotal: '2,493.00', total: 'z,99l.6O' }, invoice)).toBeNull();
  expect(documentAmount({ subtotal: '2,493.00' }, invoice)).toBeNull();
});

it('is the largest if no field has a telling name', () => {
  expect(documentAmount({ fee: '12.00', premium: '310.50' }, { fee: 'money', premium: 'money' })).toBe(310.5);
});

it('is none for a document without money', () => {
  expect(documentAmount({ total: '12' }, { total: 'number', netWeight: 'number' })).toBeNull();
  expect(documentAmount({}, {})).toBeNull();
});

it('is recognised by its name if there is no schema', () => {
  expect(documentAmount({ claimed: '480.00', excess: '20.00' }, null)).toBe(480);
  expect(documentAmount({ note: '480.00' }, null)).toBeNull();
});

it('is written like the others of its document, with a sign for thousands that is not its decimal one', () => {
  const amount = { units: 610_274n, places: 2 };
  expect(writtenLike(['1.250', '5,085.62'], amount)).toBe('6,102.74');
  expect(writtenLike(['1,250', '85,62'], amount)).toBe('6102,74');
  expect(writtenLike(['1.250', '5.085,62'], amount)).toBe('6.102,74');
  expect(writtenLike(['1.250'], amount)).toBe('6.102,74');
});
