import { expect, test } from 'vitest';
import { closeUnits, pricedUnits, requeueUnits, runAgainUnits } from '#shared/pricing/download-acts.ts';
import { priceBooks } from '#shared/pricing/price-books.ts';

const [book] = priceBooks;

test('requeueing a file costs its messages, its writes with their index entries, and its reads', () => {
  // An item of 2.2 KB takes 3 units. In 2 indexes one entry leaves and one comes, which takes 12.
  expect(requeueUnits(1)).toEqual({ requests: 6, writes: 6 + 12 + 2 + 15 + 15, reads: 5 });
  expect(requeueUnits(10).writes).toBe(500);
  const { usd, lines } = pricedUnits(requeueUnits(1), book);
  expect(lines).toEqual([
    { what: 'requests to SQS', units: 6, usd: '0.0000024' },
    { what: 'write units', units: 50, usd: '0.00003125' },
    { what: 'read units', units: 5, usd: '0.000000625' },
  ]);
  expect(usd).toBe('0.000034275');
});

test('a day costs more if more of it is missing, and a close uses no queue', () => {
  const [some, all] = [runAgainUnits({ files: 10, lacking: 2 }), runAgainUnits({ files: 10, lacking: 10 })];
  expect(all.writes).toBeGreaterThan(some.writes);
  expect(all.requests).toBeGreaterThan(some.requests);
  expect(pricedUnits(closeUnits(10), book).lines.map(({ what }) => what)).toEqual([
    'write units',
    'read units',
  ]);
});

test('invents nothing for a book without a price', () => {
  const { 'sqs.standard': _gone, ...prices } = book.prices;
  expect(pricedUnits(requeueUnits(1), { ...book, prices })).toMatchObject({
    usd: null,
    lines: [{ usd: null }, { usd: '0.00003125' }, {}],
  });
});
