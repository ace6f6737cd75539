import { describe, expect, it } from 'vitest';
import { valueOf } from '#test/builders/a-reading-world.ts';
import { aDeadLetterDesk, documentLetters, webhookLetters } from './a-dead-letter-desk.ts';

const patient = { timeout: 120_000 };

describe('the queues', patient, () => {
  it('are told of without receiving anything', async () => {
    const desk = await aDeadLetterDesk();
    const before = await desk.counts(webhookLetters);
    desk.asked();
    const { queues, calls } = valueOf(await desk.call('deadLetters.queues', {}));
    expect(queues.map(({ name, failure }) => [name, failure])).toEqual([
      [documentLetters, null],
      [webhookLetters, null],
    ]);
    expect(queues[0]?.queue).toMatchObject({
      fifo: false,
      depth: { waiting: 46, inFlight: 0 },
      retentionSeconds: 14 * 86_400,
      sources: [{ name: 'autowired-documents-sandbox', mostReceives: 3 }],
      alarm: { state: 'ALARM' },
    });
    expect(queues[0]?.queue?.moves.length).toBeGreaterThan(1);
    expect(desk.asked()).not.toContain('ReceiveMessage');
    expect(calls).toBeGreaterThanOrEqual(8);
    expect(await desk.counts(webhookLetters)).toEqual(before);
  });

  it('know when the oldest was sent once it has been sampled', async () => {
    const desk = await aDeadLetterDesk();
    const { rows } = await desk.sample(documentLetters);
    const { queues } = valueOf(await desk.call('deadLetters.queues', {}));
    const [first] = rows;
    expect(queues[0]?.queue?.oldest).toEqual({ sentAt: first?.sentAt, from: 'sample' });
    expect(queues[0]?.queue?.nextExpiry).toBe(first?.expiresAt);
  });

  it('say what could not be read, one by one', async () => {
    const desk = await aDeadLetterDesk();
    await desk.fail([{ kind: 'throttle', service: 'cloudwatch' }]);
    const { queues } = valueOf(await desk.call('deadLetters.queues', {}));
    expect(queues[0]?.queue).toMatchObject({ alarm: null, oldest: null, nextExpiry: null });
    expect(queues[0]?.failure).toContain('slower');
    await desk.fail([{ kind: 'throttle', service: 'sqs', mentions: documentLetters }]);
    const again = valueOf(await desk.call('deadLetters.queues', {})).queues;
    expect(again[0]).toMatchObject({ queue: null, failure: expect.stringContaining('slower') as string });
    expect(again[1]?.queue).not.toBeNull();
  });

  it('are not told at all where the sign-in has expired', async () => {
    const desk = await aDeadLetterDesk();
    await desk.fail([{ kind: 'expired-token' }]);
    expect(await desk.call('deadLetters.queues', {})).toMatchObject({ failure: { code: 'sign-in-expired' } });
  });
});
