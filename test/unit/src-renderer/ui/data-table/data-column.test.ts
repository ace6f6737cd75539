import { describe, expect, it } from 'vitest';
import { columnText, columnTracks, type DataColumn } from '#renderer/ui/data-table/data-column.ts';

interface Line {
  readonly name: string;
  readonly pages: number | null;
}

const name: DataColumn<Line> = { id: 'name', title: 'Name', min: 120, value: (row) => row.name };
const pages: DataColumn<Line> = { id: 'pages', title: 'Pages', width: 64, value: (row) => row.pages };

describe('columns', () => {
  it('shows nothing, and not "null", where there is no value', () => {
    expect(columnText(pages, { name: 'a', pages: null })).toBe('');
    expect(columnText({ ...pages, text: () => '–' }, { name: 'a', pages: null })).toBe('–');
  });

  it('divides the remaining width among columns without one', () => {
    expect(columnTracks([name, pages], new Map())).toEqual({
      template: 'minmax(120px, 1fr) 64px',
      minimum: 184,
    });
  });

  it('stretches the last column when every width is fixed, so that highlights reach the edge', () => {
    const { template, minimum } = columnTracks([name, pages], new Map([['name', 200]]));
    expect(template).toBe('200px minmax(64px, 1fr)');
    expect(minimum).toBe(264);
  });
});
