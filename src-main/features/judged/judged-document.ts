import { keyText } from '#shared/catalogue/items/values-of-item.ts';
import { findDeclared } from '#shared/catalogue/find-declared.ts';
import type { Attributes } from '#shared/catalogue/items/attribute-value.ts';
import type { Judged } from '#shared/contract/workflows/workflows.ts';
import { cellOf } from '#shared/domain/review/places.ts';
import type { StoredItem } from '../../aws/reading.ts';
import { findingOf, mapIn, mapOf, saysTheSame } from './finding.ts';
import type { SchemaTypes } from './schema-types.ts';

/** What a person has found of a document as a whole; null where none has looked, or may still take it back. */
export function judgedDocument(
  { attributes }: Pick<StoredItem, 'attributes'>,
  types: SchemaTypes | null,
  now: number,
): Judged | null {
  const finding = findingOf(attributes, now);
  if (finding === null) return null;
  if (finding.by === 'rejection') return 'unusable';
  const isChanged =
    finding.by === 'check'
      ? isAnyFound(attributes, finding.found, types)
      : isAnyField(attributes, finding.fields, types) || isAnyLine(attributes, finding.lines);
  return isChanged ? 'corrected' : 'right';
}

/** Where the values lie in a file of their own, whatever somebody has found counts as another value. */
function isAnyFound(attributes: Attributes, found: Attributes, types: SchemaTypes | null): boolean {
  const fields = mapIn(attributes, 'fields');
  return Object.keys(found).some((place) => {
    const cell = cellOf(place);
    const read = cell ? cellText(lineAt(attributes, cell.line), cell.column) : fieldText(fields, place);
    const type = cell ? typeOfColumn(cell.column) : typeOf(types, place);
    return !saysTheSame(type, read, keyText(found, place) ?? '');
  });
}

function isAnyField(attributes: Attributes, before: Attributes, types: SchemaTypes | null): boolean {
  const fields = mapIn(attributes, 'fields');
  return Object.keys(before).some(
    (name) => !saysTheSame(typeOf(types, name), fieldText(before, name), fieldText(fields, name)),
  );
}

function isAnyLine(attributes: Attributes, before: Attributes): boolean {
  return Object.keys(before).some((index) => {
    const [read, decided] = [mapIn(before, index), lineAt(attributes, Number(index))];
    return columns.some(
      (column) => !saysTheSame(typeOfColumn(column), cellText(read, column), cellText(decided, column)),
    );
  });
}

const columns = ['description', 'quantity', 'unit', 'amount'] as const;

function typeOf(types: SchemaTypes | null, field: string): string | null {
  return findDeclared(types ?? {}, field) ?? null;
}

/** As the pipeline has it where it sets two opinions against each other. */
function typeOfColumn(column: string): string {
  if (column === 'description') return 'text';
  return column === 'quantity' ? 'number' : 'money';
}

function fieldText(fields: Attributes, name: string): string {
  return keyText(mapIn(fields, name), 'value') ?? '';
}

function lineAt(attributes: Attributes, line: number): Attributes {
  const lines = findDeclared(attributes, 'lineItems');
  return mapOf(lines !== undefined && 'L' in lines ? lines.L[line] : undefined);
}

function cellText(line: Attributes, column: string): string {
  return keyText(line, column) ?? '';
}
