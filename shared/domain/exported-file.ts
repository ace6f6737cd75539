import { csvText } from './csv.ts';

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
