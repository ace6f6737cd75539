import { expect, test } from 'vitest';
import {
  buildDocumentColumns,
  toDocumentsCsv,
  formatFileName,
} from '#renderer/features/triage/batch/document-columns.tsx';
import { aDocumentRow } from './a-document-row.ts';

const columns = buildDocumentColumns({ confidenceThreshold: null, reviewThreshold: null }, 0);
const only = (...ids: readonly string[]) => columns.filter(({ id }) => ids.includes(id));

test('exports exactly the shown columns and rows in their order', () => {
  const rows = [
    aDocumentRow({ fileName: 'b.pdf' }),
    aDocumentRow({ fileName: 'a.pdf', status: 'SUCCEEDED' }),
  ];
  expect(toDocumentsCsv(only('status', 'document'), rows)).toBe(
    'Status,Document\r\nFAILED,b.pdf\r\nSUCCEEDED,a.pdf\r\n',
  );
});

test('a file name that a spreadsheet would run stays text', () => {
  const csv = toDocumentsCsv(only('document'), [aDocumentRow({ fileName: '=HYPERLINK("http://x")' })]);
  expect(csv).toContain(`"'=HYPERLINK`);
});

test('a time is written in full, not as an age', () => {
  expect(toDocumentsCsv(only('age'), [aDocumentRow()])).toBe(
    'In this status since\r\n2026-11-18T14:06:52.000Z\r\n',
  );
});

test('an item without any of the attributes makes a row', () => {
  const bare = aDocumentRow({
    status: null,
    fileName: null,
    error: null,
    stage: null,
    statusSince: null,
    run: null,
  });
  const [, row] = toDocumentsCsv(columns, [bare]).split('\r\n');
  expect(row).toBe(',doc-1,,,,,,,doc-1');
});

test('the file name contains the batch, and nothing that could form a path', () => {
  expect(formatFileName('batch-1', 'FAILED')).toBe('batch-1 documents FAILED.csv');
  expect(formatFileName('../x', 'All')).toBe('.._x documents All.csv');
});
