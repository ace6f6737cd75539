import { expect, it } from 'vitest';
import { lateDoors, meteredDoors, refusingDoors } from '#main/aws/doors.ts';
import type { Queues } from '#main/aws/queues.ts';
import { lateAccess, type OpenedAccess } from '#main/aws/sandbox.ts';
import { ok, refused, type Receipt } from '#shared/contract/result.ts';
import { library } from './dynamodb/a-library.ts';

it('reports for every read that nothing was read, and why', async () => {
  const { reader, files } = refusingDoors('Staging');
  const results = [
    await reader.run('extraction.tenants', {}),
    await reader.ask({ system: library, pattern: 'shelf', params: [{ shelf: 'a' }] }),
    await reader.readAgain({ system: library, table: 'books', key: {} }),
    await files.read('documents/t/b/d/x.pdf', 100),
  ];
  for (const result of results) {
    expect(result).toMatchObject({ ok: false, failure: { code: 'aws-unreachable', service: 'AWS' } });
    expect(JSON.stringify(result)).toContain('Staging');
    expect(JSON.stringify(result)).toContain('Nothing was read');
  }
  expect(() => reader.changed(library, [])).not.toThrow();
});

it('reports for every queue and alarm that nothing was read, and refuses every change', async () => {
  const { queues, alarms } = refusingDoors('Staging');
  for (const result of [
    await queues.configured(),
    await queues.standing('q'),
    await queues.receive('q', { most: 10, visibilitySeconds: 60 }),
    await alarms.ofQueues(['q']),
    await alarms.oldestAges(['q']),
  ]) {
    expect(result).toMatchObject({ ok: false, failure: { code: 'aws-unreachable' } });
  }
  const refusal = { kind: 'refused', name: 'aws-unreachable', mayTryAgain: false };
  expect(await queues.hide('q', ['a', 'b'], 0)).toMatchObject([refusal, refusal]);
  expect(await queues.delete('q', ['a'])).toMatchObject([refusal]);
  expect(await queues.send('q', [])).toEqual([]);
  expect(await queues.startMove('q', null)).toMatchObject({ kind: 'refused', name: 'aws-unreachable' });
  expect(await queues.cancelMove('q')).toMatchObject({ kind: 'refused', name: 'aws-unreachable' });
});

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

it('adds up what a job reads, also what was paid for before it failed', async () => {
  const spent: Receipt[] = [];
  const closed = refusingDoors('refused');
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

it('adds up what queues and alarms cost, metrics per metric', async () => {
  const spent: Receipt[] = [];
  const closed = refusingDoors('refused');
  const doors = meteredDoors(
    {
      ...closed,
      queues: { ...closed.queues, receive: () => Promise.resolve(ok([], { ...receipt, items: 3 })) },
      alarms: {
        ...closed.alarms,
        ofQueues: () => Promise.resolve(ok({ standings: new Map(), isAll: true }, { ...receipt, items: 4 })),
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

it('counts each change of a queue as a request, and not refused ones', async () => {
  const spent: Receipt[] = [];
  const closed = refusingDoors('refused');
  const done = { kind: 'done', messageId: null } as const;
  const refusal = { kind: 'refused', name: 'AccessDenied', why: 'No.', mayTryAgain: false } as const;
  const unclear = { kind: 'unclear', why: 'No answer.' } as const;
  const doors = meteredDoors(
    {
      ...closed,
      queues: {
        ...closed.queues,
        hide: () => Promise.resolve([refusal, refusal]),
        send: () => Promise.resolve([done, refusal, unclear]),
        delete: () => Promise.resolve([done]),
        startMove: () => Promise.resolve(unclear),
        cancelMove: () => Promise.resolve({ kind: 'done' }),
      },
    },
    (one) => spent.push(one),
    () => Date.parse('2026-11-22T10:00:00Z'),
  );
  await doors.queues.hide('q', ['a', 'b'], 30);
  expect(await doors.queues.send('q', [])).toEqual([done, refusal, unclear]);
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

it('sends nothing on its own: a connection that refuses everything costs nothing', async () => {
  const spent: Receipt[] = [];
  const doors = meteredDoors(refusingDoors('refused'), (one) => spent.push(one));
  await doors.queues.send('q', []);
  await doors.queues.delete('q', ['a']);
  await doors.queues.startMove('q', 1);
  await doors.alarms.oldestAges(['q']);
  expect(spent).toEqual([]);
});

const done = { kind: 'done', messageId: null } as const;

function someQueues(change: Partial<Queues> = {}): Queues {
  return {
    ...refusingDoors('refused').queues,
    configured: () => Promise.resolve(ok([])),
    send: (_queue, messages) => Promise.resolve(messages.map(() => done)),
    startMove: () => Promise.resolve({ kind: 'done' }),
    ...change,
  };
}

function opened(queues: Queues): OpenedAccess {
  return {
    ...refusingDoors('refused'),
    queues,
    control: {
      read: () => Promise.reject(new Error('not asked')),
      setTraffic: () => Promise.reject(new Error('not asked')),
      reset: () => Promise.reject(new Error('not asked')),
    },
    hasEnded: () => false,
    close: () => Promise.resolve(),
  };
}

const message = { body: 'a', attributes: {} };

it('opens once, for the first look at a queue or an alarm, and passes answers on', async () => {
  let opens = 0;
  const { queues, alarms } = lateDoors(['queues', 'alarms'], () => {
    opens += 1;
    return Promise.resolve({ queues: someQueues(), alarms: refusingDoors('refused').alarms });
  });
  expect(opens).toBe(0);
  await Promise.all([queues.configured(), alarms.ofQueues([]), alarms.oldestAges([])]);
  expect(await queues.send('q', [message])).toEqual([done]);
  expect(await queues.startMove('q', 1)).toEqual({ kind: 'done' });
  expect(await queues.cancelMove('q')).toMatchObject({ kind: 'refused' });
  expect(opens).toBe(1);
});

it('reports that nothing was sent if a sandbox does not open', async () => {
  const late = lateAccess(() => Promise.reject(new Error('Another process has the folder')));
  const why = 'The sandbox did not open. Another process has the folder. Nothing was sent.';
  const refusal = { kind: 'refused', name: 'aws-unreachable', why };
  expect(await late.queues.send('q', [message, message])).toEqual(
    [0, 1].map(() => ({ ...refusal, mayTryAgain: false, isForNow: true })),
  );
  expect(await late.queues.delete('q', ['h'])).toMatchObject([refusal]);
  expect(await late.queues.hide('q', ['h'], 0)).toMatchObject([refusal]);
  expect(await late.queues.startMove('q', null)).toEqual(refusal);
  expect(await late.queues.cancelMove('q')).toEqual(refusal);
  expect(await late.queues.receive('q', { most: 1, visibilitySeconds: 30 })).toMatchObject({
    failure: { message: expect.stringMatching(/Nothing was received\.$/) as string },
  });
});

it('passes on the answer of an open sandbox', async () => {
  const unclear = { kind: 'unclear', why: 'It broke.' } as const;
  const gone = refused({ code: 'aws-unreachable', message: 'Gone.', service: 'SQS' });
  const late = lateAccess(() =>
    Promise.resolve(
      opened(
        someQueues({
          send: () => Promise.resolve([unclear]),
          startMove: () => Promise.resolve(unclear),
          standing: () => Promise.resolve(gone),
        }),
      ),
    ),
  );
  expect(await late.queues.send('q', [message])).toEqual([unclear]);
  expect(await late.queues.startMove('q', null)).toEqual(unclear);
  expect(await late.queues.standing('q')).toEqual(gone);
  expect(await late.alarms.ofQueues(['q'])).toMatchObject({ failure: { code: 'aws-unreachable' } });
});
