import type { Edit, ReviewDocument } from '#shared/contract/review-document.ts';
import { chooseReading, findFailures } from '#shared/domain/review/choose-reading.ts';
import { toCellPlace, placesToDecide } from '#shared/domain/review/draft-rules.ts';
import { lineChecks } from '#shared/domain/review/line-checks.ts';
import { listAgainstApproval } from '#shared/domain/review/rules.ts';

/** Says whether one person decides the document, some field needs a decision, and Enter on each fails no rule. */
export function isPlain(document: ReviewDocument): boolean {
  return !document.fourEyes && placesToDecide(document, 'review').length > 0 && passesWithEnter(document);
}

function passesWithEnter(document: ReviewDocument): boolean {
  const edits: Record<string, Edit> = {};
  for (const place of placesToDecide(document, 'review')) {
    if (toCellPlace(place) !== undefined) continue;
    const { chosen, options } = chooseReading(document, edits, place);
    if (chosen === null) return false;
    edits[place] = options.length === 0 ? { kind: 'accepted' } : { kind: 'value', value: chosen };
  }
  return listAgainstApproval(findFailures(document, edits)).length === 0;
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
