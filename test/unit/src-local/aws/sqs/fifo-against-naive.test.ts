import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inARestartableWorld } from './restartable-world.ts';
import { NaiveQueue, type NaiveHandle } from './naive-queue.ts';
import { steps } from './queue-steps.ts';

describe('against a naive queue', () => {
  it('a FIFO queue gives each group out in order and in turn', async () => {
    await fc.assert(
      fc.asyncProperty(steps, (script) =>
        inARestartableWorld(async (world) => {
          await world.create('work.fifo', { FifoQueue: 'true', ContentBasedDeduplication: 'true' });
          const naive = new NaiveQueue();
          const handles: { handle: NaiveHandle; text: string }[] = [];
          let now = 0;
          for (const [index, action] of script.entries()) {
            if (action.do === 'send') {
              const input = { MessageBody: `m${index}`, MessageGroupId: action.group };
              await world.ask('SendMessage', 'work.fifo', input);
              naive.send(`m${index}`, now, 0, action.group);
            } else if (action.do === 'receive') {
              const limit = { MaxNumberOfMessages: action.limit, VisibilityTimeout: action.timeout };
              const { Messages = [] } = (await world.ask('ReceiveMessage', 'work.fifo', limit)).output;
              const open = naive.open(now);
              const all = [...open.values()].flat();
              expect(Messages).toHaveLength(Math.min(action.limit, all.length));
              const taken = Messages.map(({ Body }) => all.find(({ body }) => body === Body));
              for (const [n, message] of taken.entries()) {
                if (!message) throw new Error(`${Messages[n]?.Body} was not to be had`);
                // Each message is the first that is left in its group, and a group is finished before the
                // next begins.
                expect(open.get(message.group)?.shift()).toBe(message);
                const before = taken[n - 1];
                if (before && before.group !== message.group) expect(open.get(before.group)).toEqual([]);
                const handle = naive.take(message, now, action.timeout);
                handles.push({ handle, text: Messages[n]?.ReceiptHandle ?? '' });
              }
            } else if (action.do === 'delete' || action.do === 'hide') {
              const held = handles.at(-1 - action.back);
              if (!held) continue;
              const { handle, text: ReceiptHandle } = held;
              const isInFlight = naive.isInFlight(handle, now);
              if (action.do === 'delete') {
                const isGone = !naive.living(now).includes(handle.message);
                const { status } = await world.ask('DeleteMessage', 'work.fifo', { ReceiptHandle });
                expect(status).toBe(isGone || isInFlight ? 200 : 400);
                if (isInFlight) naive.delete(handle);
              } else {
                const change = { ReceiptHandle, VisibilityTimeout: action.timeout };
                const { status } = await world.ask('ChangeMessageVisibility', 'work.fifo', change);
                expect(status).toBe(isInFlight ? 200 : 400);
                if (isInFlight) handle.message.hiddenUntil = now + action.timeout;
              }
            } else if (action.do === 'wait') {
              await world.wait(action.seconds);
              now += action.seconds;
            } else if (action.do === 'restart') world.restart();
            expect(await world.counts('work.fifo')).toEqual(naive.counts(now));
          }
        }),
      ),
      { numRuns: 40 },
    );
  });
});
