import { describe, expect, it } from 'vitest';
import {
  chooseFileColumns,
  describeEvent,
  buildFileColumns,
  toFilesCsv,
} from '#renderer/features/downloads/files/file-columns.tsx';
import { toFileRow } from '#renderer/features/downloads/files/file-facts.ts';
import { columnText } from '#renderer/ui/data-table/data-column.ts';
import { messages } from '#renderer/features/downloads/messages.ts';
import { aFile, noon } from '../a-download.ts';

const columns = buildFileColumns(noon);
const shown = columns.filter(({ id }) => ['file', 'state', 'since', 'address', 'kept'].includes(id));

describe('the columns of files', () => {
  it('appear as there is room, those that distinguish files first', () => {
    expect(chooseFileColumns('batch', 300)).toEqual(['file', 'state']);
    // This is the width beside the batches of a day and an open file in a window of 1280.
    expect(chooseFileColumns('batch', 386)).toEqual(['file', 'state']);
    expect(chooseFileColumns('batch', 440)).toEqual(['file', 'state', 'since']);
    expect(chooseFileColumns('batch', 900)).toEqual(['file', 'state', 'since', 'address', 'error', 'kept']);
    expect(chooseFileColumns('open', 300)).toContain('why');
    // This is the width beside an open file in a window of 1280: no column is cut off at the edge.
    expect(chooseFileColumns('standing', 720)).toEqual(['file', 'state', 'since', 'address']);
    expect(chooseFileColumns('open', 720)).toEqual(['file', 'state', 'why', 'since']);
    expect(chooseFileColumns('standing', 900)).toEqual([
      'file',
      'state',
      'since',
      'address',
      'batch',
      'kept',
    ]);
  });

  it('say that a missing value is missing', () => {
    const gone = { fileId: 'gone', file: null, because: 'not there' } as const;
    const text = (id: string) => {
      const column = columns.find((one) => one.id === id);
      return column === undefined ? '' : columnText(column, gone);
    };
    expect([text('state'), text('since'), text('why')]).toEqual([
      'no item',
      'unknown',
      messages.columns.reasons['not there'],
    ]);
  });

  it('say how long a file had been in its state when it was read', () => {
    const texts = buildFileColumns(noon + 3_600_000, noon).flatMap((column) =>
      ['since', 'address'].includes(column.id) ? columnText(column, toFileRow(aFile())) : [],
    );
    expect(texts).toEqual(['1 h', 'expired 48 min ago']);
  });

  it('are exported as shown, with full times and without formulas', () => {
    const { fileName, text } = toFilesCsv('batch-1 files all', shown, [
      toFileRow(aFile()),
      toFileRow(aFile({ fileId: '=cmd()', statusSince: null })),
    ]);
    expect(fileName).toBe('batch-1 files all.csv');
    expect(text).toContain('File,State,In this state since,Presigned URL until,Kept until');
    expect(text).toContain(
      'positions-2026-11-20,downloading,2026-11-20T11:00:00.000Z,2026-11-20T12:12:00.000Z,2026-12-20T06:00:00.000Z',
    );
    expect(text).toContain("'=cmd()");
  });

  it('say who acted last and how', () => {
    expect(describeEvent(aFile())).toBeNull();
    expect(
      describeEvent(aFile({ lastEvent: { what: 'requeued', by: 'support', at: null, reason: null } })),
    ).toBe('requeued by support');
  });
});
