import type { Accuracy, FieldAccuracy } from '#shared/contract/review-figures.ts';
import type { Edit, ReviewDocument } from '#shared/contract/review-document.ts';
import { listed } from '#shared/domain/formatting.ts';
import { messages } from '../messages.ts';
import { leastForFigure } from '#shared/domain/review/reviewer-figures.ts';
import { isDecided, valueWith, type Edits } from '#shared/domain/review/draft-rules.ts';

/** Returns whether a field's score may be coloured: only if right values score higher than wrong ones. */
export function scoreRanks(accuracy: Accuracy | undefined, field: string): boolean {
  return findAccuracy(accuracy, field)?.verdict === 'ranks';
}

/** Explains why a field's score has no colour; null where it has one, or while the accuracy is unknown. */
export function explainNoColour(accuracy: Accuracy | undefined, field: string): string | null {
  if (accuracy === undefined || scoreRanks(accuracy, field)) return null;
  return `No colour. ${describeAccuracy(accuracy, field, null) ?? ''}`;
}

/** Describes how often a field was right at this score; null while that is being read. */
export function describeAccuracy(
  accuracy: Accuracy | undefined,
  field: string,
  score: number | null,
): string | null {
  if (accuracy === undefined) return null;
  const of = findAccuracy(accuracy, field);
  if (of === undefined || of.n === 0) return 'No reviews of this field yet.';
  const n = formatCounts(of.n);
  if (of.verdict === 'too few') return `Too few reviews to rate this score (${n}).`;
  if (of.auroc === null) {
    const found = of.right === 0 ? 'only wrong values' : 'no errors';
    return `Reviewers have found ${found} so far (${n}), so this score can't be rated.`;
  }
  if (of.verdict === 'does not rank') return `This score does not tell right from wrong (${n}).`;
  if (score === null) return `Reviewers found it right ${share(of)}.`;
  const band = of.bands.find(({ from, to }) => score >= from && (score < to || (to >= 1 && score <= to)));
  if (band === undefined || band.n === 0)
    return `No reviews at ${score.toFixed(2)} yet (${n} at other scores).`;
  if (band.n < leastForFigure)
    return `Too few reviews at ${score.toFixed(2)} to rate it (${formatCounts(band.n)}).`;
  return `At ${score.toFixed(2)} reviewers found it right ${share(band)}.${accuracy.cut === null ? '' : ` ${accuracy.cut}`}`;
}

function findAccuracy(accuracy: Accuracy | undefined, field: string): FieldAccuracy | undefined {
  return accuracy?.fields.find((one) => one.field === field);
}

function share({ n, right, low, high }: Pick<FieldAccuracy, 'n' | 'right' | 'low' | 'high'>): string {
  return `${percent(right / n)}\u00A0% of the time, ${formatCounts(n)} (${percent(low)}–${percent(high)}\u00A0%)`;
}

/** Uses no-break spaces, so that a number and its meaning stay on one line. */
function formatCounts(n: number): string {
  return `n\u00A0=\u00A0${String(n)}`;
}

function percent(of: number): string {
  return String(Math.round(of * 100));
}

/** Joins the reasons into one sentence, followed by the message of a failed check, which is a sentence of its own. */
export function formatReasons(why: readonly string[]): string {
  const own = why.filter(isSentence);
  const short = why.filter((reason) => !own.includes(reason));
  const sentences = short.length === 0 ? own : [listed(short), ...own];
  return sentences
    .map((sentence) => avoidBreaks(/[.!?]$/.test(sentence) ? sentence : `${sentence}.`))
    .join(' ');
}

/**
 * "9 lines come to 5 655,50; the subtotal says 5 656,50" contains a semicolon, so it cannot be joined to another
 * reason.
 */
function isSentence(reason: string): boolean {
  return /^\p{Lu}/u.test(reason) || reason.includes(';');
}

/** Keeps "5 655,50" and "25 %" on one line. */
function avoidBreaks(sentence: string): string {
  return sentence.replaceAll(/(?<=\d) (?=\d{3}(?!\d)|%)/g, '\u00A0');
}

interface ShownValue {
  readonly kind: 'value' | 'unreadable' | 'absent' | 'not found' | 'empty';
  readonly text: string;
  /** The value that was read, if it differs. */
  readonly was: string | null;
}

/** Returns a value as its row shows it, with the edit and the value before it. */
export function toShownValue(read: string | null, edit: Edit | undefined, isAbsent = false): ShownValue {
  const was = read === '' ? null : read;
  if (edit?.kind === 'absent' || (isAbsent && (edit === undefined || edit.kind === 'accepted'))) {
    return { kind: 'absent', text: messages.fields.isAbsent, was };
  }
  if (edit?.kind === 'unreadable') return { kind: 'unreadable', text: 'unreadable', was };
  if (edit?.kind === 'value' && isDecided(edit) && edit.value.trim() !== (read ?? '').trim()) {
    return { kind: 'value', text: edit.value, was };
  }
  if (read === null) return { kind: 'not found', text: 'not found', was: null };
  return read.trim() === ''
    ? { kind: 'empty', text: 'empty', was: null }
    : { kind: 'value', text: read, was: null };
}

/** Returns the currency of the document's amounts, if another of its fields names it. */
export function findCurrency(document: ReviewDocument, edits: Edits): string | null {
  const field = document.fields.find(({ name }) => /currency$/i.test(name));
  const value = field === undefined ? null : valueWith(document, edits, field.name);
  return value !== null && value.length <= longestCode ? value : null;
}

/** "GBP", "US$" and "Euro" fit; a longer text is not a currency. */
const longestCode = 5;

/** Values are large while they fit their cards. Longer ones are stacked, so that their differences align. */
export function chooseReadingSize(values: readonly string[]): 'large' | 'medium' | 'stacked' {
  const longest = Math.max(0, ...values.map((value) => value.length));
  if (longest > fitsMedium || values.some((value) => value.includes('\n'))) return 'stacked';
  return longest > fitsLarge ? 'medium' : 'large';
}

/** Lengths in characters at each size, for the narrowest width of the pane. */
const fitsLarge = 17;
const fitsMedium = 24;
