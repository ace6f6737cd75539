import { describe, expect, test } from 'vitest';
import {
  canStillDecide,
  differenceWords,
  finalWords,
  standingWords,
  winnerWords,
} from '#renderer/features/review/decide/race-words.ts';
import { fieldDiff } from '#shared/domain/review/field-diff.ts';
import { aReviewDocument } from '#test/builders/a-review-document.ts';

const nameOf = (id: string) => (id === 'reviewer-2' ? 'Noor Haddad' : id);

describe('who was faster', () => {
  const decided = aReviewDocument({
    status: 'SUCCEEDED',
    reviewedBy: 'reviewer-2',
    reviewedAt: '2026-11-21T12:05:00.000Z',
    decision: 'approve',
    holdUntil: '2026-11-21T12:05:10.000Z',
  });

  test('and with what', () => {
    expect(winnerWords(decided, nameOf)).toBe('Noor Haddad approved it at 12:05 UTC.');
    expect(winnerWords({ ...decided, decision: 'reject', reviewedAt: null }, nameOf)).toBe(
      'Noor Haddad rejected it.',
    );
    expect(winnerWords({ ...decided, decision: null }, nameOf)).toBe('Noor Haddad decided it at 12:05 UTC.');
  });

  test('nobody, where it was read anew', () => {
    const again = aReviewDocument({ status: 'PROCESSING', run: 2 });
    expect(winnerWords(again, nameOf)).toBe('It is processing now, in run 2.');
    expect(winnerWords({ ...again, status: null, run: 1 }, nameOf)).toBe(
      'It does not wait for review any more.',
    );
  });

  test('only what waits, and for this person, can still be decided', () => {
    const waiting = aReviewDocument({ version: 9 });
    expect(canStillDecide(waiting)).toBe(true);
    expect(winnerWords(waiting, nameOf)).toBe('It still waits for review.');
    const notMine = { ...waiting, whyNot: 'You have decided it already.' };
    expect(canStillDecide(notMine)).toBe(false);
    expect(winnerWords(notMine, nameOf)).toBe('You have decided it already.');
    expect(canStillDecide(decided)).toBe(false);
  });

  test('whether it is final', () => {
    const at = Date.parse('2026-11-21T12:05:05.000Z');
    expect(finalWords(decided, at)).toBe('It is held and can still be taken back by them.');
    expect(finalWords(decided, at + 5_000)).toBe('It is final.');
    expect(finalWords(aReviewDocument(), at)).toBeNull();
  });
});

test('what stands there', () => {
  expect(standingWords(null)).toBe('not looked at');
  expect(standingWords({ value: null, unreadable: true })).toBe('unreadable');
  expect(standingWords({ value: null, unreadable: false })).toBe('not found');
  expect(standingWords({ value: '2,991.60', unreadable: false })).toBe('2,991.60');
});

test('how far it is from mine', () => {
  const base = aReviewDocument();
  const theirs = {
    ...base,
    fields: base.fields.map((field) =>
      field.name === 'total' || field.name === 'subtotal' ? { ...field, value: '1.00' } : field,
    ),
  };
  const edits = { total: { kind: 'value', value: '2.00' }, supplier: { kind: 'unreadable' } } as const;
  expect(differenceWords(fieldDiff(base, edits, theirs))).toBe(
    '1 value differs from yours, 1 more was changed, 1 of yours nobody else has touched.',
  );
  expect(differenceWords([])).toBe('No value has changed.');
});
