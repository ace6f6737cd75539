/** "total", or "lineItems.2.amount": what can be focused, corrected and decided of a document. */
export type Place = string;

export interface CellPlace {
  readonly line: number;
  readonly column: string;
}

/** Of a cell of the table of lines; undefined for a field. */
export function cellOf(place: Place): CellPlace | undefined {
  const [name, line, column] = place.split('.');
  return name === 'lineItems' && line !== undefined && column !== undefined
    ? { line: Number(line), column }
    : undefined;
}

export function cellPlace(line: number, column: string): Place {
  return `lineItems.${line}.${column}`;
}
