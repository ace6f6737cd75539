import type { ReviewDocument, ReviewField } from '../../contract/review/document.ts';
import { differingCount } from './differing-characters.ts';
import { correctionsOf, type Edits } from './draft-rules.ts';
import { fieldLabel } from './field-label.ts';
import { cellOf, type Place } from './places.ts';

/** Why a person has to look at it, in a few words each; none where nobody has to. */
export function whyFlagged(document: ReviewDocument, place: Place, edits: Edits = {}): readonly string[] {
  const { thresholds, lines, fields, differs } = document;
  const disputed = differs.includes(place) ? ['the two reviewers differ'] : [];
  const cell = cellOf(place);
  if (cell !== undefined) {
    const confidence = lines[cell.line]?.confidence ?? null;
    const isUnsure = confidence !== null && thresholds !== null && confidence < thresholds.review;
    return isUnsure ? [unsureWords(confidence, thresholds), ...disputed] : disputed;
  }
  const field = fields.find(({ name }) => name === place);
  if (field === undefined) return disputed;
  const reasons = field.flags.flatMap((flag): readonly string[] => {
    if (flag === 'below threshold') return [unsureWords(field.confidence, thresholds)];
    return flag === 'readers disagree' ? [readersWords(field)] : failedWords(document, field, edits);
  });
  return [...reasons, ...disputed];
}

function unsureWords(confidence: number | null, thresholds: ReviewDocument['thresholds']): string {
  if (confidence === null) return 'how sure the readers are is not known';
  if (thresholds === null) return `${shareWords(confidence)} is below the threshold`;
  return confidence < thresholds.review
    ? `${shareWords(confidence)} is under ${shareWords(thresholds.review)}`
    : `${shareWords(confidence)} was below the threshold`;
}

/** To two places, or as many as it takes to tell 0.848 from 0.85. */
function shareWords(share: number): string {
  const two = share.toFixed(2);
  return Math.abs(Number(two) - share) < 1e-9 ? two : String(Number(share.toFixed(4)));
}

function readersWords({ readings }: ReviewField): string {
  const [one, other] = readings;
  if (one === undefined || other === undefined) return 'the readers disagree';
  const count = differingCount(one.value, other.value);
  if (count === 0) return 'the readers disagree';
  return `readers differ in ${count === 1 ? '1 character' : `${count} characters`}`;
}

/** A check does not say whose values it is about: those that name this field, or else all that have failed. */
function failedWords(document: ReviewDocument, { name }: ReviewField, edits: Edits): readonly string[] {
  const failed = document.checks.filter(({ passed }) => !passed);
  if (failed.length === 0) return ['a check of the values failed'];
  const word = fieldLabel(name).toLowerCase();
  const about = failed.filter((check) => `${check.name} ${check.detail}`.toLowerCase().includes(word));
  const isOld = correctionsOf(document, edits).length > 0;
  return (about.length === 0 ? failed : about).map(({ name: rule, detail }) => {
    const words = detail === '' ? `failed: ${rule}` : detail;
    return isOld ? `${words} (as it was read)` : words;
  });
}
