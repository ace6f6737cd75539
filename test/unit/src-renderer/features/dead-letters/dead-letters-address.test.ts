import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { queueName } from '#shared/contract/dead-letters.ts';
import { readDeadLetters, writeDeadLetters } from '#renderer/features/dead-letters/dead-letters-address.ts';

const nowhere = { queue: null, group: null, message: null };

describe('an address of Dead letters', () => {
  test('of nothing says nothing', () => {
    expect(readDeadLetters({})).toEqual(nowhere);
    expect(writeDeadLetters(nowhere)).toEqual({});
  });

  test('holds queue, group and message, and comes back the same', () => {
    const address = {
      queue: 'doc-extract-dlq.fifo',
      group: 'c2d9f0',
      message: '0f1c7a52-61d3-4c0e-9b7e-d41a00c2f9aa',
    };
    expect(readDeadLetters(writeDeadLetters(address))).toEqual(address);
  });

  test('a group or message without its queue leads nowhere', () => {
    expect(readDeadLetters({ group: 'c2d9f0', message: 'm-1' })).toEqual(nowhere);
    expect(writeDeadLetters({ ...nowhere, message: 'm-1' })).toEqual({});
  });
});

test('whatever somebody types leads somewhere, and only to queues that the contract knows as such', () => {
  const anything = fc.oneof(fc.string(), fc.integer(), fc.constant(null), fc.array(fc.string()));
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom('queue', 'group', 'message'), anything), (search) => {
      const address = readDeadLetters(search);
      expect(readDeadLetters(writeDeadLetters(address))).toEqual(address);
      if (address.queue !== null) expect(queueName.safeParse(address.queue).success).toBe(true);
    }),
  );
});
