import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  bytesOfMessage,
  expiresAt,
  readFirstReceipt,
  messageBatches,
  mostBytes,
  mostEntries,
  countReturns,
  withProvenance,
} from '#shared/domain/dead-letters/queue-messages.ts';

test('sends every message once, in order, in batches that SQS accepts', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: mostBytes })), (sizes) => {
      const batches = messageBatches(sizes, (bytes) => bytes);
      expect(batches.flat()).toEqual(sizes);
      for (const batch of batches) {
        expect(batch.length).toBeLessThanOrEqual(mostEntries);
        expect(batch.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(mostBytes);
      }
    }),
  );
});

test('starts no batch if the previous one had room', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: mostBytes })), (sizes) => {
      const batches = messageBatches(sizes, (bytes) => bytes);
      for (const [at, batch] of batches.slice(1).entries()) {
        const before = batches[at] ?? [];
        const bytes = before.reduce((sum, one) => sum + one, 0) + (batch[0] ?? 0);
        expect(before.length === mostEntries || bytes > mostBytes).toBe(true);
      }
    }),
  );
});

test('counts the size of a message as its body and its attributes, in bytes', () => {
  const attributes = {
    kind: { type: 'String', value: 'ü' },
    raw: { type: 'Binary', value: 'AAAA' },
  };
  expect(bytesOfMessage({ body: 'ä€', attributes })).toBe(5 + (4 + 6 + 2) + (3 + 6 + 3));
});

const text = (value: string) => ({ type: 'String', value });
const many = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`a${at}`, text('x')]));

describe('the origin of a message', () => {
  test('is the dead letter that it was', () => {
    const { attributes, isLeftOut } = withProvenance({ kind: text('late') }, 'm-1');
    expect(isLeftOut).toBe(false);
    expect(attributes['kind']).toEqual(text('late'));
    expect(readFirstReceipt(attributes)).toBe('m-1');
    expect(countReturns(attributes)).toBe(1);
  });

  test('stays the very first one, and the count increases', () => {
    const once = withProvenance({}, 'm-1').attributes;
    const twice = withProvenance(once, 'm-2').attributes;
    expect(readFirstReceipt(twice)).toBe('m-1');
    expect(countReturns(twice)).toBe(2);
  });

  test('is left out if SQS has no room for it, and nothing else is lost', () => {
    expect(withProvenance(many(8), 'm-1').isLeftOut).toBe(false);
    expect(withProvenance(many(9), 'm-1')).toEqual({ attributes: many(9), isLeftOut: true });
  });

  test('ignores an invalid count', () => {
    for (const value of ['', '-1', '0', '1e9', 'many', '99999999999'])
      expect(countReturns({ 'sluice.redrives': { type: 'Number', value } })).toBe(0);
  });
});

test('a dead letter expires when its queue’s retention is over, counted from its first sending', () => {
  const sentAt = Date.parse('2026-11-09T08:22:12.000Z');
  expect(expiresAt({ isFifo: false, retentionSeconds: 14 * 86_400, sentAt })).toBe(
    Date.parse('2026-11-23T08:22:12.000Z'),
  );
});

test('the expiry is unknown if the sending time is missing', () => {
  expect(expiresAt({ isFifo: true, retentionSeconds: 60, sentAt: null })).toBeNull();
});
