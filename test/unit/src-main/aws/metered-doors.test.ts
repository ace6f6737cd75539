import { expect, it } from 'vitest';
import { ok } from '#shared/contract/result.ts';
import type { Receipt } from '#shared/contract/receipt.ts';
import { meteredDoors } from '#main/aws/metered-doors.ts';
import { refusingDoors } from '#main/aws/refusing-doors.ts';

const receipt: Receipt = {
  pattern: 'batchByKey',
  index: 'main',
  pages: 1,
  items: 1,
  rru: 1,
  bytes: 800,
  ms: 2,
  asOf: '2026-11-22T00:00:00.000Z',
};

it('adds up what a job reads by itself, also what was paid for before it failed', async () => {
  const spent: Receipt[] = [];
  const closed = refusingDoors('nobody');
  const doors = meteredDoors(
    {
      ...closed,
      executions: {
        ...closed.executions,
        documentIds: () => Promise.resolve(ok(['doc-1'], receipt)),
        describe: async (name) => {
          const refusal = await closed.executions.describe(name);
          return refusal.ok ? refusal : { ...refusal, receipt: { ...receipt, items: 0 } };
        },
      },
      files: {
        read: () =>
          Promise.resolve(ok({ bytes: new Uint8Array(), contentType: null }, { ...receipt, items: 2 })),
      },
    },
    (one) => spent.push(one),
  );
  const run = { batchId: 'batch-1', run: 1 };
  await doors.executions.documentIds(run);
  await doors.executions.describe(run);
  await doors.executions.history(run, {});
  await doors.files.read('documents/t/b/d/x.pdf', 100);
  expect(spent.map(({ items }) => items)).toEqual([1, 0, 2]);
});

it('adds up what queues and alarms cost, and no change of theirs', async () => {
  const spent: Receipt[] = [];
  const closed = refusingDoors('nobody');
  const doors = meteredDoors(
    {
      ...closed,
      queues: { ...closed.queues, receive: () => Promise.resolve(ok([], { ...receipt, items: 3 })) },
      alarms: { ...closed.alarms, ofQueues: () => Promise.resolve(ok(new Map(), { ...receipt, items: 4 })) },
    },
    (one) => spent.push(one),
  );
  await doors.queues.receive('q', { most: 1, visibilitySeconds: 30 });
  await doors.queues.standing('q');
  await doors.queues.send('q', []);
  await doors.alarms.ofQueues(['q']);
  await doors.alarms.oldestAges(['q']);
  expect(spent.map(({ items }) => items)).toEqual([3, 4]);
});
