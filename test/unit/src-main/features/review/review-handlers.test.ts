import { expect, it } from 'vitest';
import { hashedOfReview, reviewIds, reviewOutcome } from '#main/features/review/review-handlers.ts';

const seen = { tenantId: 't', projectId: 'p', batchId: 'b', documentId: 'd', version: 3 };
const decision = {
  ...seen,
  decision: 'reject',
  corrections: [{ field: 'total', value: 'a value' }],
  reason: 'what a person has typed',
  intentKey: 'intent-one',
  seconds: 4,
};

it('names the decision, the number of corrections and whether there is a reason, and none of their words', () => {
  expect(reviewIds('review.decide', decision, () => false)).toEqual({
    version: '3',
    decision: 'reject',
    corrections: '1',
    reason: 'given',
    intentKey: 'intent-one',
  });
  const note = { ...seen, to: 'user-1', note: null, intentKey: 'intent-one' };
  expect(reviewIds('review.handOver', note, () => false)).toMatchObject({ to: 'user-1', note: 'none' });
  expect(reviewIds('review.postpone', { ...seen, until: null }, () => true)).toEqual({
    version: '3',
    until: 'taken back',
  });
  expect(reviewIds('plans.start', decision, () => false)).toEqual({});
});

it.each([true, undefined])('reveals no decision under four eyes if that is %s', (isFourEyes) => {
  const ids = reviewIds('review.decide', decision, () => isFourEyes);
  expect(ids).toEqual({ version: '3', intentKey: 'intent-one' });
});

it.each([true, undefined])('nor by a hash that could be guessed, if that is %s', (isFourEyes) => {
  const other = { ...decision, decision: 'approve', corrections: [], reason: null, seconds: 2 };
  const hashed = (input: object) => hashedOfReview('review.decide', input, () => isFourEyes);
  expect(hashed(other)).toEqual(hashed(decision));
  expect(hashed({ ...other, version: 4 })).not.toEqual(hashed(decision));
  expect(hashedOfReview('review.decide', decision, () => false)).toBe(decision);
  expect(hashedOfReview('review.check', decision, () => isFourEyes)).toBe(decision);
});

it('reports the outcome, and no value', () => {
  const done = { kind: 'done', version: 4, status: 'SUCCEEDED', step: 'first', claimExpiresAt: null };
  expect(reviewOutcome('review.decide', { outcome: done })).toEqual({
    outcome: 'done',
    step: 'first',
    status: 'SUCCEEDED',
  });
  const changed = { kind: 'changed', document: { status: 'REJECTED', fields: ['secret'] } };
  expect(reviewOutcome('review.decide', { outcome: changed })).toEqual({ outcome: 'changed' });
  const refused = { kind: 'refused', problem: 'hold-over', message: 'no' };
  expect(reviewOutcome('review.undo', { outcome: refused })).toEqual({
    outcome: 'refused',
    problem: 'hold-over',
  });
  expect(reviewOutcome('review.read', { fields: [] })).toBeUndefined();
  expect(reviewOutcome('plans.start', { outcome: done })).toBeUndefined();
});
