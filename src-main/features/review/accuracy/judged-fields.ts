import { keyText } from '#shared/catalogue/items/values-of-item.ts';
import { findDeclared } from '#shared/catalogue/find-declared.ts';
import type { AttributeValue, Attributes } from '#shared/catalogue/items/attribute-value.ts';
import { normalisedValue } from '#shared/domain/review/normalised-value.ts';
import type { Judgement } from '#shared/domain/review/observed-accuracy.ts';
import type { StoredItem } from '../../../aws/reading.ts';
import type { SchemaTypes } from '../queue/queue-filters.ts';

/**
 * What a person has found of the readings in a document; null where none has looked, or may still take it back.
 * Cells of the table of lines are left out: they are not told apart by name.
 */
export function judgedFields(
  { attributes }: Pick<StoredItem, 'attributes'>,
  types: SchemaTypes | null,
  now: number,
): readonly Judgement[] | null {
  if (keyText(attributes, 'status') !== 'SUCCEEDED') return null;
  if (keyText(attributes, 'checkedBy') !== undefined) return checkedFields(attributes, types);
  const isApproved = keyText(attributes, 'decision') === 'approve';
  if (!isApproved || keyText(attributes, 'reviewedBy') === undefined) return null;
  const isHeld = Date.parse(keyText(attributes, 'holdUntil') ?? '') > now;
  return isHeld ? null : reviewedFields(attributes, types);
}

/**
 * Of a review the flagged fields: somebody has looked at each. Nobody has to look at the others. To count them as right
 * would flatter the scores, since an error that was overlooked would be right, too; and to count those of them that were
 * corrected by chance, and not the rest, would make the scores worse than they are.
 */
function reviewedFields(attributes: Attributes, types: SchemaTypes | null): Judgement[] {
  const fields = mapOf(findDeclared(attributes, 'fields'));
  const before = mapOf(findDeclared(mapOf(findDeclared(attributes, 'undo')), 'fields'));
  return Object.keys(fields).flatMap((name) => {
    const decided = mapOf(findDeclared(fields, name));
    // What the review has changed stands as it was in what would undo it.
    const isChanged = findDeclared(before, name) !== undefined;
    const read = isChanged ? mapOf(findDeclared(before, name)) : decided;
    if (!isFlagged(read)) return [];
    return judgement(name, read, isChanged ? (keyText(decided, 'value') ?? '') : undefined, types);
  });
}

/** Of a check every field: that is what a person was asked to look at. */
function checkedFields(attributes: Attributes, types: SchemaTypes | null): Judgement[] {
  const fields = mapOf(findDeclared(attributes, 'fields'));
  const found = mapOf(findDeclared(attributes, 'found'));
  return Object.keys(fields).flatMap((name) => {
    const isFound = findDeclared(found, name) !== undefined;
    const read = mapOf(findDeclared(fields, name));
    return judgement(name, read, isFound ? (keyText(found, name) ?? '') : undefined, types);
  });
}

/** Without a score there is nothing to learn of scores. `instead` is empty for what nobody can read. */
function judgement(
  field: string,
  read: Attributes,
  instead: string | undefined,
  types: SchemaTypes | null,
): Judgement[] {
  const value = keyText(read, 'value');
  const confidence = Number(keyText(read, 'confidence') ?? Number.NaN);
  if (value === undefined || !(confidence >= 0 && confidence <= 1)) return [];
  const type = findDeclared(types ?? {}, field) ?? null;
  const isRight =
    instead === undefined ||
    (instead !== '' && normalisedValue(type, instead) === normalisedValue(type, value));
  return [{ field, confidence, isRight }];
}

function isFlagged(field: Attributes): boolean {
  const flags = findDeclared(field, 'flags');
  return flags !== undefined && 'L' in flags && flags.L.length > 0;
}

function mapOf(value: AttributeValue | undefined): Attributes {
  return value !== undefined && 'M' in value ? value.M : {};
}
