import type { Accuracy } from '#shared/contract/review/accuracy.ts';
import type { Edit } from '#shared/contract/review/decisions.ts';
import type { ReviewDocument } from '#shared/contract/review/document.ts';
import type { Edits, ReviewMode } from '#shared/domain/review/draft-rules.ts';
import type { Place } from '#shared/domain/review/places.ts';

export interface FieldsPaneProps {
  readonly document: ReviewDocument;
  readonly mode: ReviewMode;
  readonly edits: Edits;
  /** Null takes the edit back. */
  readonly onEdit: (place: Place, edit: Edit | null) => void;
  readonly focused: Place | null;
  readonly onFocus: (place: Place | null) => void;
  /** After Enter, 1, 2, X: the next that needs a person, or the last one stays. */
  readonly onNext: () => void;
  readonly accuracy: Accuracy | undefined;
  /** Why nothing can be changed: somebody else holds it, it is decided. Null where it can. */
  readonly whyNot: string | null;
}

/** The fields with how sure they are and why they are flagged, and the table of lines with its checks. */
export function FieldsPane(_props: FieldsPaneProps) {
  return null;
}
