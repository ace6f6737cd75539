import { describe, expect, test } from 'vitest';
import { chainWords, idsText, kindText, utcText } from '#renderer/features/activity/audit/audit-words.ts';

describe('whether the trail holds', () => {
  const verified = { file: 'a.jsonl', entries: 1_200, state: 'verified', problem: null } as const;
  const broken = { file: 'b.jsonl', entries: 3, state: 'broken', problem: 'Line 2 was changed.' } as const;

  test('is said plainly', () => {
    expect(chainWords([verified])).toEqual({
      text: '1 chain with 1,200 entries verified by hash: nothing was changed, exchanged or taken out.',
      isBroken: false,
    });
    expect(chainWords([verified, broken])).toEqual({ text: '1 of 2 chains is broken.', isBroken: true });
    expect(chainWords([])).toEqual({ text: 'No chain was begun on this machine.', isBroken: false });
  });

  test('one that is being written is no broken one', () => {
    const writing = { ...verified, state: 'being-written' } as const;
    expect(chainWords([writing]).isBroken).toBe(false);
    expect(chainWords([writing]).text).toMatch(/One is being written\.$/);
  });
});

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
