import { expect, test } from 'vitest';
import {
  toDocumentTab,
  listDocumentTabs,
  chooseFirstDocuments,
  describeSource,
  formatTab,
} from '#renderer/features/triage/batch/document-tabs.ts';
import { messages } from '#renderer/features/triage/messages.ts';

const counts = { SUCCEEDED: 148, REVIEW_REQUIRED: 19, FAILED: 35, PROCESSING: 10, QUEUED: 28 };

test('a batch opens on the tab that says most about it', () => {
  expect(chooseFirstDocuments(counts)).toBe('FAILED');
  expect(chooseFirstDocuments({ ...counts, FAILED: 0 })).toBe('REVIEW_REQUIRED');
  expect(chooseFirstDocuments({ PROCESSING: 3, QUEUED: 9 })).toBe('PROCESSING');
  expect(chooseFirstDocuments({ SUCCEEDED: 4 })).toBe('all');
  expect(chooseFirstDocuments({ QUEUED: 4 })).toBe('all');
  expect(chooseFirstDocuments({})).toBe('all');
});

test('the tabs have the counts of the batch item', () => {
  const { shown, more } = listDocumentTabs(counts, 240, 'FAILED');
  expect(shown.map(formatTab)).toEqual(['All 240', 'FAILED 35', 'REVIEW 19', 'Left 38']);
  expect(more.map(formatTab)).toEqual(['SUCCEEDED 148']);
});

test('the chosen tab is never in the menu', () => {
  const { shown, more } = listDocumentTabs(counts, 240, 'SUCCEEDED');
  expect(shown.map(formatTab)).toContain('SUCCEEDED 148');
  expect(more).toEqual([]);
});

test('a chosen status without documents keeps its tab', () => {
  expect(listDocumentTabs({ SUCCEEDED: 2 }, 2, 'PROCESSING').shown.map(formatTab)).toContain('Left 0');
  expect(listDocumentTabs({ SUCCEEDED: 2 }, 2, 'REJECTED').shown.map(formatTab)).toContain('REJECTED 0');
});

test('a batch without counts shows none', () => {
  expect(formatTab(toDocumentTab('all', {}, null))).toBe('All');
});

test.each([
  ['FAILED', 'FAILED', false],
  ['REVIEW_REQUIRED', 'REVIEW_REQUIRED', false],
  ['SUCCEEDED', null, true],
  ['REJECTED', null, true],
  ['all', null, true],
] as const)('%s is read by the index %s', (which, index, base) => {
  expect(toDocumentTab(which, counts, 240)).toMatchObject({ index, base });
});

test('the rest is read from the index, and from the table only if something is queued', () => {
  expect(toDocumentTab('QUEUED', counts, 240)).toMatchObject({
    which: 'PROCESSING',
    index: 'PROCESSING',
    base: true,
    count: 38,
  });
  expect(toDocumentTab('PROCESSING', { PROCESSING: 4 }, 4)).toMatchObject({ base: false, count: 4 });
});

test('a tab says where its documents come from', () => {
  expect(describeSource(toDocumentTab('SUCCEEDED', counts, 240))).toContain('in no index');
  expect(describeSource(toDocumentTab('FAILED', counts, 240))).toContain('GSI2');
  expect(describeSource(toDocumentTab('PROCESSING', counts, 240))).toBe(messages.documents.fromBothSources);
});
