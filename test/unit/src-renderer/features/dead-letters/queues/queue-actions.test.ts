import { describe, expect, test } from 'vitest';
import {
  findChosen,
  toDiscardTarget,
  listWarnings,
  whyNotEdit,
  whyNotPlan,
  whyNotThese,
} from '#renderer/features/dead-letters/queues/queue-actions.ts';
import { aMessageRow } from '../a-message-row.ts';

const timedOut = aMessageRow({ messageId: 'a', fingerprint: 'c2d9f0' });
const alsoTimedOut = aMessageRow({ messageId: 'b', fingerprint: 'c2d9f0' });
const throttled = aMessageRow({ messageId: 'c', fingerprint: '7c41e9' });
const sample = { rows: [timedOut, alsoTimedOut, throttled] };

describe('the messages an action reaches', () => {
  test('are the selected ones, whichever group is shown', () => {
    expect(findChosen(sample, { selected: new Set(['a', 'c']), group: 'c2d9f0', message: null })).toEqual({
      rows: [timedOut, throttled],
      by: 'selection',
      fingerprint: undefined,
    });
  });

  test('carry a group if all selected ones share it', () => {
    expect(
      findChosen(sample, { selected: new Set(['a', 'b']), group: null, message: null }).fingerprint,
    ).toBe('c2d9f0');
  });

  test('are those of the chosen group if none is selected', () => {
    expect(findChosen(sample, { selected: new Set(), group: 'c2d9f0', message: null })).toMatchObject({
      rows: [timedOut, alsoTimedOut],
      by: 'group',
      fingerprint: 'c2d9f0',
    });
  });

  test('are the open message if nothing else is chosen', () => {
    const open = { selected: new Set<string>(), group: null, message: 'c' };
    expect(findChosen(sample, open)).toEqual({ rows: [throttled], by: 'message', fingerprint: '7c41e9' });
    expect(whyNotEdit(findChosen(sample, open))).toBeUndefined();
    expect(findChosen(sample, { ...open, group: 'c2d9f0' }).by).toBe('group');
    expect(findChosen(sample, { ...open, message: 'gone' }).by).toBe('nothing');
  });

  test('are still held', () => {
    const chosen = findChosen(sample, { selected: new Set(['gone']), group: null, message: null });
    expect(chosen.by).toBe('nothing');
    expect(whyNotPlan(chosen)).toMatch(/^Select messages/);
    expect(findChosen(null, { selected: new Set(['a']), group: 'c2d9f0', message: null }).by).toBe('nothing');
  });
});

test('a plan has a maximum size', () => {
  const rows = Array.from({ length: 10_001 }, (_, at) => aMessageRow({ messageId: `m-${String(at)}` }));
  expect(whyNotPlan({ rows, by: 'group', fingerprint: 'c2d9f0' })).toBe(
    'A plan holds at most 10,000 messages.',
  );
  expect(whyNotPlan({ rows: rows.slice(1), by: 'group', fingerprint: 'c2d9f0' })).toBeUndefined();
});

test('one selected message at a time can be edited', () => {
  expect(
    whyNotEdit(findChosen(sample, { selected: new Set(['a']), group: null, message: null })),
  ).toBeUndefined();
  expect(
    whyNotEdit(findChosen(sample, { selected: new Set(['a', 'b']), group: null, message: null })),
  ).toMatch(/^Select one/);
  expect(whyNotEdit(findChosen(sample, { selected: new Set(), group: '7c41e9', message: null }))).toMatch(
    /^Select one/,
  );
});

test('a discard contains exactly these messages, and their group if they share one', () => {
  const rows = [aMessageRow({ messageId: 'm-1' }), aMessageRow({ messageId: 'm-2' })];
  expect(toDiscardTarget('doc-extract-dlq', rows)).toEqual({
    kind: 'discard-messages',
    queue: 'doc-extract-dlq',
    messageIds: ['m-1', 'm-2'],
    fingerprint: 'c2d9f0',
  });
  const mixed = [...rows, aMessageRow({ messageId: 'm-3', fingerprint: 'e4a77c' })];
  expect(toDiscardTarget('doc-extract-dlq', mixed)).not.toHaveProperty('fingerprint');
});

test('a discard has at least one message and no more than a plan allows', () => {
  expect(whyNotThese([])).toBe('No messages selected.');
  expect(whyNotThese([aMessageRow()])).toBeNull();
  expect(whyNotThese(Array.from({ length: 10_001 }, () => aMessageRow()))).toContain('10,000');
});

test('warns of a message that may already have been sent', () => {
  expect(listWarnings([aMessageRow({ sentBefore: 'sent' })])).toEqual([]);
  expect(listWarnings([aMessageRow({ sentBefore: 'uncertain' })])).toEqual([
    expect.stringMatching(/^1 may already have been sent/),
  ]);
});
