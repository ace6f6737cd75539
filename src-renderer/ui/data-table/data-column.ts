import type { ReactNode } from 'react';

export type CellValue = string | number | null | undefined;

/** One column as data. Build the array once, outside render or memoised: rows are compared against it. */
export interface DataColumn<Row> {
  readonly id: string;
  readonly title: string;
  /** What sorting compares; an absent value sorts last in both directions. */
  readonly value: (row: Row) => CellValue;
  /** What is shown, filtered and exported, when the value itself is not it. */
  readonly text?: (row: Row) => string;
  /** What is drawn, when the text alone is not it. */
  readonly cell?: (row: Row) => ReactNode;
  readonly align?: 'start' | 'end';
  readonly mono?: boolean;
  /** The column people look for first, in the strongest text colour. */
  readonly strong?: boolean;
  /** Pixels. A column without a width shares what is left, down to `min`. */
  readonly width?: number;
  readonly min?: number;
  /** How much of what is left, as against 1 of the others. */
  readonly share?: number;
  readonly sortable?: boolean;
  /** False for the column without which a row cannot be told from another. */
  readonly hideable?: boolean;
}

export interface TableSort {
  readonly column: string;
  readonly direction: 'asc' | 'desc';
}

export const narrowestColumn = 64;
const narrowestSharing = 112;

export function columnText<Row>(column: DataColumn<Row>, row: Row): string {
  if (column.text !== undefined) return column.text(row);
  const value = column.value(row);
  return value === null || value === undefined ? '' : String(value);
}

export function columnMinimum<Row>(column: DataColumn<Row>): number {
  return column.min ?? column.width ?? narrowestSharing;
}

/** The grid template shared by the head and every row, and the width under which the table scrolls sideways. */
export function columnTracks<Row>(
  columns: readonly DataColumn<Row>[],
  widths: ReadonlyMap<string, number>,
): { readonly template: string; readonly minimum: number } {
  let minimum = 0;
  const tracks = columns.map((column) => {
    const fixed = widths.get(column.id) ?? column.width;
    minimum += fixed ?? columnMinimum(column);
    return fixed === undefined ? `minmax(${columnMinimum(column)}px, ${column.share ?? 1}fr)` : `${fixed}px`;
  });
  // Fixed columns only: the last one takes the rest, so hairlines and highlights reach the edge.
  const allFixed = columns.every((column) => (widths.get(column.id) ?? column.width) !== undefined);
  const last = tracks.length - 1;
  if (allFixed && last >= 0) tracks[last] = `minmax(${tracks[last]}, 1fr)`;
  return { template: tracks.join(' '), minimum };
}
