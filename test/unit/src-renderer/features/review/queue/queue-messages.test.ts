import { describe, expect, test } from 'vitest';
import { readRange, describeRange } from '#renderer/features/review/queue/amounts.ts';
import { findBucket, describeDue, findTurn } from '#renderer/features/review/queue/queue-rows.ts';
import {
  listAges,
  formatCount,
  countDecidedToday,
  describeSample,
  describeEnd,
  describeReasons,
  describeShare,
  describeWithoutAmount,
  describeStep,
  describeToday,
  describeTurn,
  describeWaiting,
} from '#renderer/features/review/queue/queue-messages.ts';
import { aQueueRow, minutesFromNoon, noon } from './a-queue-row.ts';

describe('the number of waiting documents', () => {
  test('is marked as a minimum where not all were counted', () => {
    expect(formatCount(1_200, true)).toBe('1,200');
    expect(formatCount(84, false)).toBe('84+');
    expect(describeWaiting(1, true, 1)).toBe('1 document waiting in 1 batch');
    expect(describeWaiting(84, false, 12)).toBe('At least 84 documents waiting in 12 batches');
    expect(describeWaiting(0, true, 0)).toBe('Nothing waiting');
    expect(describeWaiting(0, false, 3)).toBe('Not counted');
  });

  test('says how many rows were read for those shown by the filters', () => {
    expect(describeEnd(12, 84, true)).toBe('12 of the 84 read; more waiting');
    expect(describeEnd(84, 84, false)).toBe('84 read. End of list');
  });

  test('says how many have no amount that a range could be compared with', () => {
    expect(describeWithoutAmount(undefined)).toBe('');
    expect(describeWithoutAmount({ withoutAmount: 0 })).toBe('');
    expect(describeWithoutAmount({ withoutAmount: 3 })).toBe('; 3 documents without an amount');
  });
});

describe('the due time', () => {
  test.each([
    [-25 * 60, 'overdue', '1 h overdue', 'failed'],
    [-23 * 60 - 30, 'under1h', 'in 30 min', 'review'],
    [-21 * 60, 'under4h', 'in 3 h', 'processing'],
    [-60, 'under24h', 'in 23 h', 'queued'],
    [60, 'later', 'in 1 d 1 h', 'skip'],
  ] as const)('waiting %i minutes', (minutes, bucket, words, glyph) => {
    const since = noon + minutes * 60_000;
    expect(findBucket(since, 24, noon)).toBe(bucket);
    expect(describeDue(since, 24, noon)).toMatchObject({ words, glyph });
  });
});

describe('the turn', () => {
  const nameOf = (id: string) => ({ noor: 'Noor Haddad', ines: 'Ines Halvorsen' })[id] ?? id;
  const said = (change: Parameters<typeof aQueueRow>[0]) =>
    describeTurn(findTurn(aQueueRow(change), 'teo', noon), nameOf, noon);

  test('is described in one line', () => {
    const assigned = { by: 'ines', note: 'the VAT id', at: null };
    expect(said({})).toBe('');
    expect(said({ claimedBy: 'noor', claimExpiresAt: minutesFromNoon(4) })).toBe(
      'Held by Noor Haddad, 4 min left',
    );
    expect(said({ assigned: { ...assigned, to: 'teo' } })).toBe('From Ines Halvorsen: “the VAT id”');
    expect(said({ assigned: { ...assigned, to: 'noor', note: null } })).toBe(
      'Handed to Noor Haddad by Ines Halvorsen',
    );
    expect(said({ postponedUntil: minutesFromNoon(35) })).toBe('Postponed, 35 min left');
    expect(said({ whyNot: 'You decided it first.' })).toBe('You decided it first.');
  });

  test('names a second and a third review, but not a first', () => {
    expect([describeStep('first'), describeStep('second'), describeStep('third')]).toEqual([
      null,
      '2nd review',
      '3rd review',
    ]);
  });
});

describe('the decisions of today', () => {
  const nothing = {
    approved: 0,
    rejected: 0,
    corrected: 0,
    checked: 0,
    handedOver: 0,
    undone: 0,
    medianSeconds: null,
    of: 0,
  };

  test('are shown with their number, and not before the first', () => {
    expect(describeToday(nothing)).toBe('');
    expect(describeToday({ ...nothing, approved: 12, rejected: 2, medianSeconds: 7.44, of: 14 })).toBe(
      'Today 14 decided, median 7.4\u00A0s, n\u00A0=\u00A014',
    );
    expect(describeToday({ ...nothing, approved: 2, checked: 1, of: 2 })).toBe('Today 2 decided, 1 checked');
  });

  test('exclude decisions that were taken back', () => {
    expect(countDecidedToday({ ...nothing, approved: 5, rejected: 1, undone: 2 })).toBe(4);
    expect(describeToday({ ...nothing, approved: 1, undone: 1 })).toBe('');
  });
});

describe('the filters', () => {
  test('describe reasons and age', () => {
    expect(describeReasons([])).toBe('Any reason');
    expect(describeReasons(['readers disagree'])).toBe('Readings differ');
    expect(describeReasons(['readers disagree', 'check failed'])).toBe('2 reasons');
    expect(
      listAges(90)
        .map(({ label }) => label)
        .slice(0, 3),
    ).toEqual(['Any age', 'Over 1 h', 'Over 1 h 30 min']);
  });

  test.each([
    ['1,250.50', '', { from: 1_250.5, to: null }, 'From 1,250.5'],
    ['', '9 000', { from: null, to: 9_000 }, 'Up to 9,000'],
    ['5', '5', { from: 5, to: 5 }, '5 to 5'],
    [' ', '', { from: null, to: null }, 'Any amount'],
  ])('of amounts, typed %j to %j', (from, to, range, words) => {
    expect(readRange({ from, to })).toEqual({ ok: true, range });
    expect(describeRange(range)).toBe(words);
  });

  test('report an invalid amount or range at its field', () => {
    expect(readRange({ from: 'much', to: '-4' })).toEqual({
      ok: false,
      from: 'Expected an amount such as 1,250.50 or 1.250,50',
      to: 'Expected an amount such as 1,250.50 or 1.250,50',
    });
    expect(readRange({ from: '10', to: '9' })).toEqual({ ok: false, to: 'Must not be below the lower end' });
  });
});

test('a sample says what it was drawn from', () => {
  expect(describeShare(0.5)).toBe('One in 200');
  expect(describeSample({ accepted: 412, checked: 3, batches: 8, cut: null }, 5, true)).toBe(
    '412 accepted documents of 8 batches read: 5 to check, 3 already checked; older batches not read',
  );
  expect(describeSample({ accepted: 20, checked: 0, batches: 1, cut: null }, 0, false)).toBe(
    '20 accepted documents of 1 batch read: 0 to check',
  );
  const cut = 'Only 5000 batches of the project p were read.';
  expect(describeSample({ accepted: 20, checked: 0, batches: 1, cut }, 0, false)).toBe(
    '20 accepted documents of 1 batch read: 0 to check. Only 5000 batches of the project p were read',
  );
});
