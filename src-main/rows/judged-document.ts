import { z } from 'zod';
import { findDeclared } from '#shared/catalogue/declaration.ts';
import { keyText, type Attributes, type AttributeValue } from '#shared/catalogue/items/attribute-value.ts';
import type { Judged } from '#shared/contract/workflows.ts';
import { lineColumns, linesPlace } from '#shared/contract/review-document.ts';
import { cellType, normalisedValue } from '#shared/domain/review/normalised-value.ts';
import { toCellPlace } from '#shared/domain/review/draft-rules.ts';
import type { StoredItem } from '../aws/dynamodb/reading.ts';

/** Returns a person's judgement of a whole document; null while there is none or it can still be undone. */
export function judgedDocument(
  { attributes }: Pick<StoredItem, 'attributes'>,
  types: SchemaTypes | null,
  now: number,
): Judged | null {
  const finding = readFinding(attributes, now);
  if (finding === null) return null;
  if (finding.by === 'rejection') return 'unusable';
  const isChanged =
    finding.by === 'check'
      ? isAnyFound(attributes, finding.found, types)
      : isAnyField(attributes, finding.fields, types) ||
        isAnyLine(attributes, finding.lines) ||
        isOtherTable(attributes, finding.table);
  return isChanged ? 'corrected' : 'right';
}

/** Where the values lie in a separate file, every finding counts as a different value. */
function isAnyFound(attributes: Attributes, found: Attributes, types: SchemaTypes | null): boolean {
  const fields = mapIn(attributes, 'fields');
  return Object.keys(found).some((place) => {
    if (place === linesPlace) return !isSameTable(linesIn(attributes), parseLines(keyText(found, place)));
    const cell = toCellPlace(place);
    const read = cell ? cellText(lineAt(attributes, cell.line), cell.column) : fieldText(fields, place);
    const type = cell ? cellType(cell.column) : findType(types, place);
    return !saysTheSame(type, read, keyText(found, place) ?? '');
  });
}

function isAnyField(attributes: Attributes, before: Attributes, types: SchemaTypes | null): boolean {
  const fields = mapIn(attributes, 'fields');
  return Object.keys(before).some(
    (name) => !saysTheSame(findType(types, name), fieldText(before, name), fieldText(fields, name)),
  );
}

function isAnyLine(attributes: Attributes, before: Attributes): boolean {
  return Object.keys(before).some((index) => {
    const [read, decided] = [mapIn(before, index), lineAt(attributes, Number(index))];
    return lineColumns.some(
      (column) => !saysTheSame(cellType(column), cellText(read, column), cellText(decided, column)),
    );
  });
}

/** Lines that were moved to a file of their own were changed as a whole. */
function isOtherTable(attributes: Attributes, before: Table | null): boolean {
  if (before === null) return false;
  return before === 'elsewhere' || !isSameTable(before, linesIn(attributes));
}

/** Lines with the text of each column. A list of columns that cannot be read differs from every other. */
type Lines = readonly (readonly string[])[];
type Table = Lines | 'elsewhere';

function isSameTable(one: Lines, other: Lines | null): boolean {
  return (
    one.length === other?.length &&
    one.every((line, at) =>
      lineColumns.every((column, index) =>
        saysTheSame(cellType(column), line[index] ?? '', other[at]?.[index] ?? ''),
      ),
    )
  );
}

function linesIn(attributes: Attributes): Lines {
  const lines = findDeclared(attributes, 'lineItems');
  return (lines !== undefined && 'L' in lines ? lines.L : []).map((line) =>
    lineColumns.map((column) => cellText(toMap(line), column)),
  );
}

/** A check writes the lines that it expected as JSON, with the number of each before. */
function parseLines(text: string | undefined): Lines | null {
  try {
    const { success, data } = checkedLines.safeParse(JSON.parse(text ?? ''));
    return success ? data : null;
  } catch {
    return null;
  }
}

const cell = z.string();
const checkedLines = z
  .array(z.tuple([cell, cell, cell, cell, z.unknown()]))
  .transform((lines) =>
    lines.map(([description, quantity, unit, amount]) => [description, quantity, unit, amount]),
  );

function findType(types: SchemaTypes | null, field: string): string | null {
  return findDeclared(types ?? {}, field) ?? null;
}

function fieldText(fields: Attributes, name: string): string {
  return keyText(mapIn(fields, name), 'value') ?? '';
}

function lineAt(attributes: Attributes, line: number): Attributes {
  const lines = findDeclared(attributes, 'lineItems');
  return toMap(lines !== undefined && 'L' in lines ? lines.L[line] : undefined);
}

function cellText(line: Attributes, column: string): string {
  return keyText(line, column) ?? '';
}

/** This is the result that a person's look at a document left in its item. */
type Finding =
  /** A quality check lists what should have been read instead, by place. It changes no value. */
  | { readonly by: 'check'; readonly found: Attributes }
  /** This is an approval: its changes stand in the document, and these are the values as they were read. */
  | {
      readonly by: 'review';
      readonly fields: Attributes;
      readonly lines: Attributes;
      /** All lines as they were read, where the review has arranged them differently. */
      readonly table: Table | null;
    }
  | { readonly by: 'rejection' };

/** Returns null while there is no finding or it can still be undone. */
export function readFinding(attributes: Attributes, now: number): Finding | null {
  const status = keyText(attributes, 'status');
  if (status === 'SUCCEEDED' && keyText(attributes, 'checkedBy') !== undefined) {
    return { by: 'check', found: mapIn(attributes, 'found') };
  }
  if (keyText(attributes, 'reviewedBy') === undefined) return null;
  const isHeld = Date.parse(keyText(attributes, 'holdUntil') ?? '') > now;
  if (isHeld) return null;
  const decision = keyText(attributes, 'decision');
  if (status === 'REJECTED' && decision === 'reject') return { by: 'rejection' };
  if (status !== 'SUCCEEDED' || decision !== 'approve') return null;
  const undo = mapIn(attributes, 'undo');
  const isElsewhere = findDeclared(undo, 'resultsAt') !== undefined;
  const table = findDeclared(undo, 'lineItems') === undefined ? null : linesIn(undo);
  return {
    by: 'review',
    fields: mapIn(undo, 'fields'),
    lines: mapIn(undo, 'lines'),
    table: isElsewhere ? 'elsewhere' : table,
  };
}

/**
 * Says whether a person's value equals the value read, however it is written. An empty value equals only an empty
 * one.
 */
export function saysTheSame(type: string | null, read: string, instead: string): boolean {
  if (read === '' || instead === '') return read === instead;
  return normalisedValue(type, instead) === normalisedValue(type, read);
}

export function mapIn(attributes: Attributes, name: string): Attributes {
  return toMap(findDeclared(attributes, name));
}

function toMap(value: AttributeValue | undefined): Attributes {
  return value !== undefined && 'M' in value ? value.M : {};
}

export type SchemaTypes = Readonly<Record<string, string>>;

/** Returns the types from a workflow's schema; null when there is no such workflow or no schema. */
export function typesIn(workflow: Pick<StoredItem, 'attributes'> | undefined): SchemaTypes | null {
  const schema = findDeclared(workflow?.attributes, 'schema');
  if (schema === undefined || !('M' in schema)) return null;
  return Object.fromEntries(
    Object.keys(schema.M).flatMap((name) => {
      const type = keyText(schema.M, name);
      return type === undefined ? [] : [[name, type]];
    }),
  );
}
