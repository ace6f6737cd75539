import type { ReviewDocument } from '#shared/contract/review/document.ts';

/** Whether a decision on the one is a decision on the other: claims and counts aside, they say the same. */
export function saysTheSame(one: ReviewDocument, other: ReviewDocument): boolean {
  return meaning(one) === meaning(other);
}

function meaning({ status, run, step, fields, lines, checks, opinions, whyNot }: ReviewDocument): string {
  return JSON.stringify([status, run, step, fields, lines, checks, opinions, whyNot]);
}
