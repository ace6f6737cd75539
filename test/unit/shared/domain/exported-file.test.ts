import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { csvFile, csvText, fileStamp, jsonFile } from '#shared/domain/exported-file.ts';

/** Parses RFC 4180 independently of the code under test. */
function parse(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < text.length) {
    let cell = '';
    if (text[at] === '"') {
      for (at += 1; text[at] !== '"' || text[at + 1] === '"'; at += 1) {
        if (text[at] === '"') at += 1;
        cell += text[at];
      }
      at += 1;
    } else {
      for (; at < text.length && text[at] !== ',' && !text.startsWith('\r\n', at); at += 1) cell += text[at];
    }
    row.push(cell);
    if (text[at] === ',') {
      at += 1;
      // A comma at the end of the text opens one more cell, which the next round would not see.
      if (at === text.length) row.push('');
    } else {
      expect(text.slice(at, at + 2)).toBe('\r\n');
      at += 2;
      rows.push(row);
      row = [];
    }
  }
  return rows;
}

const cell = fc.string({
  unit: fc.constantFrom(...Array.from('ab01=+-@\t\r\n"\',; .E＝é😀\u0000')),
  maxLength: 8,
});

const withoutMarks = (text: string): string => text.replaceAll("'", '');

describe('csvText', () => {
  test('ends each row with CRLF and quotes what would end a cell', () => {
    expect(
      csvText([
        ['name', 'note'],
        ['a,b', 'says "no"'],
        ['two\nlines', ''],
      ]),
    ).toBe('name,note\r\n"a,b","says ""no"""\r\n"two\nlines",\r\n');
  });

  test('can be read back, apart from the apostrophes', () => {
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { maxLength: 4 }), (rows) => {
        const read = parse(csvText(rows));
        expect(read.map((row) => row.length)).toEqual(rows.map((row) => row.length));
        for (const [index, row] of rows.entries()) {
          for (const [column, text] of row.entries()) {
            expect(withoutMarks(read[index]?.[column] ?? '')).toBe(withoutMarks(text));
          }
        }
      }),
    );
  });

  test('marks each part that a separator could cut off, and leaves numbers unmarked', () => {
    expect(csvText([['a;-1;-A1;- \n- b']])).toBe("\"a;-1;'-A1;'- \n'- b\"\r\n");
  });

  test.each([';', '\t'])(
    'lets no cell start like a formula when %j separates and quotes are ignored',
    (by) => {
      fc.assert(
        fc.property(fc.array(cell, { minLength: 1, maxLength: 3 }), (texts) => {
          const cells = csvText([texts]).split(new RegExp(`[${by}\r\n]`));
          // The first cell is whole or begins with a quote. The others may be parts that a separator has cut
          // out of a cell.
          for (const cut of cells.slice(1)) {
            const begins = cut.replace(/^[\s\p{Cc}]+/u, '');
            if (!/^-\d/.test(begins)) expect(begins).not.toMatch(/^[=+\-@＝]/);
          }
        }),
      );
    },
  );

  test('lets no cell start like a formula, unless it is a number', () => {
    fc.assert(
      fc.property(cell, (text) => {
        const [[read = ''] = []] = parse(csvText([[text]]));
        const begins = read.replace(/^[\s\p{Cc}]+/u, '');
        if (!/^-\d+(\.\d+)?(E[+-]?\d+)?$/.test(begins)) expect(begins).not.toMatch(/^[=+\-@＝]/);
      }),
    );
  });

  test.each([
    '=HYPERLINK("https://evil.example")',
    '+1+1',
    '-1+1',
    '-A1',
    '@SUM(1)',
    '\t=1',
    '\r=1',
    '  =1',
    '\u00A0=1',
    '\uFEFF=1',
    '\u0000=1',
    '＝1+1',
    '+15',
    '-',
    '-1E',
    '--1',
    '-1|cmd',
    '\tplain',
  ])('marks %j', (text) => {
    const [[read = ''] = []] = parse(csvText([[text]]));
    expect(read.startsWith("'")).toBe(true);
    expect(withoutMarks(read)).toBe(text);
  });

  test.each([
    '-12.5',
    '-0',
    '1500000',
    '1E+125',
    '-1.2E-130',
    '99999999999999999999999999999999999999',
    "'=1",
    'a=b',
    '',
  ])('leaves %j as it is', (text) => {
    expect(parse(csvText([[text]]))).toEqual([[text]]);
  });

  test('quotes other locales’ separators, so that no formula starts after one', () => {
    expect(csvText([['a;=1+1', 'b\t=1']])).toBe('"a;\'=1+1","b\t\'=1"\r\n');
  });

  test('writes nothing for no rows', () => {
    expect(csvText([])).toBe('');
  });
});

describe('an exported file', () => {
  it('is a table with a UTF-8 mark, in which no cell is a formula', () => {
    expect(csvFile(['name'], [['=1+1']])).toBe("\uFEFFname\r\n'=1+1\r\n");
  });

  it('is an array with one object a line, also if it is empty', () => {
    expect(jsonFile(['{"a":1}', '{"a":2}'])).toBe('[\n  {"a":1},\n  {"a":2}\n]\n');
    expect(jsonFile([])).toBe('[]\n');
  });

  it('has the time in its name, without characters that a file system may refuse', () => {
    expect(fileStamp(Date.UTC(2026, 10, 20, 15, 0, 7, 12))).toBe('20261120T150007Z');
  });
});
