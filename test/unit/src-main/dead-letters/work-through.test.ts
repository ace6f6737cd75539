import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bytesOfMessage } from '#shared/domain/dead-letters/queue-messages.ts';
import { sqsOutcome } from '#main/aws/queue-changes.ts';
import { NotWritten } from '#main/jobs/journal.ts';
import { NotConnected } from '#main/network/not-connected.ts';
import { workThrough } from '#main/dead-letters/work-through.ts';
import { aMessage, aRedrive, refusedForGood, slower, unclear } from './a-fake-queue.ts';

describe('one step of a redrive', () => {
  it('records each batch before it is sent, sends it once, and deletes it when that is recorded', async () => {
    const { work, calls } = await aRedrive({
      messages: [aMessage('a', { body: 'A' }), aMessage('b', { body: 'B' })],
    });
    expect(await workThrough(work, ['a', 'b'])).toMatchObject({
      refused: new Map(),
      uncertain: new Map(),
      skipped: new Map(),
      left: new Set(),
    });
    expect(calls).toEqual([
      'write intent',
      'send A B',
      'write sent',
      'delete handle-a handle-b',
      'write deleted',
    ]);
  });

  it('keeps a message’s content, and adds its origin', async () => {
    const message = aMessage('a', {
      attributes: { tenant: { type: 'String', value: 'northwind' } },
      system: { AWSTraceHeader: 'Root=1' },
    });
    const { work, sent, lines } = await aRedrive({ messages: [message] });
    await workThrough(work, ['a']);
    expect(sent[0]?.messages[0]).toMatchObject({
      body: '{}',
      traceHeader: 'Root=1',
      attributes: {
        tenant: { type: 'String', value: 'northwind' },
        'sluice.redriveOf': { type: 'String', value: 'a' },
        'sluice.redrives': { type: 'Number', value: '1' },
      },
    });
    expect(lines.join('')).not.toContain('northwind');
  });

  it('sends an edited body instead of the original', async () => {
    const { work, sent } = await aRedrive({ messages: [aMessage('a', { body: 'old' })] });
    await workThrough({ ...work, editedBody: 'new' }, ['a']);
    expect(sent[0]?.messages[0]?.body).toBe('new');
  });

  it('sends an edited one to a FIFO queue as a different message than the original that may have been sent', async () => {
    const change = { body: 'old', system: { SequenceNumber: '1', MessageGroupId: 'g' } };
    const ids: (string | undefined)[] = [];
    for (const editedBody of [undefined, undefined, 'new', 'newer', 'new']) {
      const under = await aRedrive({ source: 'work.fifo', messages: [aMessage('a', change)] });
      await workThrough({ ...under.work, editedBody }, ['a']);
      ids.push(under.sent[0]?.messages[0]?.deduplicationId);
    }
    const [plain, again, edited, other, editedAgain] = ids;
    expect(plain).toBe(createHash('sha256').update('a').digest('hex'));
    expect([again, editedAgain]).toEqual([plain, edited]);
    expect(new Set([plain, edited, other]).size).toBe(3);
  });

  it('leaves messages without a sign-in, starts nothing more, and says why', async () => {
    const messages = Array.from({ length: 600 }, (_, at) => aMessage(`m${at}`));
    const why = 'The sign-in has expired.';
    const { work, sent, held } = await aRedrive({
      messages,
      sends: (call) => (call < 3 ? done : { ...refusedForGood, why, isForNow: true }),
    });
    const worked = await workThrough(
      work,
      messages.map(({ messageId }) => messageId),
    );
    expect(worked).toMatchObject({ refused: new Map(), uncertain: new Map(), skipped: new Map() });
    expect(worked.standstill).toEqual({ why, isPassing: false });
    expect(worked.left.size).toBe(570);
    expect(held.of('local', 'dead')).toHaveLength(570);
    // Each lane that had begun by then may send one more.
    expect(sent.length).toBeLessThanOrEqual(3 + 8);
  });

  it('leaves all messages for which no connection could be made, and calls none of them uncertain', async () => {
    const messages = Array.from({ length: 600 }, (_, at) => aMessage(`m${at}`));
    const error = new NotConnected({ at: 'host', code: 'ENOTFOUND', host: 'sqs.eu-central-1.amazonaws.com' });
    const { work, sent } = await aRedrive({
      messages,
      sends: (call) => (call < 3 ? done : sqsOutcome(error, 'SendMessageBatch')),
    });
    const worked = await workThrough(
      work,
      messages.map(({ messageId }) => messageId),
    );
    expect(worked).toMatchObject({ refused: new Map(), uncertain: new Map(), skipped: new Map() });
    expect(worked.left.size).toBe(570);
    expect(worked.standstill?.why).toContain('Nothing was done.');
    expect(worked.standstill?.isPassing).toBe(true);
    expect(sent.length).toBeLessThanOrEqual(3 + 8);
  });

  it('leaves messages that cannot be held longer without a sign-in', async () => {
    const why = 'The sign-in has expired.';
    const under = await aRedrive({ messages: [aMessage('a'), aMessage('b')] });
    const hide = (_queue: string, handles: readonly string[]) =>
      Promise.resolve(handles.map(() => ({ ...refusedForGood, why, isForNow: true as const })));
    const work = { ...under.work, queues: { ...under.work.queues, hide }, now: () => 850_000 };
    const worked = await workThrough(work, ['a', 'b']);
    expect(worked).toMatchObject({
      standstill: { why, isPassing: false },
      left: new Set(['a', 'b']),
    });
    expect(under.held.of('local', 'dead')).toHaveLength(2);
    expect(under.sent).toEqual([]);
  });

  it('distinguishes refused, waiting and possibly sent messages', async () => {
    const outcomes = { A: refusedForGood, B: slower, C: unclear } as const;
    const { work, calls, held } = await aRedrive({
      messages: ['a', 'b', 'c', 'd'].map((id) => aMessage(id, { body: id.toUpperCase() })),
      sends: (call, body) =>
        call === 0 ? (outcomes[body as 'A'] ?? { kind: 'done', messageId: null }) : done,
    });
    const { refused, uncertain, left } = await workThrough(work, ['a', 'b', 'c', 'd']);
    expect([...refused]).toEqual([['a', 'No.']]);
    expect([...uncertain.keys()]).toEqual(['c']);
    expect(left.size).toBe(0);
    expect(calls.filter((call) => call.startsWith('send'))).toEqual(['send A B C D', 'send B']);
    expect(calls).toContain('hide handle-c 0');
    expect(held.of('local', 'dead').map(({ message }) => message.messageId)).toEqual(['a']);
  });

  it('never repeats a message that may have been sent, in any later run', async () => {
    const { work, calls } = await aRedrive({ messages: [aMessage('a')], sends: () => unclear });
    await workThrough(work, ['a']);
    calls.length = 0;
    const { uncertain } = await workThrough(work, ['a']);
    expect([...uncertain.keys()]).toEqual(['a']);
    expect(calls).toEqual([]);
  });

  it('deletes by its handle what an earlier run has sent, and does not send it again', async () => {
    const { work, calls } = await aRedrive({
      messages: [aMessage('a')],
      deletes: (call) => (call === 0 ? refusedForGood : done),
    });
    await workThrough(work, ['a']);
    expect(work.ledger.standings.get('a')?.state).toBe('sent');
    calls.length = 0;
    await workThrough(work, ['a']);
    expect(calls).toEqual(['delete handle-a', 'write deleted']);
  });

  it('receives again what it no longer holds, gives back the rest, and leaves out what is gone', async () => {
    const { work, calls } = await aRedrive({
      receives: [[aMessage('other'), aMessage('a', { body: 'A' })]],
    });
    const { skipped } = await workThrough(work, ['a', 'gone']);
    expect([...skipped.keys()]).toEqual(['gone']);
    expect(calls).toContain('hide handle-other 0');
    expect(calls).toContain('send A');
  });

  it('leaves what it could not receive, and does not report it as gone', async () => {
    const { work, sent } = await aRedrive({
      messages: [aMessage('a', { body: 'A' })],
      cannotReceive: 'SQS could not be reached.',
    });
    expect(await workThrough(work, ['a', 'b'])).toMatchObject({
      skipped: new Map(),
      left: new Set(['b']),
      trouble: 'SQS could not be reached.',
    });
    expect(sent).toHaveLength(1);
  });

  it('leaves what it did not reach behind 20,000 other messages', async () => {
    const others = Array.from({ length: 2_000 }, (_, call) =>
      Array.from({ length: 10 }, (__, at) => aMessage(`other-${call * 10 + at}`)),
    );
    const { work, sent } = await aRedrive({ receives: others });
    const { skipped, left, trouble, standstill } = await workThrough(work, ['a']);
    expect([skipped.size, [...left], sent.length]).toEqual([0, ['a'], 0]);
    expect(trouble).toMatch(/^20,000 other messages of the queue came first/);
    // Another try would receive the others again, and find no more.
    expect(standstill).toEqual({ why: trouble, isPassing: false });
  });

  it('ends its search although the same other messages come back again and again', async () => {
    const others = Array.from({ length: 10 }, (_, at) => aMessage(`other-${at}`));
    const { work } = await aRedrive({ receives: Array.from({ length: 3_000 }, () => others) });
    const { left, trouble } = await workThrough(work, ['a']);
    expect([...left]).toEqual(['a']);
    expect(trouble).toMatch(/^10 other messages of the queue came first/);
  });

  it('holds again, before its turn, messages that slow earlier batches left too little time', async () => {
    const messages = Array.from({ length: 400 }, (_, at) => aMessage(`m${at}`, { body: `m${at}` }));
    // All messages are held until 900 s, and each batch of ten takes four seconds.
    let now = 900_000 - 121_000;
    const left: number[] = [];
    const under = await aRedrive({
      messages,
      sends(_call, body) {
        left.push((under.held.get('local', 'dead', body)?.hiddenUntil ?? 0) - now);
        now += 400;
        return done;
      },
    });
    await workThrough(
      { ...under.work, now: () => now },
      messages.map(({ messageId }) => messageId),
    );
    expect(left).toHaveLength(400);
    expect(Math.min(...left)).toBeGreaterThan(20_000);
    expect(under.calls.some((call) => call.endsWith(' 300'))).toBe(true);
  });

  it('leaves out the origin of a message that would be too large with it', async () => {
    const body = 'x'.repeat(1_048_576 - 20);
    const { work, sent, lines } = await aRedrive({ messages: [aMessage('a', { body }), aMessage('b')] });
    await workThrough(work, ['a', 'b']);
    expect(
      sent.map(({ messages }) => messages.map(({ attributes }) => Object.keys(attributes).length)),
    ).toEqual([[0], [2]]);
    expect(lines.filter((line) => line.includes('"unmarked":true'))).toHaveLength(1);
  });

  it('leaves out the origin of a message that its own queue would refuse with it', async () => {
    const largest = 262_144;
    const messages = [262_100, 262_020, 100].map((bytes, at) =>
      aMessage(`m${at}`, { body: 'x'.repeat(bytes) }),
    );
    const { work, sent, lines } = await aRedrive({ messages, largest });
    const ids = messages.map(({ messageId }) => messageId);
    const { refused, left } = await workThrough(work, ids);
    expect([refused.size, left.size]).toEqual([0, 0]);
    for (const { messages: batch } of sent) {
      const bytes = batch.map(bytesOfMessage);
      expect(bytes.reduce((sum, one) => sum + one)).toBeLessThanOrEqual(largest);
    }
    expect(
      sent.flatMap((one) => one.messages).map(({ attributes }) => Object.keys(attributes).length),
    ).toEqual([0, 2, 2]);
    expect(lines.filter((line) => line.includes('"unmarked":true'))).toHaveLength(1);
  });

  it('marks messages up to a megabyte if their queue does not tell its limit', async () => {
    const body = 'x'.repeat(262_100);
    const under = await aRedrive({ messages: [aMessage('a', { body }), aMessage('b', { body })] });
    const failure = { code: 'unexpected', message: 'Denied.', reference: '' } as const;
    const attributes = () => Promise.resolve({ ok: false as const, failure });
    await workThrough({ ...under.work, queues: { ...under.work.queues, attributes } }, ['a', 'b']);
    expect(under.sent).toHaveLength(1);
    const sizes = under.sent[0]?.messages.map(({ attributes: own }) => Object.keys(own).length);
    expect(sizes).toEqual([2, 2]);
  });

  it('starts nothing more once it is over', async () => {
    const messages = Array.from({ length: 600 }, (_, at) => aMessage(`m${at}`));
    const under = await aRedrive({ messages });
    const work = { ...under.work, isOver: () => under.sent.length >= 3 };
    const { left } = await workThrough(
      work,
      messages.map(({ messageId }) => messageId),
    );
    expect(left.size).toBeGreaterThan(400);
    expect(left.size + under.sent.flatMap((one) => one.messages).length).toBe(600);
  });

  it('sends nothing that it cannot record', async () => {
    const { work, calls } = await aRedrive({
      messages: [aMessage('a')],
      writes(line) {
        if (line.includes('"intent"')) throw new Error('the disk is full');
      },
    });
    await expect(workThrough(work, ['a'])).rejects.toThrow(NotWritten);
    expect(calls).toEqual([]);
  });

  it('treats as uncertain, and releases, what an earlier run was about to send', async () => {
    const { file, reopen, work, calls } = await aRedrive();
    const at = new Date(0).toISOString();
    const about = { tenantId: null, batchId: null, documentId: null, fileName: null };
    const messages = [{ id: 'a', handle: 'old-a', about }];
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(
      file,
      `${[
        { event: 'begun', at, connectionId: 'local', queue: 'dead', kind: 'redrive-messages' },
        { event: 'held', at, messages: [{ id: 'a', handle: 'old-a', until: 900_000 }] },
        { event: 'intent', at, batch: 1, to: 'work', messages },
      ]
        .map((line) => JSON.stringify(line))
        .join('\n')}\n{"event":"se`,
    );
    const ledger = await reopen();
    const { uncertain } = await workThrough({ ...work, ledger }, ['a']);
    expect([...uncertain.keys()]).toEqual(['a']);
    expect(calls).toEqual(['write sent', 'hide old-a 0']);
  });
});

const done = { kind: 'done', messageId: null } as const;
