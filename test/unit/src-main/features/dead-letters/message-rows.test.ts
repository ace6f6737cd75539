import { describe, expect, it } from 'vitest';
import type { ReceivedMessage } from '#main/aws/queues.ts';
import { messageFacts } from '#main/features/dead-letters/message-facts.ts';
import { messageRow, returnsSaid } from '#main/features/dead-letters/message-rows.ts';
import { aMessage } from './a-fake-queue.ts';

function toRow(message: ReceivedMessage, change: Partial<Parameters<typeof messageRow>[1]> = {}) {
  return messageRow(message, {
    facts: messageFacts().of(message),
    retentionSeconds: 3_600,
    isFifo: false,
    sentBefore: null,
    returns: 0,
    redrives: [],
    ...change,
  });
}

describe('a message in a list', () => {
  it('shows when it expires, by its first sending and the queue’s retention', () => {
    const row = toRow(aMessage('a', { system: { SentTimestamp: '1767600000000' } }));
    expect(row).toMatchObject({ sentAt: '2026-01-05T08:00:00.000Z', expiresAt: '2026-01-05T09:00:00.000Z' });
  });

  it('invents no time that SQS does not give', () => {
    expect(toRow(aMessage('a', { system: {} }))).toMatchObject({
      sentAt: null,
      expiresAt: null,
      firstReceivedAt: null,
      receives: 0,
      source: null,
    });
    expect(toRow(aMessage('a'), { retentionSeconds: null }).expiresAt).toBeNull();
    for (const strange of ['soon', '-5', '9'.repeat(16), '1e9', '']) {
      const { sentAt } = toRow(aMessage('a', { system: { SentTimestamp: strange } }));
      expect(sentAt).toBeNull();
    }
  });

  it('of a FIFO queue has its group', () => {
    const system = { SentTimestamp: '1767600000000', MessageGroupId: 'orders of ada' };
    expect(toRow(aMessage('a', { system }), { isFifo: true })).toMatchObject({
      groupId: 'orders of ada',
      expiresAt: '2026-01-05T09:00:00.000Z',
    });
  });

  it('has no group that names a person', () => {
    const system = { SentTimestamp: '1767600000000', MessageGroupId: 'orders of ada@example.com' };
    expect(toRow(aMessage('a', { system }), { isFifo: true }).groupId).toBe('orders of (an e-mail address)');
  });

  it('is locked from its third return on', () => {
    expect(toRow(aMessage('a'), { returns: 2 })).toMatchObject({ returns: 2, isPoison: false });
    expect(toRow(aMessage('a'), { returns: 3 })).toMatchObject({ returns: 3, isPoison: true });
  });

  it('shows only ids of its subject, and no address', () => {
    const body = JSON.stringify({ batchId: 'batch '.repeat(1_000), documentId: 'ada@example.com' });
    const { subject } = toRow(aMessage('a', { body }));
    expect(subject.batchId).toHaveLength(256);
    expect(JSON.stringify(subject)).not.toContain('ada@example.com');
  });
});

const day = (number: number) => Date.parse(`2026-01-0${number}T08:00:00Z`);
const move = (number: number) => ({
  state: 'COMPLETED' as const,
  startedAt: new Date(day(number)).toISOString(),
  perSecond: null,
  moved: 12,
  toMove: 12,
  to: null,
  failure: null,
});

describe('how often a message has come back', () => {
  it('is its own count, plus SQS’s own moves, which leave no mark', () => {
    const message = aMessage('a', {
      body: JSON.stringify({ Records: [{ eventTime: new Date(day(1)).toISOString() }] }),
      attributes: { 'sluice.redrives': { type: 'Number', value: '1' } },
      system: { SentTimestamp: String(day(5)) },
    });
    expect(returnsSaid(message, { moves: [] })).toBe(1);
    expect(returnsSaid(message, { moves: [move(3), move(5)] })).toBe(3);
    // One move came before the file existed, and the other after the message was sent for the last time.
    expect(
      returnsSaid(message, { moves: [{ ...move(1), startedAt: '2025-12-31T08:00:00Z' }, move(7)] }),
    ).toBe(1);
  });

  it('is not guessed for a message without a time', () => {
    expect(returnsSaid(aMessage('a', { body: '{"batchId":"b"}' }), { moves: [move(3)] })).toBe(0);
    expect(returnsSaid(aMessage('a'), undefined)).toBe(0);
  });
});
