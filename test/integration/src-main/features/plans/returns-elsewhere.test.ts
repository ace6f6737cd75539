import { GetQueueUrlCommand, ReceiveMessageCommand, SendMessageCommand } from '@aws-sdk/client-sqs';
import { PutItemCommand } from '@aws-sdk/client-dynamodb';
import { describe, expect, it } from 'vitest';
import { toItem } from '#pipelines/plain-items.ts';
import { toStoredDocumentEvent } from '#pipelines/extraction/stored-items.ts';
import { heldMessages } from '#main/dead-letters/held-messages.ts';
import { makePlan } from '#main/features/plans/make-plan.ts';
import type { Plan } from '#shared/contract/plans.ts';
import { documentReceives } from '#shared/domain/pipeline-limits.ts';
import { namesByConvention } from '#shared/domain/pipeline-names.ts';
import { ulidAt } from '#shared/domain/id-forms.ts';
import { valueOf } from '#test/builders/a-reading-world.ts';
import { aSession } from '#test/builders/a-session.ts';
import { doorsOver } from '#test/builders/doors-over.ts';
import { queuesAtRest } from '#test/integration/src-main/dead-letters/queues-at-rest.ts';

const { extraction } = namesByConvention('sandbox');
const queue = extraction.documentDeadLetterQueue;

/** Creates the pipeline's queues with a message about a document in them, and no consumer that can use it. */
async function aWorld() {
  const { clock, running } = await queuesAtRest();
  const { sqs, dynamodb } = running.clients;
  const doors = doorsOver(running.aws.dispatch, () => clock.now());
  const { QueueUrl } = await sqs.send(new GetQueueUrlCommand({ QueueName: extraction.documentQueue }));
  const body = JSON.stringify({
    Records: [
      {
        eventSource: 'aws:s3',
        eventTime: new Date(clock.now()).toISOString(),
        s3: { object: { key: 'documents/northwind/batch-1/doc-1/invoice.pdf' } },
      },
    ],
  });
  await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: body }));
  let lines = 0;

  async function die(): Promise<void> {
    for (let receives = 0; receives <= documentReceives; receives += 1) {
      await sqs.send(new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10, VisibilityTimeout: 60 }));
      await clock.advance(61_000);
    }
  }

  return {
    die,
    async moveBack(): Promise<void> {
      expect(await doors.queues.startMove(queue, null)).toEqual({ kind: 'done' });
      await clock.advance(60_000);
      await die();
    },
    async redrivenLine(): Promise<void> {
      const at = new Date(clock.now()).toISOString();
      const eventId = ulidAt(clock.now() + (lines += 1), () => 0.5);
      const event = {
        eventId,
        at,
        what: 'message redriven',
        actor: 'extraction',
        batchId: 'batch-1',
        run: 1,
      };
      const item = toItem(toStoredDocumentEvent('northwind', 'doc-1', event));
      await dynamodb.send(new PutItemCommand({ TableName: extraction.table, Item: item }));
    },
    async plan(): Promise<{ plan: Plan; asked: number }> {
      const held = heldMessages();
      const all = valueOf(await doors.queues.receive(queue, { most: 10, visibilitySeconds: 1 }));
      // S3 sent its own test message when it was set up.
      const received = all.filter(({ body: one }) => one === body);
      expect(received).toHaveLength(1);
      held.add(
        'local',
        queue,
        received.map((message) => ({ message, receivedAt: 0, hiddenUntil: Infinity })),
      );
      const before = doors.sent.length;
      const session = aSession();
      const made = await makePlan(
        { kind: 'redrive-messages', queue, messageIds: received.map(({ messageId }) => messageId) },
        {
          doors,
          connection: session.connection,
          who: { id: 'admin', name: 'Ines Halvorsen', role: 'admin', tenants: '*' },
          now: () => clock.now(),
          newId: () => 'plan',
          messages: { held, sentBefore: { of: () => null } },
        },
      );
      await clock.advance(2_000);
      return { plan: valueOf(made), asked: doors.sent.length - before };
    },
  };
}

describe('a dead letter that was redriven outside this console', () => {
  it("is locked from the third of SQS's own moves on, which leave no mark on it", async () => {
    const world = await aWorld();
    await world.die();
    expect(await world.plan()).toMatchObject({ plan: { items: [{ verdict: 'go' }] }, asked: 0 });
    await world.moveBack();
    await world.moveBack();
    expect((await world.plan()).plan.items).toMatchObject([{ verdict: 'go', needsReason: false }]);
    await world.moveBack();
    expect((await world.plan()).plan.items).toMatchObject([
      {
        verdict: 'blocked',
        needsReason: true,
        why: expect.stringMatching(/SQS moved this queue back 3 times/),
      },
    ]);
  });

  it('is locked from the third entry for redriven messages in its document’s passport on', async () => {
    const world = await aWorld();
    await world.die();
    await world.moveBack();
    await world.redrivenLine();
    await world.redrivenLine();
    expect(await world.plan()).toMatchObject({ plan: { items: [{ verdict: 'go' }] }, asked: 1 });
    await world.redrivenLine();
    expect((await world.plan()).plan.items).toMatchObject([
      {
        needsReason: true,
        why: 'A message of its document was redriven 3 times already. Reason required.',
      },
    ]);
  });
});
