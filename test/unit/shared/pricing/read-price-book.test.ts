import { describe, expect, it } from 'vitest';
import { priceBooks } from '#shared/pricing/price-books.ts';
import { readPriceBook } from '#shared/pricing/read-price-book.ts';
import { usdFor } from '#shared/pricing/usd-for.ts';

const read = { usd: '0.1415', per: 1_000_000, unit: 'read request unit', source: 'our bill', verified: true };
const write = { ...read, usd: '0.7068', unit: 'write request unit' };
const ours = {
  id: 'eu-west-1-ours',
  name: 'eu-west-1, as we pay it',
  region: 'eu-west-1',
  effectiveFrom: '2026-11-01',
  source: 'our bill',
  prices: { 'dynamodb.read': read, 'dynamodb.write': write },
};

describe('a price book from a file', () => {
  it('is read with the two prices that every book needs', () => {
    const book = readPriceBook(structuredClone(ours));
    expect(book).toEqual({ ok: true, book: ours });
    expect(book.ok && usdFor(book.book, 'dynamodb.read', 10)).toBe('0.000001415');
    expect(book.ok && usdFor(book.book, 'sqs.standard', 10)).toBeNull();
  });

  it('is read as the built-in books are written', () => {
    for (const book of priceBooks) {
      expect(readPriceBook(JSON.parse(JSON.stringify(book)))).toEqual({ ok: true, book });
    }
  });

  it.each([
    [
      { ...ours, prices: { ...ours.prices, 'dynamodb.read': { ...read, usd: 0.1415 } } },
      'prices["dynamodb.read"].usd',
      '0.1415',
      /string/,
    ],
    [
      { ...ours, prices: { ...ours.prices, 'dynamodb.read': { ...read, usd: '1e-7' } } },
      'prices["dynamodb.read"].usd',
      '"1e-7"',
      /exact decimal text/,
    ],
    [
      { ...ours, prices: { ...ours.prices, 'dynamodb.read': { ...read, per: 64 } } },
      'prices["dynamodb.read"].per',
      '64',
      /power of ten/,
    ],
    [{ ...ours, prices: { 'dynamodb.read': read } }, 'prices["dynamodb.write"]', 'nothing', /every book/],
    [
      { ...ours, prices: { ...ours.prices, 'dynamodb.reed': read } },
      'prices["dynamodb.reed"]',
      '{"usd":"0.1415","per":1000000,"unit":"read request unit","source":"our bill","v…',
      /no price is called this/,
    ],
    [{ ...ours, currency: 'EUR' }, 'currency', '"EUR"', /no field is called this/],
    [{ ...ours, region: 'Ireland' }, 'region', '"Ireland"', /AWS region/],
    [{ ...ours, effectiveFrom: '1 November' }, 'effectiveFrom', '"1 November"', /date/],
    [{ ...ours, effectiveUntil: '2026-10-01' }, 'effectiveUntil', '"2026-10-01"', /after effectiveFrom/],
    [null, 'the file', 'null', /object/],
  ])('names what is wrong with it: %#', (json, path, value, problem) => {
    const book = readPriceBook(json);
    expect(book.ok ? [] : book.problems).toEqual([
      { path, value, problem: expect.stringMatching(problem) as string },
    ]);
  });

  it('takes no price from a name that objects have anyway', () => {
    const json: unknown = JSON.parse(
      JSON.stringify(ours)
        .replace('"dynamodb.read"', '"__proto__"')
        .replace('"dynamodb.write"', '"constructor"'),
    );
    expect(readPriceBook(json).ok).toBe(false);
  });
});
