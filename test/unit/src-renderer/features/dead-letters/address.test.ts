import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { queueName } from '#shared/contract/dead-letters.ts';
import { readDeadLetters, writeDeadLetters } from '#renderer/features/dead-letters/address.ts';

const nowhere = { tab: 'queues', queue: null, group: null, message: null, discarded: null } as const;

describe('an address of Dead letters', () => {
  test('is empty by default', () => {
    expect(readDeadLetters({})).toEqual(nowhere);
    expect(writeDeadLetters(nowhere)).toEqual({});
  });

  test('keeps queue, group and message', () => {
    const address = {
      ...nowhere,
      queue: 'doc-extract-dlq.fifo',
      group: 'c2d9f0',
      message: '0f1c7a52-61d3-4c0e-9b7e-d41a00c2f9aa',
    };
    expect(readDeadLetters(writeDeadLetters(address))).toEqual(address);
  });

  test('keeps the tab of discarded messages with the one that is open, and only there', () => {
    const address = { ...nowhere, tab: 'discarded', discarded: 'm-1' } as const;
    expect(writeDeadLetters(address)).toEqual({ tab: 'discarded', discarded: 'm-1' });
    expect(readDeadLetters(writeDeadLetters(address))).toEqual(address);
    expect(readDeadLetters({ discarded: 'm-1' })).toEqual(nowhere);
  });

  test('drops a group or message without its queue', () => {
    expect(readDeadLetters({ group: 'c2d9f0', message: 'm-1' })).toEqual(nowhere);
    expect(writeDeadLetters({ ...nowhere, message: 'm-1' })).toEqual({});
  });
});

test('accepts any text, but only queue names that the contract allows', () => {
  const anything = fc.oneof(fc.string(), fc.integer(), fc.constant(null), fc.array(fc.string()));
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom('queue', 'group', 'message'), anything), (search) => {
      const address = readDeadLetters(search);
      expect(readDeadLetters(writeDeadLetters(address))).toEqual(address);
      if (address.queue !== null) expect(queueName.safeParse(address.queue).success).toBe(true);
    }),
  );
});
