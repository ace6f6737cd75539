import type { Edit } from '../../contract/review/decisions.ts';
import type { Correction, ReviewDocument } from '../../contract/review/document.ts';
import type { Place } from './places.ts';

export type Edits = Readonly<Record<Place, Edit>>;
/** `check`: every field is looked at, the sure ones too. */
export type ReviewMode = 'review' | 'check';

/** What a person has to look at, in the order of the page: what is flagged, or all of it. */
export function placesToDecide(_document: ReviewDocument, _mode: ReviewMode): readonly Place[] {
  return [];
}

/** Those of them that nobody has decided yet. */
export function undecided(document: ReviewDocument, edits: Edits, mode: ReviewMode): readonly Place[] {
  return placesToDecide(document, mode).filter((place) => !Object.hasOwn(edits, place));
}

/** Only what is another than was read: a field that was typed again as it stood is no correction. */
export function correctionsOf(_document: ReviewDocument, _edits: Edits): Correction[] {
  return [];
}

/** As it stands in the document. Null: no reader has found it. */
export function valueAt(_document: ReviewDocument, _place: Place): string | null {
  return null;
}
