import { describe, expect, test } from 'vitest';
import { sampleInput } from '#shared/contract/dead-letters.ts';
import {
  describeSampling,
  countCalls,
  formatCountdown,
  holdTimes,
  formatHoldTime,
  formatReceiveCost,
  describeRest,
  formatSampled,
  sampleSizes,
  describeSelection,
  countUnread,
} from '#renderer/features/dead-letters/sample/sample-text.ts';
import { aMessageRow } from '../a-message-row.ts';

test('the contract accepts every choice', () => {
  for (const most of sampleSizes) {
    for (const holdSeconds of holdTimes) {
      expect(sampleInput.safeParse({ queue: 'doc-extract-dlq', most, holdSeconds }).success).toBe(true);
    }
  }
});

describe('the price of sampling', () => {
  test('is shown before it starts', () => {
    expect(describeSampling(100, 300, false)).toBe(
      'Receives up to 100 messages: about 10 calls, less than $0.0001. This raises their receive count and hides them from other readers, and from an alarm on waiting messages, for 5 min, or until you leave.',
    );
  });

  test('counts calls with ten messages each', () => {
    expect([1, 10, 11, 10_000].map(countCalls)).toEqual([1, 1, 2, 1_000]);
    expect(formatReceiveCost(1_000, false)).toBe('1,000 calls, $0.0004');
    expect(formatReceiveCost(1_000, true)).toBe('1,000 calls, $0.0005');
    expect(formatReceiveCost(1, false)).toBe('1 call, less than $0.0001');
  });
});

test.each([
  [60, '1 min'],
  [900, '15 min'],
  [3_600, '1 h'],
  [43_200, '12 h'],
])('%d seconds are %s', (seconds, words) => {
  expect(formatHoldTime(seconds)).toBe(words);
});

test.each([
  [24_000, '24 s'],
  [23_001, '24 s'],
  [252_000, '4 min 12 s'],
  [43_140_000, '11 h 59 min'],
  [-5, '0 s'],
])('%d ms are counted down as %s', (ms, words) => {
  expect(formatCountdown(ms)).toBe(words);
});

describe('the sampled share of a queue', () => {
  test('is compared with the estimate while that is larger', () => {
    expect(formatSampled(26, 27)).toBe('26 of about 27');
    expect(formatSampled(26, 20)).toBe('26');
  });

  test('leaves the number of unread messages', () => {
    const rows = [aMessageRow()];
    expect(countUnread({ rows }, 27)).toBe(26);
    expect(countUnread({ rows }, 0)).toBe(0);
    expect(countUnread(null, 3)).toBe(3);
    expect(describeRest({ isWhole: false })).toBeNull();
    expect(describeRest({ isWhole: true })).toMatch(/^In flight elsewhere/);
  });
});

test('a selection says how much of it is not visible', () => {
  expect(describeSelection(4, 0, 0)).toBe('4 selected');
  expect(describeSelection(4, 1, 2)).toBe('4 selected, 1 hidden by the filter, 2 in other groups');
});
