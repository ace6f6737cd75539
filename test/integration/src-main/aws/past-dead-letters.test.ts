import { describe, expect, it } from 'vitest';
import { messageFingerprint } from '#shared/domain/dead-letters/message-cause.ts';
import { subjectOfBody } from '#shared/domain/dead-letters/message-subject.ts';
import { maskedBody } from '#shared/domain/dead-letters/masked-body.ts';
import { drivenClock } from '#local/world/clock.ts';
import type { Queues, ReceivedMessage } from '#main/aws/queues.ts';
import { valueOf } from '#test/builders/a-reading-world.ts';
import { startOfTime } from '#test/builders/a-pocket-aws.ts';
import { aSandbox } from '#test/builders/a-sandbox.ts';
import { executionDoors } from '#test/builders/execution-doors.ts';

const documents = 'autowired-documents-dlq-sandbox';
const webhooks = 'autowired-webhooks-dlq-sandbox';
const downloads = 'data-download-files-dlq-sandbox';

async function listAllMessages(queues: Queues, queue: string): Promise<readonly ReceivedMessage[]> {
  const all: ReceivedMessage[] = [];
  for (;;) {
    const messages = valueOf(await queues.receive(queue, { most: 10, visibilitySeconds: 600 }));
    if (messages.length === 0) return all;
    all.push(...messages);
  }
}

// The test opens a whole sandbox, which is slow on a busy machine.
describe('the dead letters of the sandbox’s past', { timeout: 120_000 }, () => {
  it('are in both queues, with alarms that fire, an age, and moves that have ended', async () => {
    const { sandbox } = await aSandbox();
    const { queues, alarms } = executionDoors(sandbox.aws).doors;
    const names = valueOf(await queues.configured()).map(({ name }) => name);
    expect(names).toEqual([documents, webhooks, downloads]);
    for (const name of [documents, webhooks]) {
      const standing = valueOf(await queues.standing(name));
      expect(standing.depth.waiting).toBeGreaterThan(0);
      expect(standing.depth.inFlight).toBe(0);
      expect(standing.sources).toHaveLength(1);
      expect(standing.moves.every(({ state }) => state !== 'RUNNING')).toBe(true);
    }
    const ringing = valueOf(await alarms.ofQueues(names)).standings;
    expect([...ringing].map(([name, { state }]) => [name, state])).toEqual([
      [documents, 'ALARM'],
      [webhooks, 'ALARM'],
      [downloads, 'OK'],
    ]);
    expect([...valueOf(await alarms.oldestAges(names)).values()].every((age) => age > 3_600)).toBe(true);
  });

  it('have an age from the first moment of a world opened between two hours', async () => {
    const clock = drivenClock(startOfTime + 40.5 * 60_000);
    const { sandbox } = await aSandbox({ clock });
    const { alarms } = executionDoors(sandbox.aws).doors;
    const ages = async () => valueOf(await alarms.oldestAges([documents, webhooks]));
    const first = await ages();
    expect(first.size).toBe(2);
    await clock.advance(90_000);
    for (const [name, age] of await ages()) {
      // The metric counts by the minute, and never reports more than the real age.
      expect(age - (first.get(name) ?? 0)).toBeGreaterThanOrEqual(30);
      expect(age - (first.get(name) ?? 0)).toBeLessThanOrEqual(120);
    }
  });

  it('are received once each, and describe their subject without a secret', async () => {
    const { sandbox } = await aSandbox();
    const { queues } = executionDoors(sandbox.aws).doors;
    for (const queue of [documents, webhooks]) {
      const { depth } = valueOf(await queues.standing(queue));
      const messages = await listAllMessages(queues, queue);
      expect(messages).toHaveLength(depth.waiting ?? -1);
      expect(new Set(messages.map(({ messageId }) => messageId)).size).toBe(messages.length);
      expect(messages.some(({ body }) => subjectOfBody(body).batchId !== null)).toBe(true);
      const prints = new Set(messages.map(({ body }) => messageFingerprint(null, body, []).id));
      expect(prints.size).toBeGreaterThan(1);
      expect(prints.size).toBeLessThan(10);
      for (const { body, system } of messages) {
        expect(maskedBody(body).text).not.toMatch(/eyJ|X-Amz-Signature/);
        expect(Number(system['SentTimestamp'])).toBeGreaterThan(0);
        expect(system['DeadLetterQueueSourceArn']).toMatch(/:autowired-(?:documents|webhooks)-sandbox$/);
      }
    }
  });
});
