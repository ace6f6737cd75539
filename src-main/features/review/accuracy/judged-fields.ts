import { keyText } from '#shared/catalogue/items/values-of-item.ts';
import { findDeclared } from '#shared/catalogue/find-declared.ts';
import type { Attributes } from '#shared/catalogue/items/attribute-value.ts';
import type { Judgement } from '#shared/domain/review/observed-accuracy.ts';
import type { StoredItem } from '../../../aws/reading.ts';
import { findingOf, mapIn, saysTheSame, type SchemaTypes } from '../../../rows/judged-document.ts';

/**
 * What a person has found of the readings in a document; null where none has looked, or may still take it back.
 * Cells of the table of lines are left out: they are not told apart by name.
 */
export function judgedFields(
  { attributes }: Pick<StoredItem, 'attributes'>,
  types: SchemaTypes | null,
  now: number,
): readonly Judgement[] | null {
  const finding = findingOf(attributes, now);
  // Of a rejection nobody knows which field it was for.
  if (finding === null || finding.by === 'rejection') return null;
  if (finding.by === 'check') return checkedFields(attributes, finding.found, types);
  return reviewedFields(attributes, finding.fields, types);
}

/**
 * Of a review the flagged fields: somebody has looked at each. Nobody has to look at the others. To count them as right
 * would flatter the scores, since an error that was overlooked would be right, too; and to count those of them that were
 * corrected by chance, and not the rest, would make the scores worse than they are.
 */
function reviewedFields(attributes: Attributes, before: Attributes, types: SchemaTypes | null): Judgement[] {
  const fields = mapIn(attributes, 'fields');
  return Object.keys(fields).flatMap((name) => {
    const decided = mapIn(fields, name);
    // What the review has changed stands as it was in what would undo it.
    const isChanged = findDeclared(before, name) !== undefined;
    const read = isChanged ? mapIn(before, name) : decided;
    if (!isFlagged(read)) return [];
    return judgement(name, read, isChanged ? (keyText(decided, 'value') ?? '') : undefined, types);
  });
}

/** Of a check every field: that is what a person was asked to look at. */
function checkedFields(attributes: Attributes, found: Attributes, types: SchemaTypes | null): Judgement[] {
  const fields = mapIn(attributes, 'fields');
  return Object.keys(fields).flatMap((name) => {
    const isFound = findDeclared(found, name) !== undefined;
    const read = mapIn(fields, name);
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
  const isRight = instead === undefined || (instead !== '' && saysTheSame(type, value, instead));
  return [{ field, confidence, isRight }];
}

function isFlagged(field: Attributes): boolean {
  const flags = findDeclared(field, 'flags');
  return flags !== undefined && 'L' in flags && flags.L.length > 0;
}
