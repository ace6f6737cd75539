import type { ReviewDocument } from '#shared/contract/review/document.ts';

/** The ids of those who are named with a document. */
export function peopleIn({ assigned, opinions, reviewedBy }: ReviewDocument): readonly string[] {
  return [
    ...(assigned === null ? [] : [assigned.by, assigned.to]),
    ...opinions.map(({ by }) => by),
    ...(reviewedBy === null ? [] : [reviewedBy]),
  ];
}
