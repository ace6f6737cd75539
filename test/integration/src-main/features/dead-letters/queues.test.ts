import { describe, expect, it } from 'vitest';
import { valueOf } from '#test/builders/a-reading-world.ts';
import { aDeadLetterDesk, documentLetters, fileLetters, webhookLetters } from './a-dead-letter-desk.ts';

const patient = { timeout: 120_000 };
const hour = 3_600_000;
const time = (at: string | null | undefined) => Date.parse(at ?? '');

describe('the queues', patient, () => {
  it('are listed without receiving anything', async () => {
    const desk = await aDeadLetterDesk();
    const before = await desk.counts(webhookLetters);
    desk.asked();
    const { queues, calls } = valueOf(await desk.call('dead-letters.queues', {}));
    expect(queues.map(({ name, failure }) => [name, failure])).toEqual([
      [documentLetters, null],
      [webhookLetters, null],
      [fileLetters, null],
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

  it.each([5_000, 20 * 60_000, 5 * hour])(
    'show, %d ms after the world was opened, the latest time at which the first message expires, and the exact time once sampled',
    async (ms) => {
      const desk = await aDeadLetterDesk();
      await desk.world.clock.advance(ms);
      const before = valueOf(await desk.call('dead-letters.queues', {})).queues;
      for (const [at, name] of [documentLetters, webhookLetters].entries()) {
        const { oldest: counted, nextExpiry: latest } = before[at]?.queue ?? {};
        expect(counted).toMatchObject({ from: 'metric', isExact: false });
        const { rows } = await desk.sample(name);
        const [first] = rows;
        const { queue } = valueOf(await desk.call('dead-letters.queues', {})).queues[at] ?? {};
        expect(queue?.oldest).toEqual({ sentAt: first?.sentAt, from: 'sample', isExact: true });
        expect(queue?.nextExpiry).toBe(first?.expiresAt);
        // The estimate is later by the time until the message became a dead letter, plus a minute of
        // counting.
        const lateBy = time(latest) - time(first?.expiresAt);
        expect(lateBy).toBeGreaterThan(0);
        expect(lateBy).toBeLessThan(8 * 60_000);
      }
    },
  );

  it('have 40 that expire within nine hours, and the metric shows the first', async () => {
    const desk = await aDeadLetterDesk();
    const now = desk.world.clock.now();
    const before = valueOf(await desk.call('dead-letters.queues', {})).queues[1]?.queue;
    expect(time(before?.nextExpiry)).toBeLessThan(now + 9 * hour);
    const { rows } = await desk.sample(webhookLetters);
    expect(rows).toHaveLength(212);
    expect(rows.filter(({ expiresAt }) => time(expiresAt) <= now + 9 * hour)).toHaveLength(40);
  });

  it('show the latest possible expiry for a partial sample', async () => {
    const desk = await aDeadLetterDesk();
    await desk.sample(webhookLetters, 10);
    const { queue } = valueOf(await desk.call('dead-letters.queues', {})).queues[1] ?? {};
    expect(queue?.oldest?.isExact).toBe(false);
  });

  it('show what could not be read, one by one', async () => {
    const desk = await aDeadLetterDesk();
    await desk.fail([{ kind: 'throttle', service: 'cloudwatch' }]);
    const { queues } = valueOf(await desk.call('dead-letters.queues', {}));
    expect(queues[0]?.queue).toMatchObject({ alarm: null, oldest: null, nextExpiry: null });
    const slower = { why: expect.stringContaining('slower') as string };
    expect(queues[0]?.queue?.lacks).toMatchObject([
      { part: 'alarm', ...slower },
      { part: 'age', ...slower },
    ]);
    await desk.fail([{ kind: 'throttle', service: 'sqs', mentions: documentLetters }]);
    const again = valueOf(await desk.call('dead-letters.queues', {})).queues;
    expect(again[0]).toMatchObject({ queue: null, failure: expect.stringContaining('slower') as string });
    expect(again[1]?.queue).not.toBeNull();
  });

  it('are not listed at all if the sign-in has expired', async () => {
    const desk = await aDeadLetterDesk();
    await desk.fail([{ kind: 'expired-token' }]);
    expect(await desk.call('dead-letters.queues', {})).toMatchObject({
      failure: { code: 'sign-in-expired' },
    });
  });
});
