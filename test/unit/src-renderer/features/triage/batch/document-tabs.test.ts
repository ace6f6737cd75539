import { expect, test } from 'vitest';
import {
  documentTab,
  documentTabs,
  firstDocuments,
  describeSource,
  formatTab,
} from '#renderer/features/triage/batch/document-tabs.ts';

const counts = { SUCCEEDED: 148, REVIEW_REQUIRED: 19, FAILED: 35, PROCESSING: 10, QUEUED: 28 };

test('a batch opens on whatever tells most of it', () => {
  expect(firstDocuments(counts)).toBe('FAILED');
  expect(firstDocuments({ ...counts, FAILED: 0 })).toBe('REVIEW_REQUIRED');
  expect(firstDocuments({ PROCESSING: 3, QUEUED: 9 })).toBe('PROCESSING');
  expect(firstDocuments({ SUCCEEDED: 4 })).toBe('all');
  expect(firstDocuments({ QUEUED: 4 })).toBe('all');
  expect(firstDocuments({})).toBe('all');
});

test('the tabs carry the figures of the batch item', () => {
  const { shown, more } = documentTabs(counts, 240, 'FAILED');
  expect(shown.map(formatTab)).toEqual(['All 240', 'FAILED 35', 'REVIEW 19', 'Left 38']);
  expect(more.map(formatTab)).toEqual(['SUCCEEDED 148']);
});

test('what is chosen is never behind the menu', () => {
  const { shown, more } = documentTabs(counts, 240, 'SUCCEEDED');
  expect(shown.map(formatTab)).toContain('SUCCEEDED 148');
  expect(more).toEqual([]);
});

test('a chosen status that nobody is in keeps its tab', () => {
  expect(documentTabs({ SUCCEEDED: 2 }, 2, 'PROCESSING').shown.map(formatTab)).toContain('Left 0');
  expect(documentTabs({ SUCCEEDED: 2 }, 2, 'REJECTED').shown.map(formatTab)).toContain('REJECTED 0');
});

test('a batch whose item has no count says none', () => {
  expect(formatTab(documentTab('all', {}, null))).toBe('All');
});

test.each([
  ['FAILED', 'FAILED', false],
  ['REVIEW_REQUIRED', 'REVIEW_REQUIRED', false],
  ['SUCCEEDED', null, true],
  ['REJECTED', null, true],
  ['all', null, true],
] as const)('%s is read by the index %s', (which, index, base) => {
  expect(documentTab(which, counts, 240)).toMatchObject({ index, base });
});

test('what is left is read by the index, and from the table only where something is queued', () => {
  expect(documentTab('QUEUED', counts, 240)).toMatchObject({
    which: 'PROCESSING',
    index: 'PROCESSING',
    base: true,
    count: 38,
  });
  expect(documentTab('PROCESSING', { PROCESSING: 4 }, 4)).toMatchObject({ base: false, count: 4 });
});

test('a tab says where its documents come from', () => {
  expect(describeSource(documentTab('SUCCEEDED', counts, 240))).toContain('in no index');
  expect(describeSource(documentTab('FAILED', counts, 240))).toContain('GSI2');
  expect(describeSource(documentTab('PROCESSING', counts, 240))).toContain('QUEUED is in no index');
});
