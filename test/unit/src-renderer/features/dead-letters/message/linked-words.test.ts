import { expect, test } from 'vitest';
import {
  executionWords,
  linkOf,
  noExecutionWords,
} from '#renderer/features/dead-letters/message/linked-words.ts';
import { aMessageRow } from '../a-message-row.ts';

const { subject } = aMessageRow();

test('a message leads to its document, by the name of its file', () => {
  expect(linkOf(subject)).toMatchObject({ title: 'Linked document', words: 'inv-2026-11-0019.pdf' });
  expect(linkOf({ ...subject, fileName: null }).words).toBe('doc-19');
});

test('one that tells a customer of a batch leads to the batch', () => {
  expect(linkOf({ ...subject, documentId: null, fileName: null })).toMatchObject({
    title: 'Linked batch',
    documentId: null,
    words: '01JBX2M9TQ4E',
  });
});

test('one that does not say enough says what it names, and leads nowhere', () => {
  expect(linkOf({ tenantId: null, batchId: null, documentId: null, fileName: 'a.pdf' })).toMatchObject({
    batchId: null,
    words: 'The message names a.pdf, and not enough to find the document by its key.',
  });
  const nothing = { tenantId: null, batchId: null, documentId: null, fileName: null };
  expect(linkOf(nothing).words).toBe('The message names no document.');
});

test('an execution is called by its run, and how it ended where that is known', () => {
  expect(executionWords({ run: 2, outcome: 'TIMED_OUT', by: 'document' })).toBe('Run 2, timed out');
  expect(executionWords({ run: 1, outcome: null, by: 'delivery' })).toBe('Run 1');
  expect(executionWords({ run: 3, outcome: 'FAILED', by: 'batch' })).toBe('Newest run, 3, failed');
});

test('none is said to be none only where it was looked for', () => {
  expect(noExecutionWords({ document: { is: 'missing' } })).toBe(
    'No execution is known to have worked on it.',
  );
  expect(noExecutionWords({ document: { is: 'unread', why: 'Slower.' } })).toContain('could not be read');
});
