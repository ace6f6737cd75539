import type { ReviewDocument } from '#shared/contract/review/document.ts';
import { editAt, placesToDecide } from '#shared/domain/review/draft-rules.ts';
import type { Edits, ReviewMode } from '#shared/domain/review/draft-rules.ts';
import { fieldLabel } from '#shared/domain/review/field-label.ts';
import { cellOf, cellPlace } from '#shared/domain/review/places.ts';
import type { Place } from '#shared/domain/review/places.ts';
import type { PageBox } from '../viewer/page-viewer.tsx';

/** Where on the pages each field was read, and what a person has made of it by now. */
export function boxesOf(document: ReviewDocument, edits: Edits, mode: ReviewMode): readonly PageBox[] {
  const asked = new Set(placesToDecide(document, mode));
  const toneOf = (place: Place): PageBox['tone'] => {
    if (editAt(edits, place) !== undefined) return 'decided';
    return asked.has(place) && mode === 'review' ? 'flagged' : 'sure';
  };
  return [
    ...document.fields.flatMap(({ name, page, box }): readonly PageBox[] =>
      box === null || page === null
        ? []
        : [{ place: name, label: fieldLabel(name), page, box, tone: toneOf(name) }],
    ),
    ...document.lines.flatMap(({ page, box }, line): readonly PageBox[] => {
      const place = cellPlace(line, 'amount');
      return box === null || page === null
        ? []
        : [{ place, label: `Line ${line + 1}`, page, box, tone: toneOf(place) }];
    }),
  ];
}

/** A line has one box, whichever of its cells is focused. */
export function boxPlace(place: Place | null): Place | null {
  const cell = place === null ? undefined : cellOf(place);
  return cell === undefined ? place : cellPlace(cell.line, 'amount');
}
