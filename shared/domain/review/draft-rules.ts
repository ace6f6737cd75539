import type { Edit } from '../../contract/review/decisions.ts';
import {
  lineColumns,
  type Correction,
  type ReviewDocument,
  type ReviewField,
} from '../../contract/review/document.ts';
import { cellOf, cellPlace, type Place } from './places.ts';

export type Edits = Readonly<Record<Place, Edit>>;
/** `check`: every field is looked at, the sure ones too. */
export type ReviewMode = 'review' | 'check';

/** Fields first, then the table line by line: everything that can be corrected. */
export function allPlaces({ fields, lines }: Pick<ReviewDocument, 'fields' | 'lines'>): readonly Place[] {
  return [
    ...fields.map(({ name }) => name),
    ...lines.flatMap((_, line) => lineColumns.map((column) => cellPlace(line, column))),
  ];
}

/** What a person has to look at, in the order of the page: what is flagged, or all of it. */
export function placesToDecide(document: ReviewDocument, mode: ReviewMode): readonly Place[] {
  const { fields, lines, thresholds, differs } = document;
  // The third person decides between two: where those differ.
  const disputed = new Set(differs);
  const named = fields.filter((field) =>
    mode === 'check' ? isDue(field) : field.flags.length > 0 || disputed.has(field.name),
  );
  const cells = lines.flatMap(({ confidence }, line) =>
    lineColumns.flatMap((column) => {
      const place = cellPlace(line, column);
      const isUnsure = confidence !== null && thresholds !== null && confidence < thresholds.review;
      const isAsked = column === 'amount' && (mode === 'check' || isUnsure);
      return isAsked || (mode === 'review' && disputed.has(place)) ? [place] : [];
    }),
  );
  return [...named.map(({ name }) => name), ...cells];
}

/** Those of them that nobody has decided yet. */
export function undecided(document: ReviewDocument, edits: Edits, mode: ReviewMode): readonly Place[] {
  return placesToDecide(document, mode).filter((place) => !isDecided(editAt(edits, place)));
}

/** Only what is another than was read: a field that was typed again as it stood is no correction. */
export function correctionsOf(document: ReviewDocument, edits: Edits): Correction[] {
  return allPlaces(document).flatMap((place): Correction[] => {
    const edit = editAt(edits, place);
    if (edit?.kind === 'unreadable') return [{ field: place, unreadable: true }];
    if (edit?.kind !== 'value' || !isDecided(edit)) return [];
    const value = edit.value.trim();
    return value === (valueAt(document, place) ?? '').trim() ? [] : [{ field: place, value }];
  });
}

/** As it stands in the document. Null: no reader has found it. */
export function valueAt(document: ReviewDocument, place: Place): string | null {
  const cell = cellOf(place);
  if (cell === undefined) return document.fields.find(({ name }) => name === place)?.value ?? null;
  const column = lineColumns.find((one) => one === cell.column);
  return column === undefined ? null : (document.lines[cell.line]?.[column] ?? null);
}

/** As it will stand with what was made of it. Null: nobody has found it, or nobody can read it. */
export function valueWith(document: ReviewDocument, edits: Edits, place: Place): string | null {
  const edit = editAt(edits, place);
  if (edit?.kind === 'unreadable') return null;
  return edit?.kind === 'value' && isDecided(edit) ? edit.value.trim() : valueAt(document, place);
}

/** Of one place; what every object inherits is no edit. */
export function editAt(edits: Edits, place: Place): Edit | undefined {
  return Object.hasOwn(edits, place) ? edits[place] : undefined;
}

/** A field that was emptied is not decided: it has a value, or nobody can read it. */
export function isDecided(edit: Edit | undefined): edit is Edit {
  return edit !== undefined && (edit.kind !== 'value' || edit.value.trim() !== '');
}

/** It has a value, or the schema asks for one. */
function isDue({ value, type }: ReviewField): boolean {
  return (value !== null && value !== '') || type !== null;
}
