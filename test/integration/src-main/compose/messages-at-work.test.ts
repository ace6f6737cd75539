import { describe, expect, it } from 'vitest';
import type { EntryOutcome } from '#main/aws/queues.ts';
import { aMessagesDesk } from './a-messages-desk.ts';

const minute = 60_000;
const half = 12 * 3_600;

function aGate() {
  let open = (): void => undefined;
  let isWaitedFor = false;
  const gate = new Promise<void>((resolve) => (open = resolve));
  const wait = (): Promise<void> => {
    isWaitedFor = true;
    return gate;
  };
  return { wait, isWaitedFor: () => isWaitedFor, open: () => open() };
}

function buildIds(many: number): string[] {
  return Array.from({ length: many }, (_, at) => `m${at}`);
}

const broken: EntryOutcome = { kind: 'unclear', why: 'The connection broke.' };
const signedOut: EntryOutcome = {
  kind: 'refused',
  name: 'ExpiredTokenException',
  why: 'The sign-in of this connection has expired. Sign in again, then repeat it. Nothing was done.',
  mayTryAgain: false,
  isForNow: true,
};

describe('messages that a job is sending', () => {
  it('are not given back while their answer is pending, even if the job was braked and the page left', async () => {
    const { wait, isWaitedFor, open } = aGate();
    const desk = aMessagesDesk(5, { beforeSend: (sent) => (sent === 0 ? wait() : undefined) });
    await desk.sample(5, half);
    const jobId = await desk.start('redrive-messages', buildIds(3));
    await desk.until(isWaitedFor);
    await desk.brake(jobId);
    expect(desk.worksOn()).toEqual(['m0']);
    expect(await desk.release()).toEqual({ released: 4, failed: 0 });
    expect(desk.hidden()).toEqual(['m0']);
    expect((await desk.sample(5, half)).map(({ messageId }) => messageId)).not.toContain('m1/2');
    open();
    // The disk may be slow.
    await desk.until(() => !desk.inQueue.has('m0'));
    await desk.pass(minute);
    expect(desk.sent).toHaveLength(1);
    expect([...desk.inQueue.keys()]).toEqual(['m1', 'm2', 'm3', 'm4']);
  });

  it('are given back when the job stops and the person who sampled them has gone', async () => {
    const { wait, isWaitedFor, open } = aGate();
    const desk = aMessagesDesk(30, { beforeSend: (sent) => (sent === 0 ? wait() : undefined) });
    await desk.sample(30, half);
    const jobId = await desk.start('redrive-messages', buildIds(20));
    await desk.until(isWaitedFor);
    desk.become(null);
    await desk.pass(2_000);
    expect(desk.hidden()).toEqual(buildIds(20));
    await desk.brake(jobId);
    open();
    // The disk may be slow.
    await desk.until(() => desk.held.of('local', 'dead').length === 0);
    expect(desk.sent).toHaveLength(1);
    expect(desk.hidden()).toEqual([]);
    expect(desk.inQueue.size).toBe(29);
  });

  it('are also given back when they were refused and the page was left', async () => {
    const refusal: EntryOutcome = { kind: 'refused', name: 'X', why: 'Too large.', mayTryAgain: false };
    const desk = aMessagesDesk(2, { refuses: () => refusal });
    await desk.sample(2, half);
    await desk.start('redrive-messages', buildIds(2));
    await desk.release();
    expect(desk.hidden()).toEqual(buildIds(2));
    await desk.pass(10 * minute);
    expect(desk.hidden()).toEqual([]);
  });

  it('stay held when the job stops and their page is still open', async () => {
    const { wait, isWaitedFor, open } = aGate();
    const desk = aMessagesDesk(5, { beforeSend: (sent) => (sent === 0 ? wait() : undefined) });
    await desk.sample(5, half);
    const jobId = await desk.start('redrive-messages', buildIds(5));
    await desk.until(isWaitedFor);
    await desk.brake(jobId);
    open();
    await desk.pass(minute);
    expect(desk.hidden()).toEqual(['m1', 'm2', 'm3', 'm4']);
  });
});

describe('a sign-in that expires during a job', () => {
  it('brakes it with the rest left, and the job continues after the next sign-in', async () => {
    let isSignedIn = false;
    const desk = aMessagesDesk(400, {
      refuses: (sent) => (sent >= 60 && !isSignedIn ? signedOut : undefined),
    });
    await desk.sample(400, half);
    const jobId = await desk.start('redrive-messages', buildIds(400));
    // The pipeline writes nothing about these messages, so a person lets the rest go without confirmation.
    await desk.until(() => desk.job(jobId).confirmation === 'lacking', 5_000);
    await desk.resume(jobId);
    await desk.until(() => desk.job(jobId).state === 'braked', 5_000);
    const { state, because, counts } = desk.job(jobId);
    expect({ state, because }).toEqual({
      state: 'braked',
      because: expect.stringMatching(/^Not everything could be sent: The sign-in .* has expired/) as string,
    });
    expect(counts).toMatchObject({ refused: 0, skipped: 0, uncertain: 0 });
    expect(counts.waiting).toBe(400 - desk.sent.length);
    expect(counts.waiting).toBeGreaterThan(200);
    isSignedIn = true;
    await desk.resume(jobId);
    await desk.until(() => desk.job(jobId).state === 'done', 5_000);
    expect(desk.job(jobId)).toMatchObject({ state: 'done', counts: { waiting: 0, refused: 0 } });
    expect(desk.sent).toHaveLength(400);
    expect(desk.inQueue.size).toBe(0);
  });

  it('leaves a discard where it was, and deletes what is already in the file after the next sign-in', async () => {
    let isSignedIn = false;
    const desk = aMessagesDesk(40, { deletes: () => (isSignedIn ? undefined : signedOut) });
    await desk.sample(40, half);
    const jobId = await desk.start('discard-messages', buildIds(40));
    await desk.until(() => desk.job(jobId).state === 'braked');
    expect(desk.job(jobId)).toMatchObject({
      state: 'braked',
      because: expect.stringMatching(/^Not everything could be discarded: /) as string,
      counts: { running: 1, waiting: 39 },
    });
    isSignedIn = true;
    await desk.pass(minute);
    await desk.resume(jobId);
    await desk.until(() => desk.job(jobId).state === 'done', 5_000);
    expect(desk.job(jobId)).toMatchObject({ state: 'done', counts: { fixed: 40 } });
    expect(desk.inQueue.size).toBe(0);
  });
});

describe('a discard that could not delete at once', () => {
  it.each([true, false])(
    'is not reported as done before the message is gone, sampled again: %s',
    async (isSampled) => {
      let isBroken = true;
      const desk = aMessagesDesk(1, { deletes: () => (isBroken ? broken : undefined) });
      await desk.sample(1, 60);
      const jobId = await desk.start('discard-messages', ['m0']);
      await desk.pass(7 * minute);
      if (isSampled) await desk.sample(1, half);
      isBroken = false;
      await desk.until(() => desk.job(jobId).state === 'done', 5_000);
      expect((await desk.receipts(jobId))[0]?.state).toBe('fixed');
      expect(desk.inQueue.size).toBe(0);
      expect(desk.held.of('local', 'dead')).toEqual([]);
    },
  );

  it('reports a message that another receiver has taken meanwhile', async () => {
    let isBroken = true;
    const desk = aMessagesDesk(1, {
      deletes: () => (isBroken ? broken : undefined),
      // The hold cannot be prolonged any more then, so it ends.
      hides: () => (isBroken && isTaken ? broken : undefined),
      isTaken: () => isTaken,
    });
    let isTaken = false;
    await desk.sample(1, 60);
    const jobId = await desk.start('discard-messages', ['m0']);
    await desk.until(() => desk.job(jobId).counts.running === 1);
    isTaken = true;
    await desk.pass(7 * minute);
    isBroken = false;
    await desk.until(() => desk.job(jobId).state === 'done', 5_000);
    const [receipt] = await desk.receipts(jobId);
    expect(receipt?.state).toBe('overtaken');
    expect(receipt?.note).toMatch(/may still be in the queue: .*another reader has received it/);
    expect(desk.inQueue.size).toBe(1);
  });
});

describe('a network that is gone during a job', () => {
  const unreachable: EntryOutcome = {
    kind: 'refused',
    name: 'NotConnected',
    why: 'SQS could not be reached. Nothing was done.',
    mayTryAgain: true,
    isForNow: true,
  };

  it('only delays the rest if it is back within a moment', async () => {
    let refusals = 0;
    const desk = aMessagesDesk(400, {
      refuses: (sent) => (sent >= 60 && refusals++ < 20 ? unreachable : undefined),
    });
    await desk.sample(400, half);
    const jobId = await desk.start('redrive-messages', buildIds(400));
    await desk.until(() => desk.job(jobId).confirmation === 'lacking', 5_000);
    await desk.resume(jobId);
    await desk.until(() => desk.job(jobId).state === 'done', 5_000);
    expect(refusals).toBeGreaterThan(20);
    expect(desk.job(jobId).counts).toMatchObject({ waiting: 0, refused: 0, skipped: 0, uncertain: 0 });
    expect(desk.sent).toHaveLength(400);
    expect(desk.inQueue.size).toBe(0);
  });

  it('brakes it with the rest left if it stays away, and calls nothing uncertain', async () => {
    let isThere = false;
    const desk = aMessagesDesk(400, {
      refuses: (sent) => (sent >= 60 && !isThere ? unreachable : undefined),
    });
    await desk.sample(400, half);
    const jobId = await desk.start('redrive-messages', buildIds(400));
    await desk.until(() => desk.job(jobId).confirmation === 'lacking', 5_000);
    await desk.resume(jobId);
    await desk.until(() => desk.job(jobId).state === 'braked', 5_000);
    const { because, counts } = desk.job(jobId);
    expect(because).toMatch(/^Nothing more was sent: .*could not be reached\. Nothing was done\./);
    expect(counts).toMatchObject({ refused: 0, skipped: 0, uncertain: 0, waiting: 400 - desk.sent.length });
    isThere = true;
    await desk.resume(jobId);
    await desk.until(() => desk.job(jobId).state === 'done', 5_000);
    expect(desk.sent).toHaveLength(400);
  });

  it('only delays a discard', async () => {
    let refusals = 0;
    const desk = aMessagesDesk(40, { deletes: () => (refusals++ < 30 ? unreachable : undefined) });
    await desk.sample(40, half);
    const jobId = await desk.start('discard-messages', buildIds(40));
    await desk.until(() => desk.job(jobId).state === 'done', 5_000);
    expect(desk.job(jobId)).toMatchObject({ state: 'done', counts: { fixed: 40 } });
    expect(desk.inQueue.size).toBe(0);
  });
});
