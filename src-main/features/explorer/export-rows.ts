import { findDeclared } from '#shared/catalogue/declaration.ts';
import { plainText, type Attributes, type AttributeValue } from '#shared/catalogue/items/attribute-value.ts';
import { ok, refused } from '#shared/contract/result.ts';
import { csvFile, fileStamp, jsonFile, mediaTypes } from '#shared/domain/exported-file.ts';
import type { Handlers } from '../../gate/gate.ts';
import type { HeldReading, ReadingsShelf } from './readings-shelf.ts';

interface Parts {
  readonly shelf: ReadingsShelf;
  readonly heldFor: () => string;
  readonly now: () => number;
}

/**
 * Exports only rows that were read and are shown: they are named by handle and taken masked, as they left the main
 * process.
 */
export function exportRows({ shelf, heldFor, now }: Parts): Handlers['explorer.export'] {
  return ({ reading: id, format, columns, rows: handles }) => {
    const reading = shelf.reading(heldFor(), id);
    if (reading === undefined) {
      return refused({
        code: 'not-found',
        message: 'These rows are no longer loaded. Ask the question again, then export. No file was written.',
        what: 'reading',
      });
    }
    const rows = handles.flatMap((handle) => reading.rows.get(handle) ?? []);
    const missing = handles.length - rows.length;
    if (missing > 0) {
      return refused({
        code: 'not-found',
        message: `${missing} of ${handles.length} rows ${missing === 1 ? 'is' : 'are'} no longer loaded. Ask the question again, then export. No file was written, because it would be incomplete.`,
        what: 'rows',
      });
    }
    const items = rows.map(({ masked }) => masked);
    return ok({
      fileName: nameFile(reading, now(), format),
      mediaType: mediaTypes[format],
      text: format === 'csv' ? formatCsv(items, columns) : formatJson(items, columns),
    });
  };
}

function nameFile({ system, pattern }: HeldReading, at: number, format: string): string {
  const stamp = fileStamp(at);
  // A loaded system chooses its own names, and a file's name must not lead out of its folder.
  const name = `${system}-${pattern}`.replaceAll(/[^A-Za-z0-9_-]+/g, '-').slice(0, 120);
  return `${name}-${stamp}.${format}`;
}

/** Formats a table for a spreadsheet. A cell with many values is JSON. */
export function formatCsv(items: readonly Attributes[], columns: readonly string[]): string {
  const rows = items.map((item) =>
    columns.map((column) => {
      const value = findDeclared(item, column);
      return value === undefined ? '' : formatCell(value);
    }),
  );
  return csvFile(columns, rows);
}

/**
 * Formats an array of plain objects, one a line. A number keeps its digits, so a reader that needs all 38 has to parse
 * exactly; a set is a list, binary is Base64 and a mask is text. An attribute that an item does not have is left out.
 */
export function formatJson(items: readonly Attributes[], columns: readonly string[]): string {
  const rows = items.map((item) => {
    const pairs = columns.flatMap((column) => {
      const value = findDeclared(item, column);
      return value === undefined ? [] : [`${JSON.stringify(column)}:${exactJson(value)}`];
    });
    return `{${pairs.join(',')}}`;
  });
  return jsonFile(rows);
}

function formatCell(value: AttributeValue): string {
  if ('B' in value) return value.B;
  const isOne = 'S' in value || 'N' in value || 'BOOL' in value || 'NULL' in value || 'MASKED' in value;
  return isOne ? plainText(value) : exactJson(value);
}

/** This is written by hand, because JSON.stringify can only write the numbers that JavaScript has. */
function exactJson(value: AttributeValue): string {
  if ('N' in value) return exactNumber(value.N);
  if ('NS' in value) return `[${value.NS.map(exactNumber).join(',')}]`;
  if ('L' in value) return `[${value.L.map(exactJson).join(',')}]`;
  if ('M' in value) {
    const pairs = Object.entries(value.M).map(([name, one]) => `${JSON.stringify(name)}:${exactJson(one)}`);
    return `{${pairs.join(',')}}`;
  }
  if ('SS' in value) return JSON.stringify(value.SS);
  if ('BS' in value) return JSON.stringify(value.BS);
  if ('BOOL' in value) return String(value.BOOL);
  if ('NULL' in value) return 'null';
  if ('B' in value) return JSON.stringify(value.B);
  return JSON.stringify(plainText(value));
}

const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

function exactNumber(digits: string): string {
  return jsonNumber.test(digits) ? digits : JSON.stringify(digits);
}
