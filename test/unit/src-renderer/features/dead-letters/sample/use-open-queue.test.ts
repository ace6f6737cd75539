import { expect, test } from 'vitest';
import { firstToOpen } from '#renderer/features/dead-letters/sample/use-open-queue.ts';
import { aDeadLetterQueue } from '../a-message-row.ts';

const full = { name: 'full', queue: aDeadLetterQueue(), failure: null };
const empty = {
  name: 'empty',
  queue: aDeadLetterQueue({ depth: { waiting: 0, inFlight: 0, delayed: 0 } }),
  failure: null,
};
const unreadable = { name: 'unreadable', queue: null, failure: 'Access denied.' };

test('who names no queue sees the first that holds messages', () => {
  expect(firstToOpen([unreadable, empty, full])).toBe('full');
});

test('where none holds any, the first of all', () => {
  expect(firstToOpen([empty, unreadable])).toBe('empty');
  expect(firstToOpen([])).toBeNull();
});
