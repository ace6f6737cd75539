import { describe, expect, it } from 'vitest';
import type { MessageAttribute } from '#main/aws/queues.ts';
import type { PlanTarget } from '#shared/domain/job-kinds/job-kinds.ts';
import { aConnectionSummary, aSession } from '#test/builders/a-session.ts';
import { aPlanDesk, type PlanDesk } from './a-plan-desk.ts';

const queue = 'dead';
const admin = aSession().personas[1] ?? null;

interface Held {
  readonly id: string;
  readonly body?: string;
  readonly redrives?: number;
}

async function aMessageDesk(messages: readonly Held[]): Promise<PlanDesk> {
  const desk = await aPlanDesk([]);
  desk.change({ who: admin });
  desk.held.add(
    'local',
    queue,
    messages.map(({ id, body = '{"batchId":"b1","documentId":"d1","fileName":"inv.pdf"}', redrives }) => ({
      receivedAt: 0,
      hiddenUntil: Number.MAX_SAFE_INTEGER,
      message: {
        messageId: id,
        receiptHandle: `handle-${id}`,
        body,
        attributes: buildAttributes(redrives),
        system: { ApproximateReceiveCount: '4' },
      },
    })),
  );
  return desk;
}

function buildAttributes(redrives: number | undefined): Record<string, MessageAttribute> {
  return redrives === undefined ? {} : { 'sluice.redrives': { type: 'Number', value: String(redrives) } };
}

const redrive = (messageIds: string[], more: { editedBody?: string } = {}): PlanTarget => ({
  kind: 'redrive-messages',
  queue,
  messageIds,
  ...more,
});

describe('a plan to redrive messages', () => {
  it('freezes held messages, each once, by their subject, and reads nothing', async () => {
    const desk = await aMessageDesk([{ id: 'a' }, { id: 'b', body: 'no JSON' }]);
    const plan = await desk.make(redrive(['a', 'b', 'a', 'gone']));
    expect(desk.sent).toEqual([]);
    expect(plan).toMatchObject({
      tenantId: null,
      counts: { go: 2, skip: 1, blocked: 0 },
      ramp: [1, 1],
      typing: null,
    });
    expect(plan.items.map(({ id, name, verdict }) => [id, name, verdict])).toEqual([
      ['a', 'inv.pdf', 'go'],
      ['b', null, 'go'],
      ['gone', null, 'skip'],
    ]);
    expect(desk.plans.auditedIds('plans.start', { planId: plan.planId, hash: plan.hash })).toMatchObject({
      kind: 'redrive-messages',
      queue,
      go: '2',
    });
  });

  it('leaves out what was sent before, and locks what may have been', async () => {
    const desk = await aMessageDesk([{ id: 'a' }, { id: 'b' }]);
    desk.sentBefore.set('a', 'sent').set('b', 'uncertain');
    const plan = await desk.make(redrive(['a', 'b']));
    expect(plan.items.map(({ verdict, needsReason }) => [verdict, needsReason])).toEqual([
      ['skip', false],
      ['blocked', true],
    ]);
    expect(desk.start(plan)).toMatchObject({ failure: { why: 'reason-required' } });
    expect(desk.start(plan, { reason: 'Its document was never received' }).ok).toBe(true);
  });

  it('locks from the third return on', async () => {
    const desk = await aMessageDesk([
      { id: 'a', redrives: 2 },
      { id: 'b', redrives: 3 },
    ]);
    const plan = await desk.make(redrive(['a', 'b']));
    expect(plan.items.map(({ needsReason }) => needsReason)).toEqual([false, true]);
    expect(plan.items[1]?.why).toBe('It has come back 3 times. Reason required.');
  });

  it('requires an administrator with access to every tenant', async () => {
    const desk = await aMessageDesk([{ id: 'a' }]);
    desk.change({ who: aSession().who });
    expect(await desk.tryMake(redrive(['a']))).toMatchObject({ failure: { code: 'role-required' } });
    desk.change({ who: admin && { ...admin, tenants: ['northwind'] } });
    expect(await desk.tryMake(redrive(['a']))).toMatchObject({ failure: { code: 'tenant-out-of-scope' } });
  });
});

describe('a plan to redrive an edited message', () => {
  const body = '{"batchId":"b1","count":1}';

  it('is allowed if its shape is the same', async () => {
    const desk = await aMessageDesk([{ id: 'a', body }]);
    const plan = await desk.make(redrive(['a'], { editedBody: '{"batchId":"b2","count":2}' }));
    expect(plan.counts.go).toBe(1);
    expect(plan.checks).toContainEqual({
      says: 'Same structure as the original',
      state: 'good',
    });
  });

  it('requires a reason if it has another shape', async () => {
    const desk = await aMessageDesk([{ id: 'a', body }]);
    const plan = await desk.make(redrive(['a'], { editedBody: '{"batchId":"b2"}' }));
    expect(plan.items[0]).toMatchObject({ verdict: 'blocked', needsReason: true });
    expect(plan.checks).toContainEqual({ says: '.count: It is missing.', state: 'warning' });
  });

  it('is refused if editing is off, and for several messages', async () => {
    const desk = await aMessageDesk([
      { id: 'a', body },
      { id: 'b', body },
    ]);
    const refused = {
      failure: { code: 'plan-refused', message: expect.stringMatching(/Nothing was planned\.$/) },
    };
    expect(await desk.tryMake(redrive(['a', 'b'], { editedBody: body }))).toMatchObject(refused);
    desk.change({ connection: aConnectionSummary({ editAndRedrive: false }) });
    expect(await desk.tryMake(redrive(['a'], { editedBody: body }))).toMatchObject(refused);
  });
});

describe('a plan to discard messages', () => {
  it('requires the count and a reason, on every connection', async () => {
    const desk = await aMessageDesk([{ id: 'a' }, { id: 'b', redrives: 7 }]);
    desk.sentBefore.set('a', 'sent');
    const plan = await desk.make({ kind: 'discard-messages', queue, messageIds: ['a', 'b'] });
    expect(plan).toMatchObject({ counts: { go: 2 }, typing: { environment: 'sandbox', count: 2 } });
    const typed = { environment: 'sandbox', count: '2' };
    expect(desk.start(plan, { typed })).toMatchObject({ failure: { why: 'reason-required' } });
    expect(desk.start(plan, { reason: 'Left' })).toMatchObject({ failure: { why: 'typed-wrong' } });
    expect(desk.start(plan, { typed, reason: 'Left' }).ok).toBe(true);
  });
});

describe('the cost of a plan for messages', () => {
  const ids = (count: number): string[] => Array.from({ length: count }, (_, at) => `m${String(at)}`);
  const priceBook = { id: 'us-east-1-since-2024-11', name: 'us-east-1 list, since 1 Nov 2024' };

  it('is the requests for those that are sent, by a named price book, without the pipelines’ own cost', async () => {
    const desk = await aMessageDesk(ids(11).map((id) => ({ id })));
    const { estimate } = await desk.make(redrive([...ids(11), 'gone']));
    expect(estimate).toMatchObject({
      // The job holds, sends and deletes one message and then ten, at $0.40 a million requests.
      lines: [{ what: '6 requests to SQS', usd: '0.0000024' }],
      usd: '0.0000024',
      priceBook,
      seconds: null,
      basis: expect.stringContaining('Processing by the pipelines is not included') as string,
    });
  });

  it('is less if nothing is sent', async () => {
    const desk = await aMessageDesk(ids(11).map((id) => ({ id })));
    const plan = await desk.make({ kind: 'discard-messages', queue, messageIds: ids(11) });
    expect(plan.estimate).toMatchObject({ lines: [{ what: '4 requests to SQS' }], priceBook });
  });

  it('is zero if nothing is sent, and is known for each that needs a reason', async () => {
    const desk = await aMessageDesk([{ id: 'a', redrives: 3 }, { id: 'b' }]);
    const plan = await desk.make(redrive(['a']));
    expect(plan.estimate).toMatchObject({ usd: '0', lines: [], priceBook });
    expect(plan.items[0]).toMatchObject({ needsReason: true, usd: '0.0000012' });
    expect((await desk.make(redrive(['b']))).items[0]?.usd).toBeNull();
  });

  it('counts an edited body instead of the original', async () => {
    const body = JSON.stringify({ text: 'x' });
    const desk = await aMessageDesk([{ id: 'a', body }]);
    const editedBody = JSON.stringify({ text: 'x'.repeat(70_000) });
    const { estimate } = await desk.make(redrive(['a'], { editedBody }));
    expect(estimate.lines).toMatchObject([{ what: '4 requests to SQS' }]);
  });
});

describe('the stored name of an item, which appears in receipts', () => {
  it.each([
    ['documentId', 'https://b.s3/x?X-Amz-Signature=deadbeef', '(a presigned address)'],
    ['fileName', 'ada@example.com.pdf', '(an e-mail address)'],
    ['fileName', 'invoice 17 (final).pdf', 'invoice 17 (final).pdf'],
  ])('has no %s that is a secret or names a person: %s', async (key, value, name) => {
    const desk = await aMessageDesk([{ id: 'a', body: JSON.stringify({ batchId: 'b', [key]: value }) }]);
    expect((await desk.make(redrive(['a']))).items).toMatchObject([{ id: 'a', name }]);
  });

  it('is at most a line long', async () => {
    const desk = await aMessageDesk([{ id: 'a', body: JSON.stringify({ batchId: 'word '.repeat(10_000) }) }]);
    expect((await desk.make(redrive(['a']))).items[0]?.name).toHaveLength(256);
  });
});
