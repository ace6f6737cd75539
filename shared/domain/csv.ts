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
