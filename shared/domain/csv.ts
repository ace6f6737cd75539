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
// A semicolon or a tab is a separator where a spreadsheet's locale says so, and what follows a cell of its own.
const needsQuotes = /[",;\t\r\n]|^\s|\s$/;

function cellOf(text: string): string {
  const cell = formula.test(text) && !plainNumber.test(text) ? `'${text}` : text;
  return needsQuotes.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
