import type { Accuracy, FieldAccuracy } from '#shared/contract/review.ts';
import type { Edit, ReviewDocument } from '#shared/contract/review-document.ts';
import { listed } from '#shared/domain/formatting.ts';
import { isDecided, valueWith, type Edits } from '#shared/domain/review/draft-rules.ts';

/** Whether a field's score may be coloured: only where it puts right ones above wrong ones. */
export function scoreRanks(accuracy: Accuracy | undefined, field: string): boolean {
  return accuracyOf(accuracy, field)?.verdict === 'ranks';
}

/** Why a field's score is not coloured; null where it is, or while nobody knows. */
export function whyNoColour(accuracy: Accuracy | undefined, field: string): string | null {
  if (accuracy === undefined || scoreRanks(accuracy, field)) return null;
  return `Not coloured. ${describeAccuracy(accuracy, field, null) ?? ''}`;
}

/** What reviewers have found of a field at this score; null while that is being read. */
export function describeAccuracy(
  accuracy: Accuracy | undefined,
  field: string,
  score: number | null,
): string | null {
  if (accuracy === undefined) return null;
  const of = accuracyOf(accuracy, field);
  if (of === undefined || of.n === 0) return 'No reviewer has decided on this field yet.';
  const n = formatCounts(of.n);
  if (of.verdict === 'too few') return `Too few decisions to say what the score is worth here (${n}).`;
  if (of.auroc === null) {
    const none = of.right === 0 ? 'nothing right' : 'no error';
    return `Reviewers have found ${none} here yet (${n}), so nobody knows what the score is worth.`;
  }
  if (of.verdict === 'does not rank') return `The score does not tell right from wrong here (${n}).`;
  if (score === null) return `Reviewers found it right ${share(of)}.`;
  const band = of.bands.find(({ from, to }) => score >= from && (score < to || (to >= 1 && score <= to)));
  return band === undefined || band.n === 0
    ? `Nobody has decided on it at ${score.toFixed(2)} yet (${n} at other scores).`
    : `At ${score.toFixed(2)} reviewers found it right ${share(band)}.${accuracy.cut === null ? '' : ` ${accuracy.cut}`}`;
}

function accuracyOf(accuracy: Accuracy | undefined, field: string): FieldAccuracy | undefined {
  return accuracy?.fields.find((one) => one.field === field);
}

function share({ n, right, low, high }: Pick<FieldAccuracy, 'n' | 'right' | 'low' | 'high'>): string {
  return `${percent(right / n)}\u00A0% of the time, ${formatCounts(n)} (${percent(low)}–${percent(high)}\u00A0%)`;
}

/** In one piece: at a line's end nobody should have to look for what it is that is 214. */
function formatCounts(n: number): string {
  return `n\u00A0=\u00A0${String(n)}`;
}

function percent(of: number): string {
  return String(Math.round(of * 100));
}

/** The reasons in one sentence, and what a check says, which is one of its own, after it. */
export function whySentences(why: readonly string[]): string {
  const own = why.filter(isSentence);
  const short = why.filter((reason) => !own.includes(reason));
  const sentences = short.length === 0 ? own : [listed(short), ...own];
  return sentences.map((sentence) => unbroken(/[.!?]$/.test(sentence) ? sentence : `${sentence}.`)).join(' ');
}

/** "9 lines come to 5 655,50; the subtotal says 5 656,50" has two halves and would not be told from the next reason. */
function isSentence(reason: string): boolean {
  return /^\p{Lu}/u.test(reason) || reason.includes(';');
}

/** Neither "5 655,50" nor "25 %" goes over two lines. */
function unbroken(sentence: string): string {
  return sentence.replaceAll(/(?<=\d) (?=\d{3}(?!\d)|%)/g, '\u00A0');
}

interface ShownValue {
  readonly kind: 'value' | 'unreadable' | 'not found' | 'empty';
  readonly text: string;
  /** What was read, where that is another. */
  readonly was: string | null;
}

/** A value as its row shows it: with what a person has made of it, and what it was. */
export function shownValue(read: string | null, edit: Edit | undefined): ShownValue {
  const was = read === '' ? null : read;
  if (edit?.kind === 'unreadable') return { kind: 'unreadable', text: 'unreadable', was };
  if (edit?.kind === 'value' && isDecided(edit) && edit.value.trim() !== (read ?? '').trim()) {
    return { kind: 'value', text: edit.value, was };
  }
  if (read === null) return { kind: 'not found', text: 'not found', was: null };
  return read.trim() === ''
    ? { kind: 'empty', text: 'empty', was: null }
    : { kind: 'value', text: read, was: null };
}

/** What the document's amounts are in, where another of its fields says so. */
export function documentCurrency(document: ReviewDocument, edits: Edits): string | null {
  const field = document.fields.find(({ name }) => /currency$/i.test(name));
  const value = field === undefined ? null : valueWith(document, edits, field.name);
  return value !== null && value.length <= longestCode ? value : null;
}

/** "GBP", "US$", "Euro": more is no currency. */
const longestCode = 5;

/** Large while it fits its card; what is longer stands below the other, so that what differs is under each other. */
export function readingSize(values: readonly string[]): 'large' | 'medium' | 'stacked' {
  const longest = Math.max(0, ...values.map((value) => value.length));
  if (longest > fitsMedium || values.some((value) => value.includes('\n'))) return 'stacked';
  return longest > fitsLarge ? 'medium' : 'large';
}

/** In characters of their sizes, at the narrowest that the pane is. */
const fitsLarge = 17;
const fitsMedium = 24;
