import { describe, expect, test } from 'vitest';
import {
  describeAssignment,
  canStillDecide,
  formatClaimLeft,
  describeDifference,
  describeFinal,
  describeHolder,
  isEmptyHanded,
  listOpinionRows,
  maskDiff,
  maskValue,
  describeStanding,
  explainStep,
  describeWinner,
} from '#renderer/features/review/decide/decision-messages.ts';
import type { Opinion } from '#shared/contract/review-document.ts';
import { fieldDiff } from '#shared/domain/review/draft-rules.ts';
import { aReviewDocument, aReviewField } from '#test/builders/a-review-document.ts';

const names = new Map([
  ['reviewer', 'you'],
  ['reviewer-2', 'Noor Haddad'],
]);
const nameOf = (id: string) => names.get(id) ?? id;
const noon = Date.parse('2026-11-21T12:00:00.000Z');

describe('the holder of a claim', () => {
  const held = { by: 'reviewer-2', until: '2026-11-21T12:05:09.500Z' };

  test('is shown with the end and the rest of the claim', () => {
    expect(describeHolder(held, noon, nameOf)).toEqual({
      title: 'Held by Noor Haddad until 12:05 UTC.',
      says: '5:10 left. View only for now. Anything you typed is saved.',
    });
  });

  test('can be replaced once the claim has expired', () => {
    expect(describeHolder(held, noon + 600_000, nameOf).says).toBe(
      'The claim has expired: you can take it now.',
    );
  });

  test('is shown without an end where there is none', () => {
    expect(describeHolder({ by: 'user-7', until: null }, noon, nameOf)).toEqual({
      title: 'Held by user-7.',
      says: 'View only for now. Anything you typed is saved.',
    });
  });

  test.each([
    [500, '0:01'],
    [59_000, '0:59'],
    [60_000, '1:00'],
    [599_001, '10:00'],
    [0, null],
    [-1, null],
  ])('%d ms are %s', (left, words) => {
    expect(formatClaimLeft(new Date(noon + left).toISOString(), noon)).toBe(words);
  });

  test('has no remaining time where the end is not a time', () => {
    expect(formatClaimLeft('soon', noon)).toBeNull();
  });
});

test('the assignment names both users and the note', () => {
  const assigned = {
    to: 'reviewer',
    by: 'reviewer-2',
    note: ' Is this ours? ',
    at: '2026-11-21T11:58:00.000Z',
  };
  expect(describeAssignment({ assigned }, nameOf)).toEqual({
    title: 'Noor Haddad handed it to you at 11:58 UTC.',
    note: 'Is this ours?',
  });
  expect(describeAssignment({ assigned: { ...assigned, note: '', at: null } }, nameOf)).toEqual({
    title: 'Noor Haddad handed it to you.',
    note: null,
  });
  expect(describeAssignment({ assigned: null }, nameOf)).toBeNull();
});

describe('the step of a review', () => {
  test('says nothing where one person decides', () => {
    expect(explainStep(aReviewDocument())).toBeNull();
  });

  test('tells the first reviewer that a second will follow', () => {
    expect(explainStep(aReviewDocument({ fourEyes: true }))).toContain(
      'The second one will not see your decision',
    );
  });

  test('does not tell the second reviewer what the first has decided', () => {
    expect(explainStep(aReviewDocument({ fourEyes: true, step: 'second' }))).toBe(
      'A first reviewer has decided. Their decision is hidden from you and will be compared with yours.',
    );
  });

  test('tells the third reviewer that the decision is final', () => {
    expect(explainStep(aReviewDocument({ fourEyes: true, step: 'third' }))).toContain(
      'Two reviewers disagree',
    );
  });

  test('explains only the refusal to a user who may not decide, and says nothing of a decided document', () => {
    expect(explainStep(aReviewDocument({ step: 'second', whyNot: 'You have decided it.' }))).toBeNull();
    expect(explainStep(aReviewDocument({ fourEyes: true, status: 'SUCCEEDED' }))).toBeNull();
  });
});

describe('both opinions side by side', () => {
  const opinion: Omit<Opinion, 'by'> = { at: null, decision: 'approve', corrections: [], reason: null };
  const corrected = [
    { field: 'total', value: '2,991.60' },
    { field: 'supplier', unreadable: true as const },
  ];

  test('are compared field by field where they differ', () => {
    const document = aReviewDocument({
      step: 'third',
      opinions: [
        { ...opinion, by: 'reviewer' },
        { ...opinion, by: 'reviewer-2', corrections: corrected },
      ],
      differs: ['total', 'supplier', 'purchaseOrder', 'lineItems.1.amount'],
    });
    expect(listOpinionRows(document)).toEqual([
      { place: 'total', label: 'Total', values: ['2,997.60', '2,991.60'] },
      { place: 'supplier', label: 'Supplier', values: ['Harrow & Pike Freight Ltd', 'unreadable'] },
      { place: 'purchaseOrder', label: 'Purchase order', values: ['not found', 'not found'] },
      { place: 'lineItems.1.amount', label: 'Line 2, amount', values: ['1,213.00', '1,213.00'] },
    ]);
  });

  test('start with the decision where that differs', () => {
    const document = aReviewDocument({
      opinions: [
        { ...opinion, by: 'reviewer' },
        { ...opinion, by: 'reviewer-2', decision: 'reject', reason: 'Pages are missing' },
      ],
      differs: ['decision'],
    });
    expect(listOpinionRows(document)).toEqual([
      { place: 'decision', label: 'Decision', values: ['approved', 'rejected: Pages are missing'] },
    ]);
  });
});

test('a document without a single value has nothing to review', () => {
  const nothing = { fields: [aReviewField('total', { value: null })], lines: [] };
  expect(isEmptyHanded(nothing)).toBe(true);
  expect(isEmptyHanded({ ...nothing, fields: [aReviewField('total')] })).toBe(false);
  expect(isEmptyHanded({ ...nothing, lines: aReviewDocument().lines })).toBe(false);
});

const nameFromId = (id: string) => (id === 'reviewer-2' ? 'Noor Haddad' : id);

describe('the faster reviewer', () => {
  const decided = aReviewDocument({
    status: 'SUCCEEDED',
    reviewedBy: 'reviewer-2',
    reviewedAt: '2026-11-21T12:05:00.000Z',
    decision: 'approve',
    holdUntil: '2026-11-21T12:05:10.000Z',
  });

  test('is named with the decision', () => {
    expect(describeWinner(decided, nameFromId)).toBe('Noor Haddad approved it at 12:05 UTC.');
    expect(describeWinner({ ...decided, decision: 'reject', reviewedAt: null }, nameFromId)).toBe(
      'Noor Haddad rejected it.',
    );
    expect(describeWinner({ ...decided, decision: null }, nameFromId)).toBe(
      'Noor Haddad decided it at 12:05 UTC.',
    );
  });

  test('is not named where the document was run again', () => {
    const again = aReviewDocument({ status: 'PROCESSING', run: 2 });
    expect(describeWinner(again, nameFromId)).toBe('Now processing, in run 2.');
    expect(describeWinner({ ...again, status: null, run: 1 }, nameFromId)).toBe(
      'No longer waiting for review.',
    );
  });

  test('leaves something to decide only if the document waits, and for this user', () => {
    const waiting = aReviewDocument({ version: 9 });
    expect(canStillDecide(waiting)).toBe(true);
    expect(describeWinner(waiting, nameFromId)).toBe('Still waiting for review.');
    const notMine = { ...waiting, whyNot: 'You have decided it already.' };
    expect(canStillDecide(notMine)).toBe(false);
    expect(describeWinner(notMine, nameFromId)).toBe('You have decided it already.');
    expect(canStillDecide(decided)).toBe(false);
  });

  test('is shown with the end of the hold', () => {
    const at = Date.parse('2026-11-21T12:05:05.000Z');
    expect(describeFinal(decided, at)).toBe('They can still undo it.');
    expect(describeFinal(decided, at + 5_000)).toBe('It is final.');
    expect(describeFinal(aReviewDocument(), at)).toBeNull();
  });
});

test('the current value is described', () => {
  expect(describeStanding(null)).toBe('not checked');
  expect(describeStanding({ value: null, unreadable: true })).toBe('unreadable');
  expect(describeStanding({ value: null, unreadable: false })).toBe('not found');
  expect(describeStanding({ value: '2,991.60', unreadable: false })).toBe('2,991.60');
});

test('the difference from the user’s own edits is counted', () => {
  const base = aReviewDocument();
  const theirs = {
    ...base,
    fields: base.fields.map((field) =>
      field.name === 'total' || field.name === 'subtotal' ? { ...field, value: '1.00' } : field,
    ),
  };
  const edits = { total: { kind: 'value', value: '2.00' }, supplier: { kind: 'unreadable' } } as const;
  expect(describeDifference(fieldDiff(base, edits, theirs))).toBe(
    '1 value differs from yours, 1 other value changed, 1 value changed only by you.',
  );
  expect(describeDifference([])).toBe('No values changed.');
});

describe('account numbers beside those of a colleague', () => {
  const [mine, theirs] = ['DE89 3704 0044 0532 0130 00', 'GB33 BUKB 2020 1555 5555 55'];
  const base = aReviewDocument({
    fields: [aReviewField('iban', { type: 'iban', value: mine }), aReviewField('total', { value: '12.50' })],
  });
  const now = aReviewDocument({
    fields: [
      aReviewField('iban', { type: 'iban', value: theirs }),
      aReviewField('total', { value: '99.50' }),
    ],
  });
  const edits = { iban: { kind: 'value', value: mine.replace('00', '99') } } as const;

  test('are masked on all sides, and other values are not', () => {
    const diffs = fieldDiff(base, edits, now);
    const masked = diffs.map((diff) => maskDiff(diff, now));
    const text = JSON.stringify(masked);
    for (const value of ['3704', '2020', '0532']) expect(text).not.toContain(value);
    expect(text).toContain('GB •••• 5555');
    const total = diffs.findIndex(({ place }) => place === 'total');
    expect(masked[total]).toBe(diffs[total]);
  });

  test('are masked in the opinions of two colleagues', () => {
    expect(maskValue(now, 'iban', mine)).toBe('DE •••• 3000');
    expect(maskValue(now, 'decision', 'approved')).toBe('approved');
  });
});
