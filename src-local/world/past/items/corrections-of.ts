import type { DocumentItem } from '../../../pipelines/extraction/item-shapes.ts';
import type { ReadField } from '../../../pipelines/extraction/readers.ts';
import { nameOnSheet } from '../../sheets/fields-of.ts';
import type { SheetReading } from '../../sheets/reading-of.ts';
import { sheetOf } from '../../sheets/sheet-of.ts';
import type { SheetRecipe } from '../../sheets/sheet.ts';

type Result = Pick<Extract<SheetReading, { ok: true }>['result'], 'fields' | 'lineItems'>;

/** What a reviewer has made of a reading. They see the page: what was misread, they put right. */
export interface Corrections {
  readonly results: Result;
  /** What it was, as far as it is another now. */
  readonly undo: Pick<NonNullable<DocumentItem['undo']>, 'fields' | 'lines'>;
  readonly was: Readonly<Record<string, string>>;
  readonly is: Readonly<Record<string, string>>;
}

/** Undefined: all of it was right. */
export function correctionsOf(recipe: SheetRecipe, { fields, lineItems }: Result): Corrections | undefined {
  const sheet = sheetOf(recipe);
  const wrongFields = Object.entries(fields).flatMap(([name, field]) => {
    const printed = sheet.fields.find((one) => one.name === nameOnSheet(recipe.kind, name))?.value;
    return printed === undefined || printed === field.value ? [] : [{ name, field, printed }];
  });
  const wrongLines = lineItems.flatMap((line, index) => {
    const printed = sheet.lines[index]?.amount;
    return printed === undefined || printed === line.amount ? [] : [{ index, line, printed }];
  });
  if (wrongFields.length + wrongLines.length === 0) return undefined;
  const places = [
    ...wrongFields.map(({ name, field, printed }) => ({ place: name, was: field.value, printed })),
    ...wrongLines.map(({ index, line, printed }) => ({
      place: `lineItems.${index}.amount`,
      was: line.amount,
      printed,
    })),
  ];
  return {
    results: {
      fields: { ...fields, ...byName(wrongFields, ({ field, printed }) => byReviewer(field, printed)) },
      lineItems: lineItems.map((line, index) => {
        const wrong = wrongLines.find((one) => one.index === index);
        return wrong ? { ...line, amount: wrong.printed } : line;
      }),
    },
    undo: {
      fields: byName(wrongFields, ({ field }) => field),
      lines: Object.fromEntries(wrongLines.map(({ index, line }) => [String(index), line])),
    },
    was: Object.fromEntries(places.map(({ place, was }) => [place, was])),
    is: Object.fromEntries(places.map(({ place, printed }) => [place, printed])),
  };
}

function byName<T extends { readonly name: string }, U>(
  wrong: readonly T[],
  of: (one: T) => U,
): Record<string, U> {
  return Object.fromEntries(wrong.map((one) => [one.name, of(one)]));
}

function byReviewer(field: ReadField, value: string): ReadField {
  const { flags: _flags, ...place } = field;
  return { ...place, value, confidence: 1, readBy: 'reviewer' };
}
