import type { Opinion, ReviewDocument } from '#shared/contract/review/document.ts';
import { valueAt } from '#shared/domain/review/draft-rules.ts';
import { fieldLabel } from '#shared/domain/review/field-label.ts';

export interface OpinionRow {
  readonly place: string;
  readonly label: string;
  /** In the order of the opinions. */
  readonly values: readonly string[];
}

/** Where the two differ, as each would have it: the decision first, then field by field. */
export function opinionRows(document: ReviewDocument): readonly OpinionRow[] {
  const opinions = document.opinions.slice(0, 2);
  const decisions = new Set(opinions.map(({ decision }) => decision));
  const places = document.differs.filter((place) => place !== 'decision');
  return [
    ...(decisions.size > 1
      ? [{ place: 'decision', label: 'Decision', values: opinions.map(decisionWords) }]
      : []),
    ...places.map((place) => ({
      place,
      label: fieldLabel(place),
      values: opinions.map((opinion) => opinionAt(document, opinion, place)),
    })),
  ];
}

function decisionWords({ decision, reason }: Opinion): string {
  const word = decision === 'approve' ? 'approved' : 'rejected';
  return reason === null || reason.trim() === '' ? word : `${word}: ${reason.trim()}`;
}

function opinionAt(document: ReviewDocument, { corrections }: Opinion, place: string): string {
  const correction = corrections.find(({ field }) => field === place);
  if (correction !== undefined) return 'value' in correction ? correction.value || 'empty' : 'unreadable';
  return valueAt(document, place) ?? 'not found';
}
