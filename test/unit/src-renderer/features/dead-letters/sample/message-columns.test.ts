import { describe, expect, test } from 'vitest';
import {
  chooseColumns,
  buildMessageColumns,
} from '#renderer/features/dead-letters/sample/message-columns.tsx';
import { columnText } from '#renderer/ui/data-table/data-column.ts';
import { aMessageRow } from '../a-message-row.ts';

const now = Date.parse('2026-11-17T14:20:00Z');
const columns = buildMessageColumns(now);
const noSubject = { tenantId: null, batchId: null, documentId: null, fileName: null };

function formatColumn(id: string, row = aMessageRow()): string {
  const column = columns.find((one) => one.id === id);
  if (column === undefined) throw new Error(`There is no column ${id}.`);
  return columnText(column, row);
}

describe('a message in the list', () => {
  test('shows its age and its expiry', () => {
    expect(formatColumn('age')).toBe('11 d 6 h');
    expect(formatColumn('expires')).toBe('2 d 17 h');
  });

  test('leaves both out if they are unknown', () => {
    const unknown = aMessageRow({ sentAt: null, expiresAt: null });
    expect(formatColumn('age', unknown)).toBe('unknown');
    expect(formatColumn('expires', unknown)).toBe('unknown');
  });

  test('shows the most specific name of its subject', () => {
    const named = aMessageRow().subject;
    expect(formatColumn('subject')).toBe('inv-2026-11-0019.pdf');
    expect(formatColumn('subject', aMessageRow({ subject: { ...named, fileName: null } }))).toBe('doc-19');
    expect(formatColumn('subject', aMessageRow({ subject: { ...noSubject, batchId: '01JBX2M9TQ4E' } }))).toBe(
      '01JBX2M9TQ4E',
    );
    expect(formatColumn('subject', aMessageRow({ subject: noSubject }))).toBe('no document');
  });
});

test('columns appear as there is room, and all of them exist', () => {
  const known = new Set(columns.map(({ id }) => id));
  for (const width of [0, 434, 520, 900]) {
    expect(chooseColumns(width).filter((id) => !known.has(id))).toEqual([]);
  }
  expect(chooseColumns(434)).not.toContain('age');
  expect(chooseColumns(900)).toContain('age');
});
