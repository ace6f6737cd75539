import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { workThrough } from '#main/dead-letters/work-through.ts';
import { aMessage, aRedrive, refusedForGood, slower, unclear } from './a-fake-queue.ts';

describe('a redrive to a FIFO queue', () => {
  const inGroup = (id: string, MessageGroupId: string, SequenceNumber: string) =>
    aMessage(id, { body: id, system: { MessageGroupId, SequenceNumber } });

  it('sends each group in its order, one message after the other, and names each by its dead letter', async () => {
    const { work, sent } = await aRedrive({
      source: 'work.fifo',
      messages: [
        inGroup('b2', 'b', '9'),
        inGroup('a2', 'a', '12'),
        inGroup('a1', 'a', '8'),
        inGroup('b1', 'b', '7'),
      ],
    });
    await workThrough(work, ['b2', 'a2', 'a1', 'b1']);
    expect(sent.map(({ messages }) => messages.map(({ body }) => body).toSorted())).toEqual([
      ['a1', 'b1'],
      ['a2', 'b2'],
    ]);
    const all = sent.flatMap(({ messages }) => messages);
    expect(all[0]?.groupId).toBe(all[0]?.body.slice(0, 1));
    expect(new Set(all.map(({ deduplicationId }) => deduplicationId)).size).toBe(4);
    expect(all.every(({ deduplicationId }) => /^[0-9a-f]{64}$/.test(deduplicationId ?? ''))).toBe(true);
  });

  it('holds the rest of a group while its first is not accepted', async () => {
    const { work, sent } = await aRedrive({
      source: 'work.fifo',
      messages: [inGroup('a1', 'a', '1'), inGroup('a2', 'a', '2'), inGroup('b1', 'b', '3')],
      sends: (call, body) => (call === 0 && body === 'a1' ? slower : done),
    });
    await workThrough(work, ['a1', 'a2', 'b1']);
    const order = sent.flatMap(({ messages }) => messages.map(({ body }) => body));
    expect(order.filter((body) => body.startsWith('a'))).toEqual(['a1', 'a1', 'a2']);
  });

  const three = [inGroup('a1', 'a', '1'), inGroup('a2', 'a', '2'), inGroup('b1', 'b', '3')];

  it.each([
    ['is refused', refusedForGood],
    ['may have been sent, or not', unclear],
  ])('sends none of a group after one that %s', async (_what, outcome) => {
    const { work, sent } = await aRedrive({
      source: 'work.fifo',
      messages: three,
      sends: (_call, body) => (body === 'a1' ? outcome : done),
    });
    const { skipped } = await workThrough(work, ['a1', 'a2', 'b1']);
    expect([...skipped.keys()]).toEqual(['a2']);
    expect(sent.flatMap(({ messages }) => messages.map(({ body }) => body))).toEqual(['a1', 'b1']);
  });

  it('remembers from step to step, and across restarts, what may not be overtaken', async () => {
    const { work, sent, reopen, lines, file } = await aRedrive({
      source: 'work.fifo',
      messages: three,
      sends: (_call, body) => (body === 'a1' ? unclear : done),
    });
    await workThrough(work, ['a1']);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${lines.join('\n')}\n`);
    const next = { ...work, ledger: await reopen() };
    expect([...(await workThrough(next, ['a2', 'b1'])).skipped.keys()]).toEqual(['a2']);
    expect(sent.flatMap(({ messages }) => messages.map(({ body }) => body))).toEqual(['a1', 'b1']);
  });

  it('continues after one that another job has sent', async () => {
    const { work, sent } = await aRedrive({ source: 'work.fifo', messages: three });
    await workThrough({ ...work, isSentElsewhere: (id) => id === 'a1' }, ['a2', 'b1']);
    expect(sent.flatMap(({ messages }) => messages.map(({ body }) => body)).toSorted()).toEqual(['a2', 'b1']);
  });

  it('sends nothing while it cannot read what may come first', async () => {
    const { work, sent } = await aRedrive({
      source: 'work.fifo',
      messages: three,
      cannotReceive: 'SQS could not be reached.',
    });
    work.held.drop('local', 'dead.fifo', ['a1']);
    const { left } = await workThrough(work, ['a1', 'a2', 'b1']);
    expect([...left]).toEqual(['a1', 'a2', 'b1']);
    expect(sent).toEqual([]);
  });
});

const done = { kind: 'done', messageId: null } as const;
