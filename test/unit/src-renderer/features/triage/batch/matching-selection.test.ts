import { describe, expect, it } from 'vitest';
import {
  changeMatching,
  countMatching,
  describeMatching,
  describeShown,
} from '#renderer/features/triage/batch/matching-selection.ts';
import { toDocumentTab } from '#renderer/features/triage/batch/document-tabs.ts';
import { aCount } from '#test/builders/document-counts.ts';

const counts = aCount({ SUCCEEDED: 1_465, FAILED: 10, QUEUED: 8_525 });
const left = describeShown(toDocumentTab('PROCESSING', counts, 10_000), null, '');
const group = describeShown(toDocumentTab('FAILED', aCount({ FAILED: 340 }), 400), '3fa9c1', '');

describe('a selection of all that match', () => {
  it('says what it covers, counted by the batch', () => {
    expect(describeMatching(left, 525, { which: 'PROCESSING', complete: false })).toBe(
      '8,525 of 8,525 in Left selected, 525 of them loaded',
    );
    expect(describeMatching(left, 8_525, { which: 'PROCESSING', complete: true })).toBe(
      '8,525 of 8,525 in Left selected',
    );
  });

  it('says at least where only a page of a group was read', () => {
    expect(describeMatching(group, 100, { which: 'FAILED', complete: false })).toBe(
      'All FAILED of group 3fa9c1 selected, at least 100, 100 of them loaded',
    );
    expect(describeMatching(group, 340, { which: 'FAILED', complete: true })).toBe(
      'All 340 FAILED of group 3fa9c1 selected',
    );
    const typed = describeShown(toDocumentTab('FAILED', aCount({ FAILED: 340 }), 400), null, ' inv ');
    expect(typed).toMatchObject({ text: 'inv', counted: null });
    expect(countMatching(typed, 12, { which: 'FAILED', complete: false })).toEqual({
      count: 12,
      isExact: false,
    });
  });

  it('is not exact because another tab was read whole', () => {
    const toReview = { which: 'REVIEW_REQUIRED', complete: true } as const;
    expect(describeMatching(left, 100, toReview)).toBe('8,525 of 8,525 in Left selected, 100 of them loaded');
    expect(countMatching(left, 100, toReview)).toEqual({ count: 8_525, isExact: true });
    expect(describeMatching(group, 100, toReview)).toBe(
      'All FAILED of group 3fa9c1 selected, at least 100, 100 of them loaded',
    );
    expect(countMatching(group, 100, toReview)).toEqual({ count: 100, isExact: false });
  });

  it('says before a plan is made that a plan takes the first 10,000', () => {
    const all = describeShown(toDocumentTab('all', aCount({ SUCCEEDED: 25_000 }), 25_000), null, '');
    expect(describeMatching(all, 100, { which: 'all', complete: false })).toMatch(
      /, a plan takes the first 10,000$/,
    );
  });

  it('leaves out what is deselected, and takes it back', () => {
    const before = new Set(['a', 'b']);
    const without = changeMatching(left, before, new Set(['a']));
    expect([...(without?.except ?? [])]).toEqual(['b']);
    expect(describeMatching(without ?? left, 1, { which: 'PROCESSING', complete: false })).toBe(
      '8,524 of 8,525 in Left selected, 1 of them loaded, 1 left out',
    );
    const back = changeMatching(without ?? left, new Set(['a']), before);
    expect(back?.except.size).toBe(0);
  });

  it('ends when it is cleared, or when a document that does not match is added', () => {
    expect(changeMatching(left, new Set(['a']), new Set())).toBeNull();
    expect(changeMatching(left, new Set(['a']), new Set(['a', 'another']))).toBeNull();
  });
});
