import { describe, expect, test } from 'vitest';
import { listChanges, pickTone, describePlace } from '#renderer/features/triage/document/passport.tsx';

describe('the changes of an event', () => {
  test('begin with the status, and contain only differences', () => {
    expect(
      listChanges({
        before: { run: '1', status: 'FAILED', code: 'ThrottlingException' },
        after: { run: '2', status: 'PROCESSING', actor: 'same' },
      }),
    ).toEqual([
      { name: 'status', before: 'FAILED', after: 'PROCESSING' },
      { name: 'run', before: '1', after: '2' },
      { name: 'actor', before: undefined, after: 'same' },
      { name: 'code', before: 'ThrottlingException', after: undefined },
    ]);
  });

  test('are empty if nothing was written', () => {
    expect(listChanges({ before: {}, after: {} })).toEqual([]);
    expect(listChanges({ before: { status: 'FAILED' }, after: { status: 'FAILED' } })).toEqual([]);
  });
});

test('describes the run and stage', () => {
  expect(describePlace({ run: 2, stage: 'gap-fill' })).toBe('run 2, gap-fill');
  expect(describePlace({ run: null, stage: 'verify' })).toBe('verify');
  expect(describePlace({ run: null, stage: null })).toBe('');
});

test.each([
  ['failed', {}, 'failed'],
  ['processed', { status: 'SUCCEEDED' }, 'good'],
  ['processed', { status: 'REVIEW_REQUIRED' }, 'review'],
  ['rejected', { status: 'REJECTED' }, 'failed'],
  ['reprocessed', { status: 'PROCESSING' }, 'work'],
  ['claimed', {}, 'plain'],
  ['handed over', { assignedTo: 'reviewer' }, 'review'],
  ['first opinion', {}, 'review'],
  ['opinions differ', {}, 'review'],
  ['checked', {}, 'plain'],
  ['toString', { constructor: 'x' }, 'plain'],
] as const)('%s with %o is %s', (what, after, tone) => {
  expect(pickTone({ what, after })).toBe(tone);
});
