import { describe, expect, it } from 'vitest';
import { aConnectionSummary } from '#test/builders/a-session.ts';
import { valueOf } from '#test/builders/a-reading-world.ts';
import { aDeadLetterDesk, anAdmin, slowly, webhookLetters } from './a-dead-letter-desk.ts';

const patient = { timeout: 120_000 };

describe('held messages', patient, () => {
  it('can be held for longer', async () => {
    const desk = await aDeadLetterDesk();
    await desk.sample(webhookLetters, 25, 60);
    await desk.world.sandbox.advance(50_000);
    const now = desk.world.clock.now();
    const longer = valueOf(await desk.call('dead-letters.hold', { queue: webhookLetters, seconds: 120 }));
    expect(Date.parse(longer.until)).toBe(now + 120_000);
    await desk.world.sandbox.advance(60_000);
    expect((await desk.counts(webhookLetters)).inFlight).toBe(25);
  });

  it('cannot be held for less, nor once their time is over', async () => {
    const desk = await aDeadLetterDesk();
    const { until } = await desk.sample(webhookLetters, 5, 300);
    const same = valueOf(await desk.call('dead-letters.hold', { queue: webhookLetters, seconds: 30 }));
    expect(same.until).toBe(until);
    await desk.world.sandbox.advance(301_000);
    expect(await desk.call('dead-letters.hold', { queue: webhookLetters, seconds: 60 })).toMatchObject({
      failure: { code: 'not-found', message: expect.stringContaining('has ended') as string },
    });
  });

  it('are held no longer than before if the lock closes first', async () => {
    const desk = await aDeadLetterDesk();
    const unlockable = (readOnly: boolean) => ({
      connection: aConnectionSummary({ readOnly, unlockable: true }),
    });
    desk.be(unlockable(false));
    await desk.sample(webhookLetters, 5, 60);
    desk.asked();
    const answer = desk.call('dead-letters.hold', { queue: webhookLetters, seconds: 120 });
    desk.be(unlockable(true));
    expect(await answer).toMatchObject({
      failure: {
        code: 'read-only',
        message: expect.stringContaining('The hold was not extended.') as string,
      },
    });
    expect(desk.asked()).not.toContain('ChangeMessageVisibilityBatch');
  });

  it('can be received by others at once when they are released', async () => {
    const desk = await aDeadLetterDesk();
    await desk.sample(webhookLetters, 25);
    const before = await desk.counts(webhookLetters);
    const released = valueOf(await desk.call('dead-letters.release', { queue: webhookLetters }));
    expect(released).toEqual({ released: 25, failed: 0 });
    expect(await desk.counts(webhookLetters)).toEqual({ waiting: before.waiting + 25, inFlight: 0 });
    expect(valueOf(await desk.call('dead-letters.held', { queue: webhookLetters }))).toEqual({
      sample: null,
    });
    expect(valueOf(await desk.call('dead-letters.release', { queue: webhookLetters }))).toEqual({
      released: 0,
      failed: 0,
    });
  });

  it('are not reported as given back if their time is over', async () => {
    const desk = await aDeadLetterDesk();
    await desk.sample(webhookLetters, 10, 30);
    await desk.world.sandbox.advance(31_000);
    expect(valueOf(await desk.call('dead-letters.release', { queue: webhookLetters }))).toEqual({
      released: 0,
      failed: 0,
    });
  });

  it('are forgotten an hour after their time if they were never released', async () => {
    const desk = await aDeadLetterDesk();
    await desk.sample(webhookLetters, 10, 30);
    await desk.world.sandbox.advance(1_800_000);
    await desk.call('dead-letters.queues', {});
    expect(desk.held.of('local', webhookLetters)).toHaveLength(10);
    await desk.world.sandbox.advance(1_900_000);
    await desk.call('dead-letters.queues', {});
    expect(desk.held.of('local', webhookLetters)).toEqual([]);
  });

  it('stay held if a job has not reached them yet', async () => {
    const desk = await aDeadLetterDesk();
    const { rows } = await desk.sample(webhookLetters, 25);
    for (const { messageId } of rows.slice(0, 7)) desk.works.add(messageId);
    expect(valueOf(await desk.call('dead-letters.release', { queue: webhookLetters })).released).toBe(18);
    expect(desk.held.of('local', webhookLetters)).toHaveLength(7);
    expect((await desk.counts(webhookLetters)).inFlight).toBe(7);
  });

  it('are counted if they could not be given back', async () => {
    const desk = await aDeadLetterDesk();
    await desk.sample(webhookLetters, 12);
    await desk.fail([
      { kind: 'throttle', service: 'sqs', operation: 'ChangeMessageVisibilityBatch', times: 1 },
    ]);
    const { released, failed } = valueOf(await desk.call('dead-letters.release', { queue: webhookLetters }));
    expect(released + failed).toBe(12);
    expect(failed).toBeGreaterThan(0);
  });

  it.each([
    ['another person', { who: anAdmin('*', 'another') }],
    ['no person', { who: null }],
  ])('are given back when %s comes', async (_who, change) => {
    const desk = await aDeadLetterDesk();
    await desk.sample(webhookLetters, 15);
    desk.be(change);
    await settled(async () => expect((await desk.counts(webhookLetters)).inFlight).toBe(0));
    expect(desk.held.of('local', webhookLetters)).toEqual([]);
  });

  it('are given back when the console closes', async () => {
    const desk = await aDeadLetterDesk();
    await desk.sample(webhookLetters, 15);
    await desk.deadLetters.close();
    expect((await desk.counts(webhookLetters)).inFlight).toBe(0);
  });

  it('are forgotten with their world', async () => {
    const desk = await aDeadLetterDesk();
    await desk.sample(webhookLetters, 15);
    desk.asked();
    desk.be({ sandboxResets: 1 });
    expect(desk.held.of('local', webhookLetters)).toEqual([]);
    expect(desk.asked()).toEqual([]);
    expect(valueOf(await desk.call('dead-letters.held', { queue: webhookLetters }))).toEqual({
      sample: null,
    });
  });

  it('are given back by a sample that was abandoned', async () => {
    const desk = await aDeadLetterDesk({ through: slowly });
    const sampling = desk.call('dead-letters.sample', {
      queue: webhookLetters,
      most: 1_000,
      holdSeconds: 300,
    });
    while (desk.held.of('local', webhookLetters).length < 30) await new Promise((go) => setImmediate(go));
    await desk.call('dead-letters.release', { queue: webhookLetters });
    expect(await sampling).toMatchObject({
      failure: { message: expect.stringContaining('was released') as string },
    });
    expect((await desk.counts(webhookLetters)).inFlight).toBe(0);
    expect(desk.held.of('local', webhookLetters)).toEqual([]);
  });
});

async function settled(check: () => Promise<void>): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await check();
    } catch (error) {
      if (tries > 200) throw error;
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
}
