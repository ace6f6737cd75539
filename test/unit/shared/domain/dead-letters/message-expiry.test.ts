import { expect, test } from 'vitest';
import { expiresAt } from '#shared/domain/dead-letters/message-expiry.ts';

test('a dead letter goes when its queue’s time is over, counted from its first sending', () => {
  const sentAt = Date.parse('2026-11-09T08:22:12.000Z');
  expect(expiresAt({ isFifo: false, retentionSeconds: 14 * 86_400, sentAt })).toBe(
    Date.parse('2026-11-23T08:22:12.000Z'),
  );
});

test('nobody knows when one goes that does not say when it was sent', () => {
  expect(expiresAt({ isFifo: true, retentionSeconds: 60, sentAt: null })).toBeNull();
});
