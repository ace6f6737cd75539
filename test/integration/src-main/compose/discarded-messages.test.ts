import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Result } from '#shared/contract/result.ts';
import { sandboxPersonas } from '#shared/sandbox/personas.ts';
import { aMessagesDesk } from './a-messages-desk.ts';

const context = { reference: 'r', role: 'admin', host: 'browser' } as const;
const half = 12 * 3_600;
type Desk = ReturnType<typeof aMessagesDesk>;

describe('discarded messages', () => {
  it('are listed with who discarded them, why, when and from where, and no body', async () => {
    const desk = await aDiscard();
    const { messages, total, problems } = await list(desk);
    expect([total, problems]).toEqual([2, []]);
    expect(messages).toMatchObject(
      ['m0', 'm1'].map((messageId) => ({
        messageId,
        queue: 'dead',
        by: 'admin',
        reason: 'A test',
        mayBeInQueue: false,
        sentAgain: null,
        isSaved: true,
      })),
    );
    expect(JSON.stringify(messages)).not.toContain('"m0":1');
  });

  it('are opened masked from their file, one at a time, and one that is not there says so', async () => {
    const desk = await aDiscard();
    const open = desk.letters['dead-letters.message'];
    const opened = valueOf(await open({ queue: 'dead', messageId: 'm0', isDiscarded: true }, context));
    expect(opened).toMatchObject({
      row: { messageId: 'm0' },
      body: { isJson: true, text: expect.stringContaining('"m0"') },
    });
    const held = await open({ queue: 'dead', messageId: 'm0' }, context);
    expect(held).toMatchObject({ ok: false, failure: { code: 'not-found' } });
    rmSync(join(desk.home, 'discarded'), { recursive: true });
    const lost = await open({ queue: 'dead', messageId: 'm0', isDiscarded: true }, context);
    expect(lost).toMatchObject({
      ok: false,
      failure: { code: 'not-found', message: expect.stringContaining('does not have it as it was written') },
    });
  });

  it('are sent again once: the second plan has nothing to send, and the list says when it was', async () => {
    const desk = await aDiscard();
    const jobId = await desk.start('resend-messages', ['m0', 'm1']);
    await desk.until(() => desk.job(jobId).counts.waiting === 0 || desk.job(jobId).state === 'braked', 5_000);
    if (desk.job(jobId).state === 'braked') await desk.resume(jobId);
    await desk.until(() => desk.job(jobId).counts.waiting + desk.job(jobId).counts.sending === 0, 5_000);
    expect(desk.sent).toHaveLength(2);
    expect(desk.sent.map(({ attributes }) => attributes['sluice.redriveOf']?.value ?? '').toSorted()).toEqual(
      ['m0', 'm1'],
    );
    const { messages } = await list(desk);
    expect(messages).toMatchObject([
      { sentAgain: { state: 'sent', jobId } },
      { sentAgain: { state: 'sent', jobId } },
    ]);
    await expect(desk.start('resend-messages', ['m0', 'm1'])).rejects.toThrow(
      'None of its items can be sent',
    );
    expect(desk.sent).toHaveLength(2);
  });

  it('that may have been sent are sent again only with a reason', async () => {
    let isBroken = true;
    const desk = await aDiscard({
      refuses: () => (isBroken ? { kind: 'unclear', why: 'The connection broke.' } : undefined),
    });
    const jobId = await desk.start('resend-messages', ['m0']);
    await desk.until(() => desk.job(jobId).counts.uncertain === 1, 5_000);
    isBroken = false;
    await desk.pass(600_000);
    expect(desk.sent).toEqual([]);
    const { messages } = await list(desk);
    expect(messages.find(({ messageId }) => messageId === 'm0')?.sentAgain).toMatchObject({
      state: 'uncertain',
    });
    // The desk starts every plan with a reason.
    const again = await desk.start('resend-messages', ['m0']);
    await desk.until(() => desk.job(again).counts.waiting === 0, 5_000);
    await desk.until(() => desk.sent.length === 1, 5_000);
  });

  it('are not planned by a person who may not change messages', async () => {
    const desk = await aDiscard();
    desk.become(sandboxPersonas.find(({ id }) => id === 'support') as never);
    await expect(desk.start('resend-messages', ['m0'])).rejects.toThrow('requires the admin role');
  });
});

describe('a message that comes back after its job has ended', () => {
  it('is counted by row, group and queue, and by the receipt of the redrive', async () => {
    const desk = aMessagesDesk(2);
    await desk.sample(2, half);
    const jobId = await desk.start('redrive-messages', ['m0', 'm1']);
    await desk.until(() => desk.sent.length > 0, 5_000);
    await desk.until(() => desk.job(jobId).state !== 'running', 5_000);
    if (desk.job(jobId).state === 'braked') await desk.resume(jobId);
    await desk.until(() => desk.job(jobId).state === 'done', 5_000);
    expect(desk.detail(jobId)?.cameBackLater).toBeUndefined();
    await desk.pass(3_600_000);
    desk.bounce();
    const rows = await desk.sample(10, half);
    expect(rows).toHaveLength(2);
    for (const row of rows) expect(row).toMatchObject({ returns: 1, redriven: { jobId } });
    const held = valueOf(await desk.letters['dead-letters.held']({ queue: 'dead' }, context));
    expect(held.sample?.groups.reduce((sum, { cameBack }) => sum + cameBack, 0)).toBe(2);
    const { queues } = valueOf(await desk.letters['dead-letters.queues']({}, context));
    expect(queues[0]?.queue?.cameBack).toBe(2);
    expect(desk.detail(jobId)?.cameBackLater).toMatchObject({ messages: 2, processed: 0 });
    await desk.sample(10, half);
    expect(desk.detail(jobId)?.cameBackLater).toMatchObject({ messages: 2 });
  });
});

async function aDiscard(faults: Parameters<typeof aMessagesDesk>[1] = {}): Promise<Desk> {
  const desk = aMessagesDesk(3, faults);
  await desk.sample(3, half);
  const jobId = await desk.start('discard-messages', ['m0', 'm1']);
  await desk.until(() => desk.job(jobId).state === 'done', 5_000);
  return desk;
}

async function list(desk: Desk) {
  const { messages, ...rest } = valueOf(await desk.letters['dead-letters.discarded']({ offset: 0 }, context));
  return { ...rest, messages: messages.toSorted((a, b) => (a.messageId < b.messageId ? -1 : 1)) };
}

function valueOf<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.failure.message);
  return result.value;
}
