import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { FaultKind } from '#local/world/faults.ts';
import type { EntryOutcome } from '#main/aws/queues.ts';
import { valueOf } from '#test/builders/a-reading-world.ts';
import { documentQueues, queueDoors } from '#test/builders/queue-doors.ts';

const { name: letters, source } = documentQueues;
const kinds = ['throttle', 'server-error', 'expired-token', 'reset-after-apply', 'partial-batch'] as const;

const troubles = fc.array(
  fc.record({
    kind: fc.constantFrom<FaultKind>(...kinds),
    operation: fc.constantFrom('SendMessageBatch', 'DeleteMessageBatch', 'GetQueueUrl'),
    share: fc.double({ min: 0.2, max: 1, noNaN: true }),
    times: fc.integer({ min: 1, max: 6 }),
  }),
  { maxLength: 4 },
);

function agrees({ kind }: EntryOutcome, happened: boolean): boolean {
  return kind === 'unclear' || (kind === 'done') === happened;
}

it(
  'property: what is reported as done has happened once, what is refused has not, and only the rest is unclear',
  { timeout: 120_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(troubles, fc.integer({ min: 1, max: 25 }), async (faults, count) => {
        const { queues, put, aws, takenFrom } = await queueDoors();
        const bodies = Array.from({ length: count }, (_, at) => `body ${at}`);
        await put(
          letters,
          bodies.map((MessageBody) => ({ MessageBody })),
        );
        const held = [];
        for (;;) {
          const messages = valueOf(await queues.receive(letters, { most: 10, visibilitySeconds: 5 }));
          if (messages.length === 0) break;
          held.push(...messages);
        }
        aws.world.faults.set(faults.map((rule, at) => ({ ...rule, id: String(at), service: 'sqs' })));
        const sent: EntryOutcome[] = [];
        const deleted: EntryOutcome[] = [];
        for (let at = 0; at < held.length; at += 10) {
          const batch = held.slice(at, at + 10);
          sent.push(
            ...(await queues.send(
              source,
              batch.map(({ body, attributes }) => ({ body, attributes })),
            )),
          );
          deleted.push(
            ...(await queues.delete(
              letters,
              batch.map(({ receiptHandle }) => receiptHandle),
            )),
          );
        }
        aws.world.faults.set([]);
        const arrived = (await takenFrom(source)).map(({ Body }) => Body);
        await aws.advance(6_000);
        const left = new Set((await takenFrom(letters)).map(({ Body }) => Body));
        expect(sent).toHaveLength(count);
        expect(deleted).toHaveLength(count);
        expect(new Set(arrived).size).toBe(arrived.length);
        for (const [at, { body }] of held.entries()) {
          const [sending, deleting] = [sent[at], deleted[at]];
          expect(sending && agrees(sending, arrived.includes(body))).toBe(true);
          expect(deleting && agrees(deleting, !left.has(body))).toBe(true);
        }
      }),
      { numRuns: 60 },
    );
  },
);
