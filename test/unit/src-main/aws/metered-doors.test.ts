import { expect, it } from 'vitest';
import { ok, type Receipt } from '#shared/contract/result.ts';
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

it('adds up what queues and alarms cost, metrics by the metric', async () => {
  const spent: Receipt[] = [];
  const closed = refusingDoors('nobody');
  const doors = meteredDoors(
    {
      ...closed,
      queues: { ...closed.queues, receive: () => Promise.resolve(ok([], { ...receipt, items: 3 })) },
      alarms: {
        ...closed.alarms,
        ofQueues: () => Promise.resolve(ok(new Map(), { ...receipt, items: 4 })),
        oldestAges: () => Promise.resolve(ok(new Map(), { ...receipt, items: 0 })),
      },
    },
    (one) => spent.push(one),
  );
  await doors.queues.receive('q', { most: 1, visibilitySeconds: 30 });
  await doors.queues.standing('q');
  await doors.alarms.ofQueues(['q', 'r']);
  await doors.alarms.oldestAges(['q', 'r', 's', 't', 'u']);
  expect(spent.map(({ items }) => items)).toEqual([3, 4, 5]);
});

it('counts each change of a queue as a request, and not what was refused', async () => {
  const spent: Receipt[] = [];
  const closed = refusingDoors('nobody');
  const done = { kind: 'done', messageId: null } as const;
  const refused = { kind: 'refused', name: 'AccessDenied', why: 'No.', mayTryAgain: false } as const;
  const unclear = { kind: 'unclear', why: 'No answer.' } as const;
  const doors = meteredDoors(
    {
      ...closed,
      queues: {
        ...closed.queues,
        hide: () => Promise.resolve([refused, refused]),
        send: () => Promise.resolve([done, refused, unclear]),
        delete: () => Promise.resolve([done]),
        startMove: () => Promise.resolve(unclear),
        cancelMove: () => Promise.resolve({ kind: 'done' }),
      },
    },
    (one) => spent.push(one),
    () => Date.parse('2026-11-22T10:00:00Z'),
  );
  await doors.queues.hide('q', ['a', 'b'], 30);
  expect(await doors.queues.send('q', [])).toEqual([done, refused, unclear]);
  await doors.queues.delete('q', ['a']);
  await doors.queues.startMove('q', null);
  await doors.queues.cancelMove('q');
  expect(spent.map(({ pattern, pages, items, rru }) => [pattern, pages, items, rru])).toEqual([
    ['SQS: SendMessageBatch', 1, 2, 0],
    ['SQS: DeleteMessageBatch', 1, 1, 0],
    ['SQS: StartMessageMoveTask', 1, 1, 0],
    ['SQS: CancelMessageMoveTask', 2, 1, 0],
  ]);
  expect(spent[0]).toMatchObject({ index: 'queue', asOf: '2026-11-22T10:00:00.000Z' });
});

it('sends nothing by itself: a connection that refuses everything costs nothing', async () => {
  const spent: Receipt[] = [];
  const doors = meteredDoors(refusingDoors('nobody'), (one) => spent.push(one));
  await doors.queues.send('q', []);
  await doors.queues.delete('q', ['a']);
  await doors.queues.startMove('q', 1);
  await doors.alarms.oldestAges(['q']);
  expect(spent).toEqual([]);
});
