import { expect, it } from 'vitest';
import { openSpendTally } from '#main/features/spend/spend-handlers.ts';
import { aReceipt, aSpendWorld } from './a-spend.ts';

const documents = { ...aReceipt, pattern: 'extraction.documentsByStatus', index: 'main.GSI2' };

it('adds receipts up by pattern and index, most expensive first', () => {
  const tally = openSpendTally(aSpendWorld().parts);
  tally.add(aReceipt, 'Triage');
  tally.add({ ...documents, pages: 3, items: 35, rru: 4.5 }, 'Triage');
  tally.add(aReceipt, 'Review');
  expect(tally.current()).toMatchObject({
    calls: 5,
    rru: 5.5,
    byPattern: [
      { pattern: 'extraction.documentsByStatus', index: 'main.GSI2', calls: 3, rru: 4.5, items: 35 },
      { pattern: 'extraction.batchById', index: 'main.GSI3', calls: 2, rru: 1, items: 2 },
    ],
  });
});

it('separates which screen made the request', () => {
  const tally = openSpendTally(aSpendWorld().parts);
  tally.add(aReceipt, 'Triage');
  tally.add({ ...aReceipt, rru: 2 }, 'Jobs');
  tally.add(aReceipt, 'Triage');
  const of = { pattern: aReceipt.pattern, index: aReceipt.index };
  expect(tally.current().rows).toEqual([
    { screen: 'Jobs', ...of, calls: 1, rru: 2, items: 1 },
    { screen: 'Triage', ...of, calls: 2, rru: 1, items: 2 },
  ]);
});

it('lists requests without read units after those with, the most frequent first', () => {
  const tally = openSpendTally(aSpendWorld().parts);
  const queue = { ...aReceipt, pattern: 'SQS: GetQueueAttributes', index: 'queue', rru: 0 };
  tally.add({ ...queue, pattern: 'SQS: ReceiveMessage' }, 'Dead letters');
  tally.add({ ...queue, pages: 4 }, 'Dead letters');
  tally.add(aReceipt, 'Dead letters');
  expect(tally.current().rows.map(({ pattern }) => pattern)).toEqual([
    'extraction.batchById',
    'SQS: GetQueueAttributes',
    'SQS: ReceiveMessage',
  ]);
});

it('pushes the first change at once and of the next ones only the last, four times a second', () => {
  const world = aSpendWorld();
  const tally = openSpendTally(world.parts);
  const told: number[] = [];
  tally.onChange(({ rru }) => told.push(rru));
  for (let reads = 0; reads < 5; reads += 1) tally.add(aReceipt, 'Costs');
  expect(told).toEqual([0.5]);
  world.pass(249);
  expect(told).toEqual([0.5]);
  world.pass(1);
  expect(told).toEqual([0.5, 2.5]);
  world.pass(10_000);
  tally.add(aReceipt, 'Costs');
  expect(told).toEqual([0.5, 2.5, 3]);
});

it('pushes nothing to stopped watches', () => {
  const world = aSpendWorld();
  const tally = openSpendTally(world.parts);
  const told: number[] = [];
  const stop = tally.onChange(({ rru }) => told.push(rru));
  stop();
  tally.add(aReceipt, 'Costs');
  world.pass(1_000);
  expect(told).toEqual([]);
});

it('counts the month on from earlier sessions, and the session from its own start', () => {
  const first = aSpendWorld('2026-11-03T23:00:00Z');
  const before = openSpendTally(first.parts);
  before.add(aReceipt, 'Triage');
  before.close();

  const second = aSpendWorld('2026-11-22T10:00:00Z', first.parts.home);
  const tally = openSpendTally(second.parts);
  tally.add({ ...aReceipt, rru: 7 }, 'Explorer');
  const { rru, since, month, days } = tally.current();
  expect(rru).toBe(7);
  expect(since).toBe('2026-11-22T10:00:00.000Z');
  expect(month).toMatchObject({
    from: '2026-11-01',
    isWhole: true,
    rows: [
      { screen: 'Explorer', rru: 7 },
      { screen: 'Triage', rru: 0.5 },
    ],
  });
  expect(days.map(({ day }) => day)).toEqual(['2026-11-03', '2026-11-22']);
});

it('leaves last month’s spend out of this month, and in the days', () => {
  const first = aSpendWorld('2026-10-31T23:59:00Z');
  const before = openSpendTally(first.parts);
  before.add(aReceipt, 'Triage');
  before.close();

  const tally = openSpendTally(aSpendWorld('2026-11-01T00:01:00Z', first.parts.home).parts);
  expect(tally.current().month).toEqual({ from: '2026-11-01', rows: [], isWhole: true });
  expect(tally.current().days).toEqual([
    { day: '2026-10-31', rows: [{ pattern: 'DynamoDB', calls: 1, rru: 0.5, items: 1 }] },
  ]);
});

it('shows for a day the requests to each service, with the tables together', () => {
  const tally = openSpendTally(aSpendWorld().parts);
  tally.add(aReceipt, 'Triage');
  tally.add(documents, 'Review');
  tally.add(
    { ...aReceipt, pattern: 'SQS: ReceiveMessage', index: 'queue', rru: 0, items: 9 },
    'Dead letters',
  );
  expect(tally.current().days).toEqual([
    {
      day: '2026-11-22',
      rows: [
        { pattern: 'DynamoDB', calls: 2, rru: 1, items: 2 },
        { pattern: 'SQS: ReceiveMessage', calls: 1, rru: 0, items: 9 },
      ],
    },
  ]);
});
