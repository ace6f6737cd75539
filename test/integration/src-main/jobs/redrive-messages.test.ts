import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { messageFailureRow } from '#main/rows/passport-rows.ts';
import type { Plan } from '#shared/contract/plans.ts';
import { subjectOfBody } from '#shared/domain/dead-letters/message-subject.ts';
import { valueOf } from '#test/builders/a-reading-world.ts';
import { aSession } from '#test/builders/a-session.ts';
import { aJobsDesk, type JobsDesk } from './a-jobs-desk.ts';

const documents = 'autowired-documents-dlq-sandbox';
const webhooks = 'autowired-webhooks-dlq-sandbox';

/** Samples the whole queue as an administrator and holds it for an hour. */
async function aSampledQueue(
  queue = documents,
): Promise<{ desk: JobsDesk; byCode: (code: string) => string[] }> {
  const desk = await aJobsDesk();
  const session = aSession();
  desk.be({ who: session.personas[1] ?? null });
  const { queues, reader } = desk.doors;
  const now = desk.world.clock.now();
  for (;;) {
    const received = valueOf(await queues.receive(queue, { most: 10, visibilitySeconds: 3_600 }));
    if (received.length === 0) break;
    desk.held.add(
      'local',
      queue,
      received.map((message) => ({ message, receivedAt: now, hiddenUntil: now + 3_600_000 })),
    );
  }
  const ids = desk.held.of('local', queue).map(({ message }) => message.messageId);
  const failures = valueOf(
    await reader.run(
      'extraction.failuresOfMessages',
      ids.map((messageId) => ({ messageId })),
    ),
  );
  const codes = new Map(
    failures.items.map(messageFailureRow).map(({ messageId, code }) => [messageId, code] as const),
  );
  return { desk, byCode: (code) => ids.filter((id) => codes.get(id) === code) };
}

async function planned(
  desk: JobsDesk,
  messageIds: string[],
  kind: 'redrive-messages' | 'discard-messages',
  queue = documents,
) {
  return valueOf(await desk.call('plans.make', { target: { kind, queue, messageIds } }));
}

async function started(desk: JobsDesk, { planId, hash }: Plan, more: object = {}) {
  return valueOf(await desk.call('plans.start', { planId, hash, ...more }));
}

describe('redriving chosen dead letters in the sandbox', () => {
  it('takes those with a passing cause from the plan to the proof that their documents were received', async () => {
    const { desk, byCode } = await aSampledQueue();
    const ids = byCode('ThrottlingException');
    expect(ids.length).toBeGreaterThan(1);
    const plan = await planned(desk, ids, 'redrive-messages');
    expect(plan).toMatchObject({
      tenantId: null,
      counts: { go: ids.length },
      typing: null,
      cannotStart: null,
    });
    const job = await started(desk, plan);
    expect(job).toMatchObject({ kind: 'redrive-messages', queue: documents, batchId: null, tenantId: null });
    const { job: ended } = await desk.ended(job.jobId);
    expect(ended).toMatchObject({ state: 'done', counts: { fixed: ids.length } });
    expect(desk.held.of('local', documents).some(({ message }) => ids.includes(message.messageId))).toBe(
      false,
    );

    const { receipts } = valueOf(await desk.call('jobs.receipts', { jobId: job.jobId, offset: 0 }));
    for (const { status } of receipts) expect(status).not.toBeNull();
    const ledger = readFileSync(join(desk.home, 'jobs', `${job.jobId}.messages.jsonl`), 'utf8');
    expect(ledger).not.toContain('Records');
    expect(desk.redrive.sentBefore.of('local', documents, ids[0] ?? '')).toBe('sent');
  }, 60_000);

  it('says in the plan when no cause will remember how it goes', async () => {
    const { desk, byCode } = await aSampledQueue();
    const ids = [...byCode('ThrottlingException').slice(0, 1), ...byCode('UnknownBatch').slice(0, 1)];
    const says = async (target: object) =>
      valueOf(
        await desk.call('plans.make', {
          target: { kind: 'redrive-messages', queue: documents, messageIds: ids, ...target },
        }),
      ).checks.map((check) => check.says);
    const noCause = expect.stringMatching(/^They have no cause in common/) as string;
    expect(await says({})).toContainEqual(noCause);
    expect(await says({ fingerprint: 'b8cf51' })).not.toContainEqual(noCause);
    expect(await says({ messageIds: ids.slice(0, 1) })).not.toContainEqual(noCause);
  });

  it('stops at the first that is back in the queue with the same cause', async () => {
    const { desk, byCode } = await aSampledQueue();
    const ids = byCode('UnknownBatch');
    expect(ids.length).toBeGreaterThan(1);
    const job = await started(desk, await planned(desk, ids, 'redrive-messages'));
    const { job: ended, latest } = await desk.ended(job.jobId);
    expect(ended).toMatchObject({ state: 'braked', counts: { 'failed-again': 1, waiting: ids.length - 1 } });
    expect(latest.find(({ state }) => state === 'failed-again')?.note).toMatch(
      /^Back in the queue with the same cause: UnknownBatch: /,
    );
    const [back] = await sampledAgain(desk);
    expect(back?.attributes['sluice.redriveOf']?.value).toBe(ids[0]);
    expect(back?.attributes['sluice.redrives']).toEqual({ type: 'Number', value: '1' });
  }, 60_000);

  it('proves a webhook by the delivery that the pipeline has recorded', async () => {
    const { desk, byCode } = await aSampledQueue(webhooks);
    const ids = byCode('WebhookUnanswered').concat(byCode('WebhookRefused'));
    expect(ids.length).toBeGreaterThan(0);
    const job = await started(desk, await planned(desk, ids, 'redrive-messages', webhooks));
    const { latest } = await desk.ended(job.jobId);
    const first = latest.find(({ number }) => number === 1);
    expect(['fixed', 'failed-again']).toContain(first?.state);
    if (first?.state === 'failed-again')
      expect(first.note).toMatch(/Back in the queue with .* cause: Webhook/);
  }, 60_000);

  it('stores discarded messages in full in a file, and deletes them', async () => {
    const { desk, byCode } = await aSampledQueue();
    const ids = byCode('UnknownBatch');
    const bodies = ids.map((id) => desk.held.get('local', documents, id)?.message.body ?? '');
    const plan = await planned(desk, ids, 'discard-messages');
    expect(plan.typing).toEqual({ environment: 'sandbox', count: ids.length });
    const typed = { environment: 'sandbox', count: String(ids.length) };
    const { planId, hash } = plan;
    expect(await desk.call('plans.start', { planId, hash, typed })).toMatchObject({
      failure: { code: 'plan-refused', why: 'reason-required' },
    });
    const job = await started(desk, plan, { typed, reason: 'The customer has left' });
    const { job: ended, kept: file } = await desk.ended(job.jobId);
    expect(ended).toMatchObject({ state: 'done', counts: { fixed: ids.length } });
    expect(file).toBe(join(desk.home, 'discarded', `${planId}.jsonl`));
    const kept = readFileSync(file ?? '', 'utf8')
      .trim()
      .split('\n');
    expect(kept.map((line) => (JSON.parse(line) as { body: string }).body).toSorted()).toEqual(
      bodies.toSorted(),
    );
    expect(await sampledAgain(desk)).toEqual([]);
    expect(bodies.every((body) => subjectOfBody(body).batchId !== null)).toBe(true);
  }, 60_000);
});

/** Samples the messages that have arrived since, because all others are held. */
async function sampledAgain(desk: JobsDesk) {
  await desk.pass(90);
  return valueOf(await desk.doors.queues.receive(documents, { most: 10, visibilitySeconds: 0 }));
}
