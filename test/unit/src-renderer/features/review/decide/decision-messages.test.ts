import { describe, expect, test } from 'vitest';
import {
  describeAssignment,
  canStillDecide,
  claimLeft,
  describeDifference,
  sayWhenFinal,
  describeHolder,
  isEmptyHanded,
  opinionRows,
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

describe('who holds it', () => {
  const held = { by: 'reviewer-2', until: '2026-11-21T12:05:09.500Z' };

  test('until when, and how long that is', () => {
    expect(describeHolder(held, noon, nameOf)).toEqual({
      title: 'Noor Haddad holds it until 12:05 UTC.',
      says: '5:10 left. You can look, and change nothing yet; what you typed before is kept.',
    });
  });

  test('when it has run out, that it can be taken', () => {
    expect(describeHolder(held, noon + 600_000, nameOf).says).toBe('That has run out: you can take it now.');
  });

  test('without an end none is made up', () => {
    expect(describeHolder({ by: 'user-7', until: null }, noon, nameOf)).toEqual({
      title: 'user-7 holds it.',
      says: 'You can look, and change nothing yet; what you typed before is kept.',
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
    expect(claimLeft(new Date(noon + left).toISOString(), noon)).toBe(words);
  });

  test('a time that is none is not shown', () => {
    expect(claimLeft('soon', noon)).toBeNull();
  });
});

test('who handed it to whom, and with which word', () => {
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

describe('whose turn it is', () => {
  test('nothing where one person decides', () => {
    expect(explainStep(aReviewDocument())).toBeNull();
  });

  test('the first of two knows that there will be a second', () => {
    expect(explainStep(aReviewDocument({ fourEyes: true }))).toContain('A second one decides it');
  });

  test('the second does not learn what the first has decided', () => {
    expect(explainStep(aReviewDocument({ fourEyes: true, step: 'second' }))).toBe(
      'Somebody has decided it already. You do not see what they decided; the two decisions are compared.',
    );
  });

  test('the third decides for good', () => {
    expect(explainStep(aReviewDocument({ fourEyes: true, step: 'third' }))).toContain(
      'their decisions differ',
    );
  });

  test('whoever may not decide is told why, and nothing else; what is decided asks for nobody', () => {
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

  test('field by field where they differ', () => {
    const document = aReviewDocument({
      step: 'third',
      opinions: [
        { ...opinion, by: 'reviewer' },
        { ...opinion, by: 'reviewer-2', corrections: corrected },
      ],
      differs: ['total', 'supplier', 'purchaseOrder', 'lineItems.1.amount'],
    });
    expect(opinionRows(document)).toEqual([
      { place: 'total', label: 'Total', values: ['2,997.60', '2,991.60'] },
      { place: 'supplier', label: 'Supplier', values: ['Harrow & Pike Freight Ltd', 'unreadable'] },
      { place: 'purchaseOrder', label: 'Purchase order', values: ['not found', 'not found'] },
      { place: 'lineItems.1.amount', label: 'Line 2, amount', values: ['1,213.00', '1,213.00'] },
    ]);
  });

  test('with the decision first where that differs', () => {
    const document = aReviewDocument({
      opinions: [
        { ...opinion, by: 'reviewer' },
        { ...opinion, by: 'reviewer-2', decision: 'reject', reason: 'Pages are missing' },
      ],
      differs: ['decision'],
    });
    expect(opinionRows(document)).toEqual([
      { place: 'decision', label: 'Decision', values: ['approved', 'rejected: Pages are missing'] },
    ]);
  });
});

test('a document without one value has nothing to look at', () => {
  const nothing = { fields: [aReviewField('total', { value: null })], lines: [] };
  expect(isEmptyHanded(nothing)).toBe(true);
  expect(isEmptyHanded({ ...nothing, fields: [aReviewField('total')] })).toBe(false);
  expect(isEmptyHanded({ ...nothing, lines: aReviewDocument().lines })).toBe(false);
});

const nameFromId = (id: string) => (id === 'reviewer-2' ? 'Noor Haddad' : id);

describe('who was faster', () => {
  const decided = aReviewDocument({
    status: 'SUCCEEDED',
    reviewedBy: 'reviewer-2',
    reviewedAt: '2026-11-21T12:05:00.000Z',
    decision: 'approve',
    holdUntil: '2026-11-21T12:05:10.000Z',
  });

  test('and with what', () => {
    expect(describeWinner(decided, nameFromId)).toBe('Noor Haddad approved it at 12:05 UTC.');
    expect(describeWinner({ ...decided, decision: 'reject', reviewedAt: null }, nameFromId)).toBe(
      'Noor Haddad rejected it.',
    );
    expect(describeWinner({ ...decided, decision: null }, nameFromId)).toBe(
      'Noor Haddad decided it at 12:05 UTC.',
    );
  });

  test('nobody, where it was read anew', () => {
    const again = aReviewDocument({ status: 'PROCESSING', run: 2 });
    expect(describeWinner(again, nameFromId)).toBe('It is processing now, in run 2.');
    expect(describeWinner({ ...again, status: null, run: 1 }, nameFromId)).toBe(
      'It does not wait for review any more.',
    );
  });

  test('only what waits, and for this person, can still be decided', () => {
    const waiting = aReviewDocument({ version: 9 });
    expect(canStillDecide(waiting)).toBe(true);
    expect(describeWinner(waiting, nameFromId)).toBe('It still waits for review.');
    const notMine = { ...waiting, whyNot: 'You have decided it already.' };
    expect(canStillDecide(notMine)).toBe(false);
    expect(describeWinner(notMine, nameFromId)).toBe('You have decided it already.');
    expect(canStillDecide(decided)).toBe(false);
  });

  test('whether it is final', () => {
    const at = Date.parse('2026-11-21T12:05:05.000Z');
    expect(sayWhenFinal(decided, at)).toBe('It is held and can still be taken back by them.');
    expect(sayWhenFinal(decided, at + 5_000)).toBe('It is final.');
    expect(sayWhenFinal(aReviewDocument(), at)).toBeNull();
  });
});

test('what stands there', () => {
  expect(describeStanding(null)).toBe('not looked at');
  expect(describeStanding({ value: null, unreadable: true })).toBe('unreadable');
  expect(describeStanding({ value: null, unreadable: false })).toBe('not found');
  expect(describeStanding({ value: '2,991.60', unreadable: false })).toBe('2,991.60');
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
  expect(describeDifference(fieldDiff(base, edits, theirs))).toBe(
    '1 value differs from yours, 1 more was changed, 1 of yours nobody else has touched.',
  );
  expect(describeDifference([])).toBe('No value has changed.');
});
