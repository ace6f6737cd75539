import type { ReviewDocument, ReviewField } from '../../contract/review-document.ts';
import { counted } from '../formatting.ts';
import { toCellPlace, listCorrections, fieldLabel, type Edits, type Place } from './draft-rules.ts';

/** Returns short reasons why a person has to look at a place; empty if there are none. */
export function whyFlagged(document: ReviewDocument, place: Place, edits: Edits = {}): readonly string[] {
  const { thresholds, lines, fields, differs } = document;
  const disputed = differs.includes(place) ? ['the two reviewers differ'] : [];
  const cell = toCellPlace(place);
  if (cell !== undefined) {
    const confidence = lines[cell.line]?.confidence ?? null;
    const isUnsure = confidence !== null && thresholds !== null && confidence < thresholds.review;
    return isUnsure ? [describeConfidence(confidence, thresholds), ...disputed] : disputed;
  }
  const field = fields.find(({ name }) => name === place);
  if (field === undefined) return disputed;
  const reasons = field.flags.flatMap((flag): readonly string[] => {
    if (flag === 'below threshold') return [describeConfidence(field.confidence, thresholds)];
    return flag === 'readers disagree'
      ? [describeReadings(field)]
      : describeFailedChecks(document, field, edits);
  });
  return [...reasons, ...disputed];
}

function describeConfidence(confidence: number | null, thresholds: ReviewDocument['thresholds']): string {
  if (confidence === null) return 'confidence unknown';
  if (thresholds === null) return `${formatShare(confidence)} is below the threshold`;
  return confidence < thresholds.review
    ? `${formatShare(confidence)} is under ${formatShare(thresholds.review)}`
    : `${formatShare(confidence)} was below the threshold`;
}

/** Uses two decimal places, or as many as it takes to distinguish 0.848 from 0.85. */
function formatShare(share: number): string {
  const two = share.toFixed(2);
  return Math.abs(Number(two) - share) < 1e-9 ? two : String(Number(share.toFixed(4)));
}

function describeReadings({ readings }: ReviewField): string {
  const [one, other] = readings;
  if (one === undefined || other === undefined) return 'the readings differ';
  const count = differingCount(one.value, other.value);
  if (count === 0) return 'the readings differ';
  return `readers differ in ${counted(count, 'character')}`;
}

/** A check does not name its fields, so it is matched by the field's label. Otherwise all failed checks are listed. */
function describeFailedChecks(
  document: ReviewDocument,
  { name }: ReviewField,
  edits: Edits,
): readonly string[] {
  const failed = document.checks.filter(({ passed }) => !passed);
  if (failed.length === 0) return ['a check of the values failed'];
  const word = fieldLabel(name).toLowerCase();
  const about = failed.filter((check) => `${check.name} ${check.detail}`.toLowerCase().includes(word));
  const isOld = listCorrections(document, edits).length > 0;
  return (about.length === 0 ? failed : about).map(({ name: rule, detail }) => {
    const words = detail === '' ? `failed: ${rule}` : detail;
    return isOld ? `${words} (before your changes)` : words;
  });
}

export interface MarkedPart {
  readonly text: string;
  readonly differs: boolean;
}

/** Splits two readings into parts, so that differences can be marked. It compares characters as people see them. */
export function differingCharacters(
  one: string,
  other: string,
): readonly [readonly MarkedPart[], readonly MarkedPart[]] {
  const [left, right] = compared(one, other);
  return [inParts(left), inParts(right)];
}

/** Counts the characters that differ: one in "2,991.60" and "2,997.60", and one in "HPF-20417" and "HPF-2047". */
export function differingCount(one: string, other: string): number {
  const [left, right] = compared(one, other);
  return Math.max(left.filter(isDiffering).length, right.filter(isDiffering).length);
}

function compared(one: string, other: string): readonly [readonly MarkedPart[], readonly MarkedPart[]] {
  const [left, right] = [splitCharacters(one), splitCharacters(other)];
  const shorter = Math.min(left.length, right.length);
  let start = 0;
  while (start < shorter && left[start] === right[start]) start += 1;
  let end = 0;
  while (end < shorter - start && left.at(-1 - end) === right.at(-1 - end)) end += 1;
  const [leftMiddle, rightMiddle] = [
    left.slice(start, left.length - end),
    right.slice(start, right.length - end),
  ];
  const [isLeftShared, isRightShared] = sharedAmong(leftMiddle, rightMiddle);
  const marked = (characters: readonly string[], isShared: readonly boolean[]): readonly MarkedPart[] =>
    characters.map((text, at) => ({
      text,
      differs: at >= start && at < characters.length - end && isShared[at - start] !== true,
    }));
  return [marked(left, isLeftShared), marked(right, isRightShared)];
}

/** Marks the characters of the longest common subsequence. It marks none if too little is shared to be useful. */
function sharedAmong(
  left: readonly string[],
  right: readonly string[],
): readonly [readonly boolean[], readonly boolean[]] {
  const shared: [boolean[], boolean[]] = [left.map(() => false), right.map(() => false)];
  const width = right.length + 1;
  if (left.length * right.length > mostCompared) return shared;
  // Works from the end: each entry is the length of the longest common subsequence of both remainders.
  const lengths = new Uint16Array((left.length + 1) * width);
  const at = (row: number, column: number): number => lengths[row * width + column] ?? 0;
  for (let row = left.length - 1; row >= 0; row -= 1) {
    for (let column = right.length - 1; column >= 0; column -= 1) {
      lengths[row * width + column] =
        left[row] === right[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  if (at(0, 0) * 3 < Math.min(left.length, right.length)) return shared;
  let [row, column] = [0, 0];
  while (row < left.length && column < right.length) {
    if (left[row] === right[column]) {
      shared[0][row] = true;
      shared[1][column] = true;
      row += 1;
      column += 1;
    } else if (at(row + 1, column) >= at(row, column + 1)) row += 1;
    else column += 1;
  }
  return shared;
}

/**
 * Comparing this many takes a tenth of a frame. Longer texts are marked as a whole between their common start and end.
 */
const mostCompared = 90_000;

function inParts(characters: readonly MarkedPart[]): readonly MarkedPart[] {
  const parts: MarkedPart[] = [];
  for (const character of characters) {
    const last = parts.at(-1);
    if (last?.differs === character.differs) {
      parts[parts.length - 1] = { ...last, text: last.text + character.text };
    } else parts.push(character);
  }
  return parts;
}

function splitCharacters(text: string): readonly string[] {
  return /^[ -~]*$/.test(text)
    ? text.split('')
    : Array.from(segmenter.segment(text), ({ segment }) => segment);
}

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

function isDiffering(part: MarkedPart): boolean {
  return part.differs;
}
