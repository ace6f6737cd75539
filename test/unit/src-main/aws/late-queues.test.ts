import { expect, it } from 'vitest';
import { ok, refused } from '#shared/contract/result.ts';
import { lateAccess, type OpenedAccess } from '#main/aws/late-access.ts';
import { lateQueues } from '#main/aws/late-queues.ts';
import type { Queues } from '#main/aws/queues.ts';
import { refusingDoors } from '#main/aws/refusing-doors.ts';

const done = { kind: 'done', messageId: null } as const;

function someQueues(change: Partial<Queues> = {}): Queues {
  return {
    ...refusingDoors('nobody').queues,
    configured: () => Promise.resolve(ok([])),
    send: (_queue, messages) => Promise.resolve(messages.map(() => done)),
    startMove: () => Promise.resolve({ kind: 'done' }),
    ...change,
  };
}

function opened(queues: Queues): OpenedAccess {
  return {
    ...refusingDoors('nobody'),
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

it('opens once, for the first who looks at a queue or an alarm, and hands on what is said', async () => {
  let opens = 0;
  const { queues, alarms } = lateQueues(() => {
    opens += 1;
    return Promise.resolve({ queues: someQueues(), alarms: refusingDoors('nobody').alarms });
  });
  expect(opens).toBe(0);
  await Promise.all([queues.configured(), alarms.ofQueues([]), alarms.oldestAges([])]);
  expect(await queues.send('q', [message])).toEqual([done]);
  expect(await queues.startMove('q', 1)).toEqual({ kind: 'done' });
  expect(await queues.cancelMove('q')).toMatchObject({ kind: 'refused' });
  expect(opens).toBe(1);
});

it('of a sandbox that does not open, nothing was sent', async () => {
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

it('of a sandbox that is open, what it says is what happened', async () => {
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
