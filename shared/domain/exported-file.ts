export const mediaTypes = { csv: 'text/csv;charset=utf-8', json: 'application/json' } as const;

/** Formats a time for a file's name: "20261120T150000Z". */
export function fileStamp(at: number): string {
  return new Date(at).toISOString().replaceAll(/[-:]|\.\d+/g, '');
}

/**
 * Writes a table for a spreadsheet. It begins with the UTF-8 mark, because without it Excel reads the file in the
 * machine's code page and "Müller" becomes "MÃ¼ller".
 */
export function csvFile(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  return `\uFEFF${csvText([columns, ...rows])}`;
}

/** Writes an array of objects that are already serialised, one on each line. */
export function jsonFile(objects: readonly string[]): string {
  return objects.length === 0 ? '[]\n' : `[\n${objects.map((one) => `  ${one}`).join(',\n')}\n]\n`;
}

/**
 * Follows RFC 4180, with one addition: a cell that a spreadsheet would run as a formula gets a leading apostrophe,
 * which shows the text and runs nothing (https://owasp.org/www-community/attacks/CSV_Injection).
 */
export function csvText(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${formatLine(row)}\r\n`).join('');
}

/** A single empty cell is quoted, because readers ignore an empty line. */
function formatLine(row: readonly string[]): string {
  return row.length === 1 && row[0] === '' ? '""' : row.map(formatCell).join(',');
}

// Spreadsheets skip leading spaces and control characters, and some accept the full-width signs too.
const formula = /^[\s\p{Cc}]*[=+\-@＝＋－＠]|^[\t\r\n]/u;
// OWASP would mark every minus. A plain number cannot call anything, and as text it could not be summed.
const plainNumber = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const needsQuotes = /[",;\t\r\n]|^\s|\s$/;
// In some locales a spreadsheet splits at semicolons or tabs. Quotes inside a line then have no effect, so the rest
// becomes a cell or, after a line break, a row of its own.
const cutOff = /(?<=[;\t\r\n])[^;\t\r\n]+/g;

function formatCell(text: string): string {
  const cell = marked(text).replace(cutOff, marked);
  return needsQuotes.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

function marked(text: string): string {
  return formula.test(text) && !plainNumber.test(text) ? `'${text}` : text;
}
