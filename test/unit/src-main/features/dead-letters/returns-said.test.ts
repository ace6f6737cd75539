import { describe, expect, it } from 'vitest';
import { returnsSaid } from '#main/features/dead-letters/shown-sample.ts';
import { aMessage } from './a-fake-queue.ts';

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
  it('is what it says itself, and what SQS’s own moves took with them unmarked', () => {
    const message = aMessage('a', {
      body: JSON.stringify({ Records: [{ eventTime: new Date(day(1)).toISOString() }] }),
      attributes: { 'sluice.redrives': { type: 'Number', value: '1' } },
      system: { SentTimestamp: String(day(5)) },
    });
    expect(returnsSaid(message, { moves: [] })).toBe(1);
    expect(returnsSaid(message, { moves: [move(3), move(5)] })).toBe(3);
    // Before the file was there, and after the message was sent for the last time.
    expect(
      returnsSaid(message, { moves: [{ ...move(1), startedAt: '2025-12-31T08:00:00Z' }, move(7)] }),
    ).toBe(1);
  });

  it('is not guessed of a message that tells no time', () => {
    expect(returnsSaid(aMessage('a', { body: '{"batchId":"b"}' }), { moves: [move(3)] })).toBe(0);
    expect(returnsSaid(aMessage('a'), undefined)).toBe(0);
  });
});
