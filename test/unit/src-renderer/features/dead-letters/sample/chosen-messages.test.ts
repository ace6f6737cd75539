import { describe, expect, test } from 'vitest';
import { chosenOf, whyNotEdit, whyNotPlan } from '#renderer/features/dead-letters/sample/chosen-messages.ts';
import { aMessageRow } from '../a-message-row.ts';

const timedOut = aMessageRow({ messageId: 'a', fingerprint: 'c2d9f0' });
const alsoTimedOut = aMessageRow({ messageId: 'b', fingerprint: 'c2d9f0' });
const throttled = aMessageRow({ messageId: 'c', fingerprint: '7c41e9' });
const sample = { rows: [timedOut, alsoTimedOut, throttled] };

describe('an action reaches', () => {
  test('what is selected, whichever group is shown', () => {
    expect(chosenOf(sample, new Set(['a', 'c']), 'c2d9f0')).toEqual({
      rows: [timedOut, throttled],
      by: 'selection',
      fingerprint: undefined,
    });
  });

  test('the group of the selected where they are all of one', () => {
    expect(chosenOf(sample, new Set(['a', 'b']), null).fingerprint).toBe('c2d9f0');
  });

  test('the chosen group where nothing is selected', () => {
    expect(chosenOf(sample, new Set(), 'c2d9f0')).toMatchObject({
      rows: [timedOut, alsoTimedOut],
      by: 'group',
      fingerprint: 'c2d9f0',
    });
  });

  test('nothing that is no longer held', () => {
    const chosen = chosenOf(sample, new Set(['gone']), null);
    expect(chosen.by).toBe('nothing');
    expect(whyNotPlan(chosen)).toMatch(/^Select messages/);
    expect(chosenOf(null, new Set(['a']), 'c2d9f0').by).toBe('nothing');
  });
});

test('a plan has an end', () => {
  const rows = Array.from({ length: 10_001 }, (_, at) => aMessageRow({ messageId: `m-${String(at)}` }));
  expect(whyNotPlan({ rows, by: 'group', fingerprint: 'c2d9f0' })).toBe(
    'A plan takes 10,000 messages at most.',
  );
  expect(whyNotPlan({ rows: rows.slice(1), by: 'group', fingerprint: 'c2d9f0' })).toBeUndefined();
});

test('one message at a time is edited, and that one was selected', () => {
  expect(whyNotEdit(chosenOf(sample, new Set(['a']), null))).toBeUndefined();
  expect(whyNotEdit(chosenOf(sample, new Set(['a', 'b']), null))).toMatch(/^Select the one/);
  expect(whyNotEdit(chosenOf(sample, new Set(), '7c41e9'))).toMatch(/^Select the one/);
});
