export const mediaTypes = { csv: 'text/csv;charset=utf-8', json: 'application/json' } as const;

/** For a file's name: "20261120T150000Z". */
export function fileStamp(at: number): string {
  return new Date(at).toISOString().replaceAll(/[-:]|\.\d+/g, '');
}

/**
 * A table for a spreadsheet. The mark in front says UTF-8: without it Excel reads the file in the code page of the
 * machine and "Müller" comes out as "MÃ¼ller".
 */
export function csvFile(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  return `\uFEFF${csvText([columns, ...rows])}`;
}

/** An array with one object, already written, a line. */
export function jsonFile(objects: readonly string[]): string {
  return objects.length === 0 ? '[]\n' : `[\n${objects.map((one) => `  ${one}`).join(',\n')}\n]\n`;
}

/**
 * RFC 4180, with one addition: a cell that a spreadsheet would run as a formula gets a leading
 * apostrophe, which shows the text and runs nothing (https://owasp.org/www-community/attacks/CSV_Injection).
 */
export function csvText(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${lineOf(row)}\r\n`).join('');
}

/** A lone empty cell is quoted, because readers take an empty line for no row. */
function lineOf(row: readonly string[]): string {
  return row.length === 1 && row[0] === '' ? '""' : row.map(cellOf).join(',');
}

// Spreadsheets skip blanks and control characters in front, and some take the full-width signs too.
const formula = /^[\s\p{Cc}]*[=+\-@＝＋－＠]|^[\t\r\n]/u;
// OWASP would mark every minus. A number cannot call anything, and as text it could not be summed.
const plainNumber = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const needsQuotes = /[",;\t\r\n]|^\s|\s$/;
// A semicolon or a tab is a separator where a spreadsheet's locale says so. Quotes inside a line then hold
// nothing together, and what follows is a cell, or after a line's end a row, of its own.
const cutOff = /(?<=[;\t\r\n])[^;\t\r\n]+/g;

function cellOf(text: string): string {
  const cell = marked(text).replace(cutOff, marked);
  return needsQuotes.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

function marked(text: string): string {
  return formula.test(text) && !plainNumber.test(text) ? `'${text}` : text;
}
