import { describe, expect, test } from 'vitest';
import { explainBatchFailure, failedWithoutDocuments } from '#shared/domain/batch-failure.ts';

const refused = { allowed: false, why: 'It has ended' };
const batch = {
  status: 'FAILED' as const,
  counts: {},
  documentCount: 12,
  received: 12,
  run: 1,
  runs: { '1': 'FAILED' as const },
};
const failed = { status: 'FAILED' as const, error: null, canRedrive: refused };

test('only a failed batch without failed documents needs this explanation', () => {
  expect(failedWithoutDocuments({ status: 'FAILED', counts: { SUCCEEDED: 12 } })).toBe(true);
  expect(failedWithoutDocuments({ status: 'FAILED', counts: { FAILED: 0 } })).toBe(true);
  expect(failedWithoutDocuments({ status: 'FAILED', counts: { FAILED: 1 } })).toBe(false);
  // Null means that the count is unknown, so there may be some.
  expect(failedWithoutDocuments({ status: 'FAILED', counts: { FAILED: null } })).toBe(false);
  expect(failedWithoutDocuments({ status: 'SUCCEEDED', counts: {} })).toBe(false);
});

describe('before the first run', () => {
  const unstarted = { ...batch, run: 0, runs: {} };

  test('no file arrived', () => {
    expect(explainBatchFailure({ ...unstarted, received: 0 }, undefined)).toMatchObject({
      says: 'None of its 12 files arrived, so no run began.',
      leads: 'item',
    });
  });

  test('some files are missing', () => {
    expect(explainBatchFailure({ ...unstarted, received: 3 }, undefined).says).toBe(
      'Only 3 of its 12 files arrived, so no run began.',
    );
  });

  test('all files are there and no execution was started', () => {
    expect(explainBatchFailure(unstarted, undefined).says).toBe(
      'It failed before its first run began. No execution was started.',
    );
  });
});

describe('after a run', () => {
  test.each([
    ['FAILED', {}, 'The execution of run 1 failed before any document failed.'],
    ['TIMED_OUT', { QUEUED: 8, SUCCEEDED: 4 }, 'Run 1 ran out of time while 8 documents were left.'],
    ['ABORTED', { QUEUED: 1, SUCCEEDED: 11 }, 'Run 1 was stopped while 1 document was left.'],
    [
      'FAILED',
      { SUCCEEDED: 10, REVIEW_REQUIRED: 2 },
      'The execution of run 1 failed after every document had its result, so the step that finishes the batch failed.',
    ],
    ['SUCCEEDED', { SUCCEEDED: 12 }, 'Run 1 succeeded, and the batch was marked FAILED after it.'],
  ] as const)('%s with %o', (status, counts, says) => {
    expect(explainBatchFailure({ ...batch, counts }, { ...failed, status }).says).toBe(says);
  });

  test('the message of the execution is told as it was written', () => {
    const error = { code: 'States.DataLimitExceeded', cause: 'The state returned 300 KB' };
    expect(explainBatchFailure(batch, { ...failed, error }).message).toBe(
      'States.DataLimitExceeded: The state returned 300 KB',
    );
  });

  test('a redrive is the next step only where AWS takes it', () => {
    const counts = { QUEUED: 8, SUCCEEDED: 4 };
    const canRedrive = { allowed: true, why: 'AWS takes it' };
    expect(explainBatchFailure({ ...batch, counts }, { ...failed, canRedrive }).next).toMatch(/^Redrive/);
    expect(explainBatchFailure({ ...batch, counts }, failed).next).toMatch(/^Reprocess the documents/);
  });

  test('without a description, the outcome that the batch records is used', () => {
    const runs = { '1': 'TIMED_OUT' as const };
    expect(explainBatchFailure({ ...batch, runs }, null).says).toMatch(/^Run 1 ran out of time/);
    expect(explainBatchFailure({ ...batch, runs: {} }, null).says).toMatch(/AWS does not keep how/);
  });
});
