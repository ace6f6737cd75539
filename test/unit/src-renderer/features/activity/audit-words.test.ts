import { expect, test } from 'vitest';
import { idsText, kindText, utcText } from '#renderer/features/activity/audit/audit-words.ts';

test('an entry says whether it was done', () => {
  expect(kindText({ kind: 'intent', code: null })).toBe('Intent');
  expect(kindText({ kind: 'outcome', code: 'ok' })).toBe('Done');
  expect(kindText({ kind: 'outcome', code: 'plan-refused' })).toBe('Not done: plan-refused');
  expect(kindText({ kind: 'unreadable', code: null })).toBe('Cannot be read');
});

test('ids and times are text, and what is no time is shown as it stands', () => {
  expect(idsText({ batchId: 'b', documentId: 'd' })).toBe('batchId b, documentId d');
  expect(utcText('2026-11-22T14:24:06.120Z')).toBe('2026-11-22 14:24:06');
  expect(utcText('yesterday')).toBe('yesterday');
  expect(utcText(null)).toBe('');
});
