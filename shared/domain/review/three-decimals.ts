import type { ReviewDocument } from '../../contract/review-document.ts';
import { valueWith, type Edits } from './draft-rules.ts';
import { findRole } from './field-roles.ts';
import { fieldType } from './normalised-value.ts';
import { amountParts, findMarkOfThreeDecimals, listReadings } from './printed-amount.ts';
import type { RoledField } from './rules.ts';

type Lines = readonly { readonly amount: string }[];

/**
 * Returns the decimal mark of a document whose currency has three decimals, such as a dinar, unless one of its amounts
 * contradicts it. Undefined: "1.500" may be more than a thousand.
 */
export function decideThreeDecimals(fields: readonly RoledField[], lines: Lines): string | undefined {
  if (currencyDecimals(fields) !== 3) return undefined;
  const texts = [
    ...fields.filter(isMoney).map(({ value }) => value ?? ''),
    ...lines.map(({ amount }) => amount),
  ];
  const fractions = texts.flatMap((text) => amountParts(text)?.fraction.length ?? []);
  if (fractions.some((length) => length === 1 || length === 2)) return undefined;
  const marks = new Set(texts.flatMap((text) => findMarkOfThreeDecimals([text]) ?? []));
  const unclear = texts.flatMap((text) =>
    listReadings(text).length > 1 ? (amountParts(text)?.group ?? []) : [],
  );
  const found = marks.size > 0 ? marks : new Set(unclear);
  return found.size === 1 ? [...found][0] : undefined;
}

/** Decides the same for a document with a person's edits. */
export function decideForDocument(document: ReviewDocument, edits: Edits, lines: Lines): string | undefined {
  const fields = document.fields.map(({ name, type }): RoledField => {
    const value = valueWith(document, edits, name);
    return { name, type, value, role: findRole({ name, type }) };
  });
  return decideThreeDecimals(fields, lines);
}

/** Returns a sample for `writtenLike` that shows the mark, since "1.500" alone does not. */
export function listMarkSamples(mark: string | undefined): readonly string[] {
  return mark === undefined ? [] : [`0${mark}000`];
}

export function isMoney({ type, role }: RoledField): boolean {
  return fieldType(type).kind === 'money' || role === 'net' || role === 'tax' || role === 'total';
}

/** Returns 0 for a yen, and where no currency is stated. */
export function currencyDecimals(fields: readonly RoledField[]): number {
  const codes = fields.flatMap(({ role, value }) => {
    const text = value?.trim() ?? '';
    return (role === 'currency' ? amountParts(`${text} 1`) : amountParts(text))?.currency ?? [];
  });
  const code = codes.find((one) => /^[A-Z]{3}$/.test(one));
  if (code === undefined) return 0;
  return (
    new Intl.NumberFormat('en', { style: 'currency', currency: code }).resolvedOptions()
      .maximumFractionDigits ?? 0
  );
}
