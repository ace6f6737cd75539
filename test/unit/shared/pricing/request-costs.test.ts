import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SpentOn } from '#shared/contract/costs.ts';
import { compareDecimals, decimal, decimalText, plus } from '#shared/pricing/decimal.ts';
import { priceBooks } from '#shared/pricing/price-books.ts';
import {
  discoveryCost,
  readCost,
  findService,
  spendCost,
  sumOfSpend,
  writeCost,
} from '#shared/pricing/request-costs.ts';

const [book, before] = priceBooks;
const million = 1_000_000;

function asked(pattern: string, of: Partial<SpentOn> = {}): SpentOn {
  return { pattern, calls: 0, rru: 0, items: 0, ...of };
}

describe('the console’s own cost', () => {
  test.each([
    [
      'a pattern of a table by its read units',
      asked('extraction.batchById', { rru: million, calls: 9 }),
      '0.125',
    ],
    [
      'SQS by requests, and not by messages',
      asked('SQS: ReceiveMessage', { calls: million, items: 7 }),
      '0.4',
    ],
    [
      'a change of a queue like any request',
      asked('SQS: SendMessageBatch', { calls: 10, items: 100 }),
      '0.000004',
    ],
    ['files by requests', asked('S3: GetObject', { calls: 1_000 }), '0.0004'],
    ['metrics by the metric', asked('CloudWatch: GetMetricData', { calls: 1, items: 1_000 }), '0.01'],
    ['looks at alarms are free', asked('CloudWatch: DescribeAlarms', { calls: million }), '0'],
    ['looks at executions are free', asked('Step Functions: GetExecutionHistory', { calls: million }), '0'],
  ])('%s', (_what, row, usd) => {
    expect(spendCost(row, book)).toEqual({ usd, why: null });
  });

  test('is twice as much for a read by the book before November 2024', () => {
    expect(before && spendCost(asked('hr.employees', { rru: million }), before)).toEqual({
      usd: '0.25',
      why: null,
    });
  });

  test('says why something is unknown, and counts nothing unknown as free', () => {
    expect(spendCost(asked('CloudWatch: Something', { calls: 1 }), book)).toEqual({
      usd: null,
      why: 'There is no charging rule for CloudWatch: Something.',
    });
    const { 'sqs.standard': _sqs, ...prices } = book.prices;
    expect(spendCost(asked('SQS: ReceiveMessage', { calls: 1 }), { ...book, prices })).toEqual({
      usd: null,
      why: 'us-east-1 list, since 1 Nov 2024 has no price for sqs.standard.',
    });
  });

  test('adds up what has a price, and names each thing without one once', () => {
    const rows = [
      asked('extraction.batchById', { rru: 8 }),
      asked('S3: PutObject', { calls: 2 }),
      asked('S3: PutObject', { calls: 1 }),
      asked('SQS: ReceiveMessage', { calls: 5 }),
    ];
    expect(sumOfSpend(rows, book)).toEqual({ usd: '0.000003', unpriced: ['S3: PutObject'] });
    expect(sumOfSpend([], book)).toEqual({ usd: '0', unpriced: [] });
  });

  test('is additive and monotone, and nothing for nothing', () => {
    const row = fc.record({
      pattern: fc.constantFrom(
        'a.b',
        'SQS: DeleteMessageBatch',
        'S3: GetObject',
        'CloudWatch: GetMetricData',
      ),
      calls: fc.nat(),
      rru: fc.nat().map((halves) => halves / 2),
      items: fc.nat(),
    });
    const usd = (rows: readonly SpentOn[]) => decimal(sumOfSpend(rows, book).usd);
    fc.assert(
      fc.property(fc.array(row), fc.array(row), row, (some, more, one) => {
        expect(decimalText(usd([...some, ...more]))).toBe(decimalText(plus(usd(some), usd(more))));
        const grown = { ...one, calls: one.calls + 1, rru: one.rru + 0.5, items: one.items + 1 };
        expect(compareDecimals(usd([grown]), usd([one]))).toBe(1);
        expect(spendCost(asked(one.pattern), book).usd).toBe('0');
      }),
    );
  });

  test('counts tables as one service, and each operation of the others separately', () => {
    expect(['extraction.batchById', 'hr.employees', 'SQS: ReceiveMessage'].map(findService)).toEqual([
      'DynamoDB',
      'DynamoDB',
      'SQS: ReceiveMessage',
    ]);
  });
});

test.each([
  [4.5, 'digits', '$0.0000006'],
  [4.5, 'sign', '<$0.0001'],
  [4.5, undefined, '<$0.0001'],
  [1_284_000, undefined, '$0.1605'],
  [0, 'digits', '$0.00'],
] as const)('%d read units, small sums as %s, cost %s', (rru, tiny, text) => {
  expect(readCost(rru, tiny === undefined ? {} : { tiny }).text).toBe(text);
});

test('write units have a price of their own, and both name the book', () => {
  expect(writeCost(336_000).text).toBe('$0.21');
  expect(writeCost(1).book).toBe(readCost(1).book);
  expect(readCost(1).book).toMatch(/since 1 Nov 2024, on demand$/);
});

describe('the cost of a discovery', () => {
  test('is that of its requests to SQS and S3, and the other calls are free', () => {
    const calls = new Map([
      ['DynamoDB: ListTables', 3],
      ['DynamoDB: DescribeTable', 40],
      ['SQS: ListQueues', 1],
      ['SQS: GetQueueAttributes', 9],
      ['S3: ListAllMyBuckets', 1],
    ]);
    const { usd, book: priced, told } = discoveryCost(calls);
    expect(usd).toBe('0.000009');
    expect(priced).toBe(book.name);
    expect(told).toBe('11 requests of SQS and S3 cost <$0.0001; the other 43 calls are free.');
  });
});
