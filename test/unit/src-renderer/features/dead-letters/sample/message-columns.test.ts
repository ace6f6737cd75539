import { describe, expect, test } from 'vitest';
import { columnsFor, messageColumns } from '#renderer/features/dead-letters/sample/message-columns.tsx';
import { columnText } from '#renderer/ui/data-table/data-column.ts';
import { aMessageRow } from '../a-message-row.ts';

const now = Date.parse('2026-11-17T14:20:00Z');
const columns = messageColumns(now);
const nobody = { tenantId: null, batchId: null, documentId: null, fileName: null };

function told(id: string, row = aMessageRow()): string {
  const column = columns.find((one) => one.id === id);
  if (column === undefined) throw new Error(`There is no column ${id}.`);
  return columnText(column, row);
}

describe('a message in the list', () => {
  test('tells its age and when it goes', () => {
    expect(told('age')).toBe('11 d 6 h');
    expect(told('expires')).toBe('2 d 17 h');
  });

  test('invents neither', () => {
    const unknown = aMessageRow({ sentAt: null, expiresAt: null });
    expect(told('age', unknown)).toBe('unknown');
    expect(told('expires', unknown)).toBe('unknown');
  });

  test('is called by the most telling name that it gives', () => {
    const named = aMessageRow().subject;
    expect(told('subject')).toBe('inv-2026-11-0019.pdf');
    expect(told('subject', aMessageRow({ subject: { ...named, fileName: null } }))).toBe('doc-19');
    expect(told('subject', aMessageRow({ subject: { ...nobody, batchId: '01JBX2M9TQ4E' } }))).toBe(
      '01JBX2M9TQ4E',
    );
    expect(told('subject', aMessageRow({ subject: nobody }))).toBe('names nothing');
  });
});

test('columns come in as there is room, and all of them exist', () => {
  const known = new Set(columns.map(({ id }) => id));
  for (const width of [0, 434, 520, 900]) {
    expect(columnsFor(width).filter((id) => !known.has(id))).toEqual([]);
  }
  expect(columnsFor(434)).not.toContain('age');
  expect(columnsFor(900)).toContain('age');
});
