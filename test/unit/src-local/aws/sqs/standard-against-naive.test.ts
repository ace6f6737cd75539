import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inARestartableWorld } from './restartable-world.ts';
import { NaiveQueue, type NaiveHandle } from './naive-queue.ts';
import { steps } from './queue-steps.ts';

describe('against a naive queue', () => {
  it('a standard queue and its dead letters behave the same through restarts', async () => {
    await fc.assert(
      fc.asyncProperty(steps, fc.integer({ min: 1, max: 4 }), (script, maxReceives) =>
        inARestartableWorld(async (world) => {
          await world.create('dead', {});
          await world.create('work', {
            RedrivePolicy: JSON.stringify({
              deadLetterTargetArn: 'arn:aws:sqs:local:000000000000:dead',
              maxReceiveCount: maxReceives,
            }),
          });
          const naive = { work: new NaiveQueue(), dead: new NaiveQueue() };
          const handles: { queue: 'work' | 'dead'; handle: NaiveHandle; text: string }[] = [];
          let now = 0;
          for (const [index, action] of script.entries()) {
            if (action.do === 'send') {
              const MessageBody = `m${index}`;
              await world.ask('SendMessage', 'work', { MessageBody, DelaySeconds: action.delay });
              naive.work.send(MessageBody, now, action.delay);
            } else if (action.do === 'receive') {
              const queue = action.dead ? 'dead' : 'work';
              const limit = { MaxNumberOfMessages: action.limit, VisibilityTimeout: action.timeout };
              const { Messages = [] } = (await world.ask('ReceiveMessage', queue, limit)).output;
              const most = queue === 'dead' ? Number.POSITIVE_INFINITY : maxReceives;
              const expected = naive[queue].receive(now, action.limit, action.timeout, most, naive.dead);
              expect(Messages.map(({ Body }) => Body)).toEqual(expected.map(({ message }) => message.body));
              expected.forEach((handle, n) =>
                handles.push({ queue, handle, text: Messages[n]?.ReceiptHandle ?? '' }),
              );
            } else if (action.do === 'delete' || action.do === 'hide') {
              const held = handles.at(-1 - action.back);
              if (!held) continue;
              const { queue, handle, text: ReceiptHandle } = held;
              const isLatest = naive[queue].isLatest(handle, now);
              if (action.do === 'delete') {
                expect((await world.ask('DeleteMessage', queue, { ReceiptHandle })).status).toBe(200);
                if (isLatest) naive[queue].delete(handle);
              } else {
                const change = { ReceiptHandle, VisibilityTimeout: action.timeout };
                const { status } = await world.ask('ChangeMessageVisibility', queue, change);
                const mayHide = naive[queue].mayHide(handle, now);
                expect(status).toBe(mayHide ? 200 : 400);
                if (mayHide) {
                  handle.message.hiddenUntil = now + action.timeout;
                  handle.message.isGivenBack = action.timeout === 0;
                }
              }
            } else if (action.do === 'wait') {
              await world.wait(action.seconds);
              now += action.seconds;
            } else if (action.do === 'retain') {
              const Attributes = { MessageRetentionPeriod: String(action.seconds) };
              await world.ask('SetQueueAttributes', 'work', { Attributes });
              // Messages too old under the former period were dropped before the new one took effect.
              naive.work.living(now);
              naive.work.retention = action.seconds;
            } else world.restart();
            expect(await world.counts('work')).toEqual(naive.work.counts(now));
            expect(await world.counts('dead')).toEqual(naive.dead.counts(now));
          }
        }),
      ),
      { numRuns: 40 },
    );
  });
});
