import { describe, expect, it } from 'vitest';
import { messageRow } from '#main/features/dead-letters/message-row.ts';
import { messageFacts } from '#main/features/dead-letters/message-facts.ts';
import type { ReceivedMessage } from '#main/aws/queues.ts';
import { aMessage } from './a-fake-queue.ts';

function rowOf(message: ReceivedMessage, change: Partial<Parameters<typeof messageRow>[1]> = {}) {
  return messageRow(message, {
    facts: messageFacts().of(message),
    retentionSeconds: 3_600,
    isFifo: false,
    sentBefore: null,
    returns: 0,
    ...change,
  });
}

describe('a message in a list', () => {
  it('says when it goes for good, by its first sending and the queue’s retention', () => {
    const row = rowOf(aMessage('a', { system: { SentTimestamp: '1767600000000' } }));
    expect(row).toMatchObject({ sentAt: '2026-01-05T08:00:00.000Z', expiresAt: '2026-01-05T09:00:00.000Z' });
  });

  it('invents no time that SQS does not say', () => {
    expect(rowOf(aMessage('a', { system: {} }))).toMatchObject({
      sentAt: null,
      expiresAt: null,
      firstReceivedAt: null,
      receives: 0,
      source: null,
    });
    expect(rowOf(aMessage('a'), { retentionSeconds: null }).expiresAt).toBeNull();
    for (const strange of ['soon', '-5', '9'.repeat(16), '1e9', '']) {
      const { sentAt } = rowOf(aMessage('a', { system: { SentTimestamp: strange } }));
      expect(sentAt).toBeNull();
    }
  });

  it('of a FIFO queue has its group', () => {
    const system = { SentTimestamp: '1767600000000', MessageGroupId: 'orders of ada' };
    expect(rowOf(aMessage('a', { system }), { isFifo: true })).toMatchObject({
      groupId: 'orders of ada',
      expiresAt: '2026-01-05T09:00:00.000Z',
    });
  });

  it('has no group that names a person', () => {
    const system = { SentTimestamp: '1767600000000', MessageGroupId: 'orders of ada@example.com' };
    expect(rowOf(aMessage('a', { system }), { isFifo: true }).groupId).toBe('orders of (an e-mail address)');
  });

  it('is locked from its third return on', () => {
    expect(rowOf(aMessage('a'), { returns: 2 })).toMatchObject({ returns: 2, isPoison: false });
    expect(rowOf(aMessage('a'), { returns: 3 })).toMatchObject({ returns: 3, isPoison: true });
  });

  it('tells of its subject no more than an id may be, and no address', () => {
    const body = JSON.stringify({ batchId: 'batch '.repeat(1_000), documentId: 'ada@example.com' });
    const { subject } = rowOf(aMessage('a', { body }));
    expect(subject.batchId).toHaveLength(256);
    expect(JSON.stringify(subject)).not.toContain('ada@example.com');
  });
});
