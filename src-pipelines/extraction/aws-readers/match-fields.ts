import { findTypes } from '../analysis.ts';
import type { TextLine } from '../readers.ts';

type Schema = Readonly<Record<string, string>>;

/** Something that Textract has found with a name: by its label, by the type that AnalyzeExpense gives it, or both. */
export interface NamedValue {
  readonly type?: string;
  readonly label?: string;
  readonly value: string;
}

/**
 * Gives each name of the schema at most one value, and each value to at most one name. The surest match comes first: a
 * type of AnalyzeExpense, then a label of the same words, then one with more words or fewer.
 */
export function matchFields<T extends NamedValue>(
  schema: Schema,
  values: readonly T[],
): ReadonlyMap<string, T> {
  const names = Object.keys(schema);
  const ranked = values
    .flatMap((value) =>
      names.map((name) => ({ name, value, rank: rankMatch(name, schema[name] ?? '', value) })),
    )
    .filter(({ rank }) => rank > 0)
    .toSorted((one, other) => other.rank - one.rank);
  const matched = new Map<string, T>();
  const taken = new Set<T>();
  for (const { name, value } of ranked) {
    if (matched.has(name) || taken.has(value)) continue;
    matched.set(name, value);
    taken.add(value);
  }
  return matched;
}

function rankMatch(name: string, type: string, { type: found, label, value }: NamedValue): number {
  if (!isPlausible(type, value)) return 0;
  if (found !== undefined && findTypes(name).includes(found)) return 4;
  return label === undefined ? 0 : rankLabel(name, label);
}

/** Between 0, no word in common, and 3, the same words or a usual label for such a field. */
function rankLabel(name: string, label: string): number {
  const words = splitText(label);
  const text = words.join(' ');
  if (text === '') return 0;
  if (usualLabels.get(name)?.includes(text)) return 3;
  const own = splitText(name.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2'));
  const common = own.filter((word) => words.includes(word)).length;
  if (common === own.length) return 2 + common / words.length;
  return common === words.length ? 1 + common / own.length : 0;
}

/** Small words and the unit after a comma say nothing about which field it is. */
function splitText(text: string): string[] {
  const [before = ''] = text.split(',');
  return (before.toLowerCase().match(/\p{L}+/gu) ?? []).filter((word) => !smallWords.has(word));
}
const smallWords = new Set(['of', 'the', 'no', 'nr', 'your', 'our']);

function isPlausible(type: string, value: string): boolean {
  if (type === 'date') return isDateLike(value);
  if (type === 'money' || type === 'number')
    return /\d/.test(value) && !isDateLike(value) && !/\p{L}{4}/u.test(value);
  return value.trim() !== '';
}

/** Three parts such as "12.11.2026" or "12 Nov 2026", of which at most one is a word. An amount has parts of three digits. */
function isDateLike(value: string): boolean {
  const parts = value.match(/[\p{L}\d]+/gu) ?? [];
  const figures = parts.filter((part) => /^(?:\d{1,2}|\d{4})$/.test(part)).length;
  return (
    parts.length === 3 && figures >= 2 && parts.every((part) => /^(?:\d{1,2}|\d{4}|\p{L}{3,9})$/u.test(part))
  );
}

/** Labels that share no word with the field they stand for, without small words. */
const usualLabels: ReadonlyMap<string, readonly string[]> = new Map([
  ['customer', ['billed to', 'bill to', 'deliver to', 'ship to', 'returned by']],
  ['purchaseOrder', ['order', 'po', 'reference']],
  ['iban', ['bank account', 'account', 'pay to account', 'refund to account']],
  ['bankAccount', ['iban', 'account']],
  ['tax', ['vat', 'gst', 'sales tax', 'mwst', 'ust', 'tva', 'iva', 'btw']],
  ['vat', ['tax', 'mwst', 'ust', 'tva', 'iva', 'btw']],
  ['vatNumber', ['tax id', 'vat id', 'vat', 'ust id']],
  ['deliveryNumber', ['delivery note']],
  ['packagingWeight', ['packaging', 'tare']],
  ['weightKg', ['gross mass', 'gross weight', 'weight']],
  ['dutiableValue', ['value with duty', 'dutiable value']],
  ['vehicle', ['registration mark', 'registration', 'licence plate']],
  ['place', ['address property', 'place accident']],
  ['damagedOn', ['damage on', 'date damage']],
  ['receiptNumber', ['goods receipt']],
]);

/** The height of two printed lines, as a share of the page: a value stands beside its label, or under it. */
const nearby = 0.03;
/** Without a label, a field of text is most likely in the head of the first page. */
const headLines = 14;

/**
 * Returns the places where missing fields would stand, as indexes of the text: around a label of theirs, or, where none
 * has one, among everything that looks like such a value.
 */
export function findPlaces(
  schema: Schema,
  missing: readonly string[],
  text: readonly TextLine[],
): readonly number[] {
  const places = new Set<number>();
  for (const name of missing) {
    const labels = text.filter((line) => rankLabel(name, line.text) > 0);
    text.forEach((line, at) => {
      const isNear = labels.some((label) => isBeside(label, line));
      const isLikely = labels.length === 0 && looksLike(schema[name] ?? '', line, at);
      if (isNear || isLikely) places.add(at);
    });
  }
  return [...places].toSorted((one, other) => one - other);
}

function isBeside(label: TextLine, line: TextLine): boolean {
  const below = line.box[1] - label.box[1];
  return line.page === label.page && below > -nearby / 2 && below < nearby;
}

function looksLike(type: string, line: TextLine, at: number): boolean {
  if (type === 'date' || type === 'money' || type === 'number') return isPlausible(type, line.text);
  return at < headLines;
}
