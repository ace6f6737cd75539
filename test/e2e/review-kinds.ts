import type { ReviewDocument } from '#shared/contract/review-document.ts';
import { toCellPlace, placesToDecide } from '#shared/domain/review/draft-rules.ts';
import { lineChecks } from '#shared/domain/review/line-checks.ts';

/** Says whether one person decides the document and some field needs a decision. */
export function isPlain(document: ReviewDocument): boolean {
  return !document.fourEyes && placesToDecide(document, 'review').length > 0;
}

/** Says whether the document has two fields to decide and nothing else. */
export function isUsual(document: ReviewDocument): boolean {
  const places = placesToDecide(document, 'review');
  return (
    isPlain(document) && places.length === 2 && places.every((place) => toCellPlace(place) === undefined)
  );
}

/**
 * Says whether the document has two fields, the first read twice and the second an amount other than the
 * total, and lines that add up with the second reading of the first.
 */
export function isForCorrecting(document: ReviewDocument): boolean {
  const [picked = '', money = '', more] = placesToDecide(document, 'review');
  const type = document.fields.find(({ name }) => name === money)?.type;
  const second = secondReading(document);
  if (document.fourEyes || more !== undefined || type !== 'money' || second === '') return false;
  const edits = { [picked]: { kind: 'value', value: second } } as const;
  const { total } = lineChecks(document, edits);
  return total?.fits === true && total.field !== money;
}

export function secondReading(document: ReviewDocument): string {
  const [picked] = placesToDecide(document, 'review');
  const readings = document.fields.find(({ name }) => name === picked)?.readings ?? [];
  return readings.find(({ reader }) => reader === 'bedrock')?.value ?? '';
}
