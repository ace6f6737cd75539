import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Dispatch } from '#local/aws/dispatch.ts';
import { jobSummary } from '#shared/domain/job-summary.ts';
import { aStrangersDesk, dead, failing, source, using } from './a-strangers-desk.ts';

const mira = { by: 'mira', reason: undefined };
const minutes = (from: string | null, to: number): number => (to - Date.parse(from ?? '')) / 60_000;

describe('a redrive to a pipeline that records nothing about its messages', () => {
  it('finds the first message in the dead-letter queue again, and sends none of the other seven', async () => {
    const desk = await aStrangersDesk();
    const ids = await desk.plant(8);
    const opened = desk.open();
    await desk.sample(opened);
    desk.consumer.use = failing;
    const plan = desk.plan(ids);
    opened.engine.start(plan, mira);
    const { job, receipts } = await desk.rested(opened, plan);
    expect(job).toMatchObject({ state: 'braked', counts: { 'failed-again': 1, fixed: 0, waiting: 7 } });
    expect(job.because).toMatch(/^1 of the first 1 failed again/);
    expect(receipts[0]?.note).toBe('Back in the queue: no cause is written under its id');
    expect(minutes(job.startedAt, desk.clock.now())).toBeLessThan(6);
  });

  it('sends a message that fits its queue only without the mark that it was sent from here', async () => {
    const desk = await aStrangersDesk(undefined, { largestMessage: 262_144 });
    const id = await desk.plantBody('x'.repeat(262_100));
    const opened = desk.open();
    await desk.sample(opened);
    const plan = desk.plan([id]);
    opened.engine.start(plan, mira);
    const { job } = await desk.rested(opened, plan);
    expect(job).toMatchObject({ state: 'done', counts: { unconfirmed: 1, refused: 0 } });
    const [message] = await desk.receive(source);
    expect([message?.Body?.length, message?.MessageAttributes]).toEqual([262_100, undefined]);
  });

  it('gives back at once what it looks through', async () => {
    const desk = await aStrangersDesk();
    const ids = await desk.plant(1);
    const opened = desk.open();
    await desk.sample(opened);
    const others = await desk.plant(30);
    desk.consumer.use = failing;
    const plan = desk.plan(ids);
    opened.engine.start(plan, mira);
    await desk.rested(opened, plan);
    const there = new Set<string>();
    for (;;) {
      const messages = await desk.receive(dead, 600);
      if (messages.length === 0) break;
      for (const { MessageId = '' } of messages) there.add(MessageId);
    }
    expect(others.every((id) => there.has(id))).toBe(true);
    expect(there.size).toBe(31);
  });

  it('reports 640 messages that no consumer touches as sent and not confirmed', async () => {
    const desk = await aStrangersDesk();
    const ids = await desk.plant(640);
    const opened = desk.open();
    await desk.sample(opened);
    const plan = desk.plan(ids);
    opened.engine.start(plan, mira);
    const first = await desk.rested(opened, plan);
    expect(first.job).toMatchObject({
      state: 'braked',
      confirmation: 'lacking',
      because:
        '1 message was sent and not confirmed: this pipeline records nothing about it. Resume to send the rest without confirmation.',
      counts: { unconfirmed: 1, fixed: 0, waiting: 639 },
    });
    expect(first.receipts[0]).toMatchObject({ state: 'unconfirmed', endedAt: null });
    expect(first.receipts[0]?.note).toMatch(
      /^Nothing confirmed it within 3 min 30 s\. 1 message still waiting in strangers-work\. Not found in strangers-work-dlq when it was looked through at \d\d:\d\d UTC\.$/,
    );
    expect(minutes(first.job.startedAt, desk.clock.now())).toBeLessThan(5);

    expect(opened.engine.resume('local', plan.planId, 'mira').ok).toBe(true);
    const { job, receipts } = await desk.rested(opened, plan);
    expect(job).toMatchObject({ state: 'done', counts: { unconfirmed: 640, fixed: 0 } });
    expect(jobSummary(job)).toBe('640 of 640 sent, 640 sent, not confirmed.');
    expect(receipts.at(-1)?.note).toMatch(/640 messages still waiting in strangers-work\./);
    // There is one intent for the first step and one for the rest, because a resumed job does not start again
    // with one message.
    const journal = readFileSync(join(desk.home, 'jobs', `${plan.planId}.jsonl`), 'utf8');
    expect(journal.match(/"event":"intent"/g)).toHaveLength(2);
    expect(journal).toMatch(/"event":"resumed",.*"by":"mira","withoutConfirmation":true/);
    expect(minutes(job.startedAt, desk.clock.now())).toBeLessThan(12);
  }, 60_000);

  it('does not report a message as not found if one with its mark was there, whatever its clock says', async () => {
    const desk = await aStrangersDesk();
    const [id = ''] = await desk.plant(1);
    const opened = desk.open();
    await desk.sample(opened);
    const attributes = {
      'sluice.redriveOf': { type: 'String', value: id },
      'sluice.redrives': { type: 'Number', value: '1' },
    };
    const system = { SentTimestamp: '1' };
    const copy = { messageId: 'copy', receiptHandle: 'h', body: '{}', attributes, system };
    opened.held.see('local', dead, [copy], desk.clock.now());
    const plan = desk.plan([id]);
    opened.engine.start(plan, mira);
    const { receipts } = await desk.rested(opened, plan);
    expect(receipts[0]).toMatchObject({
      state: 'unconfirmed',
      note: 'Nothing confirmed it within 3 min 30 s. 1 message still waiting in strangers-work.',
    });
  });

  it('brakes when one comes back that a person sees in a sample, also when it continues without confirmation', async () => {
    const desk = await aStrangersDesk(undefined, { visibilitySeconds: 20, mostReceives: 1 });
    const ids = await desk.plant(40);
    const opened = desk.open();
    await desk.sample(opened);
    const plan = desk.plan(ids);
    opened.engine.start(plan, mira);
    await desk.rested(opened, plan);
    opened.engine.resume('local', plan.planId, 'mira');
    // While the job tracks the rest, the consumer fails some of it and a person samples the queue.
    let isSampled = false;
    desk.consumer.use = async (at) => {
      await at.receive(source);
      const now = at.clock.now();
      const received = await at.doors.queues.receive(dead, { most: 10, visibilitySeconds: 0 });
      if (!received.ok || received.value.length === 0) return;
      isSampled = true;
      opened.held.see('local', dead, received.value, now);
    };
    const { job, receipts } = await desk.rested(opened, plan);
    expect(isSampled).toBe(true);
    expect(job.counts['failed-again']).toBeGreaterThan(0);
    expect(receipts.find(({ state }) => state === 'failed-again')?.note).toMatch(/^Back in the queue/);
  });

  it('starts no further batch once one has come back: the job stops in the middle of a step', async () => {
    const desk = await aStrangersDesk();
    const ids = await desk.plant(400);
    const opened = desk.open();
    await desk.sample(opened);
    const plan = desk.plan(ids);
    opened.engine.start(plan, mira);
    await desk.rested(opened, plan);
    const ledger = readFileSync(join(desk.home, 'jobs', `${plan.planId}.messages.jsonl`), 'utf8');
    const [, newId = ''] = /"newId":"([^"]+)"/.exec(ledger) ?? [];
    opened.engine.resume('local', plan.planId, 'mira');
    const back = { messageId: newId, receiptHandle: 'h', body: '{}', attributes: {}, system: {} };
    // A person sees the returned message at the very moment the rest begins to be sent.
    opened.held.see('local', dead, [back], desk.clock.now());
    const { job } = await desk.rested(opened, plan);
    expect(job).toMatchObject({ state: 'braked', counts: { 'failed-again': 1 } });
    expect(job.counts.waiting).toBeGreaterThan(300);
  });
});

describe('a redrive to a pipeline that records what becomes of documents', () => {
  const used = using(async (desk, _message, number) => {
    const at = new Date(desk.clock.now()).toISOString();
    await desk.changeDocument(number, { status: 'PROCESSING', updatedAt: at });
  });

  it('counts items without `received` as processed: they left QUEUED', async () => {
    const desk = await aStrangersDesk();
    const ids = await desk.plant(30, 'documents');
    for (let number = 0; number < 30; number += 1) await desk.putDocument(number, { status: 'QUEUED' });
    const opened = desk.open();
    await desk.sample(opened);
    desk.consumer.use = used;
    const plan = desk.plan(ids);
    opened.engine.start(plan, mira);
    const { job } = await desk.rested(opened, plan);
    expect(job).toMatchObject({ state: 'done', counts: { fixed: 30 } });
    expect(minutes(job.startedAt, desk.clock.now())).toBeLessThan(1);
  });

  it('counts items that were not there before as processed', async () => {
    const desk = await aStrangersDesk();
    const ids = await desk.plant(12, 'documents');
    const opened = desk.open();
    await desk.sample(opened);
    desk.consumer.use = using((at, _message, number) => at.putDocument(number, { status: 'QUEUED' }));
    const plan = desk.plan(ids);
    opened.engine.start(plan, mira);
    const { job } = await desk.rested(opened, plan);
    expect(job).toMatchObject({ state: 'done', counts: { fixed: 12 } });
  });

  it('confirms neither of two messages about one document by what one of them has written', async () => {
    const desk = await aStrangersDesk();
    const ids = [...(await desk.plant(2, 'documents')), ...(await desk.plant(1, 'documents'))];
    const opened = desk.open();
    await desk.sample(opened);
    const written = new Set<number>();
    desk.consumer.use = async (at) => {
      for (const message of await at.receive(source, 43_200)) {
        const { documentId = '' } = JSON.parse(message.Body ?? '{}') as { documentId?: string };
        const number = Number(documentId.replace('doc-', ''));
        // The second message about a document is received and then dropped.
        if (written.has(number)) continue;
        written.add(number);
        await at.putDocument(number, { status: 'QUEUED' });
        await at.remove(source, message);
      }
    };
    // A message that will be confirmed goes first, and the other two follow together.
    const plan = desk.plan([ids[1], ids[0], ids[2]].map((id) => id ?? ''));
    opened.engine.start(plan, mira);
    const { job, receipts } = await desk.rested(opened, plan);
    expect(job.counts).toMatchObject({ fixed: 1, unconfirmed: 2 });
    expect(receipts.at(-1)?.note).toMatch(/Other messages about the same document were sent too/);
  });

  it('counts processed messages and those without a record separately', async () => {
    const desk = await aStrangersDesk();
    const ids = await desk.plant(30, 'documents');
    for (let number = 0; number < 30; number += 1) {
      await desk.putDocument(number, { status: number < 20 ? 'QUEUED' : 'FAILED' });
    }
    const opened = desk.open();
    await desk.sample(opened);
    desk.consumer.use = using(async (at, message, number) => {
      if (number < 20) await used(at).then(() => at.changeDocument(number, { status: 'PROCESSING' }));
      void message;
    });
    const plan = desk.plan(ids);
    opened.engine.start(plan, mira);
    const { job } = await desk.rested(opened, plan);
    expect(job).toMatchObject({ state: 'done', counts: { fixed: 20, unconfirmed: 10 } });
    expect(jobSummary(job)).toBe('30 of 30 sent, 20 processed, 10 sent, not confirmed.');
  });

  it('waits for a slow consumer as long as it confirms other messages', async () => {
    const desk = await aStrangersDesk();
    const ids = await desk.plant(60, 'documents');
    for (let number = 0; number < 60; number += 1) await desk.putDocument(number, { status: 'QUEUED' });
    const opened = desk.open();
    await desk.sample(opened);
    let next = 0;
    desk.consumer.use = async (at) => {
      if (at.clock.now() < next) return;
      next = at.clock.now() + 20_000;
      for (const message of (await at.receive(source, 43_200)).slice(0, 10)) {
        const { documentId = '' } = JSON.parse(message.Body ?? '{}') as { documentId?: string };
        await at.changeDocument(Number(documentId.slice(4)), { status: 'PROCESSING' });
        await at.remove(source, message);
      }
      next = at.clock.now() + 120_000;
    };
    const plan = desk.plan(ids);
    opened.engine.start(plan, mira);
    const { job } = await desk.rested(opened, plan);
    expect(job).toMatchObject({ state: 'done', counts: { fixed: 60 } });
    expect(minutes(job.startedAt, desk.clock.now())).toBeGreaterThan(8);
  });
});

describe('a console that was killed between sending and deleting', () => {
  it('reports that it could not delete a message only as long as it has not', async () => {
    let isBroken = false;
    const through =
      (dispatch: Dispatch): Dispatch =>
      (request, signal) => {
        const operation = request.headers['x-amz-target'] ?? '';
        if (isBroken && operation.endsWith('DeleteMessageBatch')) throw new Error('The console is gone');
        return dispatch(request, signal);
      };
    const desk = await aStrangersDesk(through);
    const ids = await desk.plant(1, 'documents');
    await desk.putDocument(0, { status: 'QUEUED' });
    const first = desk.open();
    await desk.sample(first);
    isBroken = true;
    desk.consumer.use = using((at, _message, number) => at.changeDocument(number, { status: 'PROCESSING' }));
    const plan = desk.plan(ids);
    first.engine.start(plan, mira);
    const ended = await desk.rested(first, plan);
    const undeleted = 'It could not be deleted from this queue yet, and is not sent again.';
    expect(ended.receipts[0]).toMatchObject({ state: 'fixed', note: undeleted });
    await first.close();

    // Another job after a restart receives the message again and deletes it.
    isBroken = false;
    await desk.clock.advance(3_600_000);
    const next = desk.open();
    expect(next.engine.receipts('local', plan.planId)?.[0]?.note).toBe(undeleted);
    await desk.sample(next);
    const discard = {
      ...desk.plan(ids),
      planId: 'discard',
      kind: 'discard-messages' as const,
      target: { kind: 'discard-messages' as const, queue: dead, messageIds: [...ids] },
    };
    const action = next.redrive.action('discard-messages', 'local');
    const job = { plan: discard, ...mira, isOver: () => false };
    await action.send(job, { ids: [...ids], idempotencyKey: 'key' });
    expect(next.engine.receipts('local', plan.planId)?.[0]).toMatchObject({ state: 'fixed', note: null });
  });
});
