import { expect, test } from 'vitest';
import {
  discardTarget,
  warningsOf,
  whyNotThese,
} from '#renderer/features/dead-letters/discard/discard-rules.ts';
import { aMessageRow } from '../a-message-row.ts';

test('a discard is a plan of exactly these messages, of their group where it is one', () => {
  const rows = [aMessageRow({ messageId: 'm-1' }), aMessageRow({ messageId: 'm-2' })];
  expect(discardTarget('doc-extract-dlq', rows)).toEqual({
    kind: 'discard-messages',
    queue: 'doc-extract-dlq',
    messageIds: ['m-1', 'm-2'],
    fingerprint: 'c2d9f0',
  });
  const mixed = [...rows, aMessageRow({ messageId: 'm-3', fingerprint: 'e4a77c' })];
  expect(discardTarget('doc-extract-dlq', mixed)).not.toHaveProperty('fingerprint');
});

test('no more than a plan takes, and not none', () => {
  expect(whyNotThese([])).toBe('No message is chosen.');
  expect(whyNotThese([aMessageRow()])).toBeNull();
  expect(whyNotThese(Array.from({ length: 10_001 }, () => aMessageRow()))).toContain('10,000');
});

test('one that may have been sent is told of', () => {
  expect(warningsOf([aMessageRow({ sentBefore: 'sent' })])).toEqual([]);
  expect(warningsOf([aMessageRow({ sentBefore: 'uncertain' })])).toEqual([
    expect.stringMatching(/^One may have been sent/),
  ]);
});
