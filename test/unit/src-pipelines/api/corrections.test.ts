import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { correct, undoCorrections, type Results } from '#pipelines/api/corrections.ts';
import type { Correction } from '#pipelines/extraction/item-shapes.ts';
import type { ReadField, ReadLine } from '#pipelines/extraction/readers.ts';

const place = { page: 1, box: [0, 0, 1, 1] } as const;
const schema = { number: '', total: '', constructor: '', toString: '' };
const names = ['number', 'total', 'constructor', 'toString'];

const field = fc
  .record({ value: fc.string(), confidence: fc.constant(0.5) })
  .map((reading): ReadField => ({ ...reading, ...place, readBy: 'textract', flags: ['below threshold'] }));
const line = fc
  .record({ description: fc.string(), quantity: fc.string(), unit: fc.string(), amount: fc.string() })
  .map((cells): ReadLine => ({ ...cells, ...place, confidence: 0.5 }));
const results: fc.Arbitrary<Results> = fc.record({
  fields: fc.dictionary(fc.constantFrom(...names, '__proto__'), field),
  lineItems: fc.array(line, { minLength: 2, maxLength: 4 }),
});
const at = fc.constantFrom(...names, 'lineItems.0.unit', 'lineItems.1.amount', 'lineItems.1.quantity');
const corrections = fc.uniqueArray(
  fc.oneof(
    fc.record({ field: at, value: fc.string() }),
    fc.record({ field: at, unreadable: fc.constant<true>(true) }),
  ),
  { selector: ({ field: where }) => where, maxLength: 6 },
);

it('a correction holds the reviewer’s value, and undoing it restores the earlier one', async () => {
  await fc.assert(
    fc.asyncProperty(results, corrections, async (before, made: Correction[]) => {
      const corrected = await correct(before, made, () => Promise.resolve(schema));
      for (const correction of made) {
        const value = 'value' in correction ? correction.value : '';
        expect(valueAt(corrected.results, correction.field)).toBe(value);
        expect(corrected.is[correction.field]).toBe(value);
      }
      expect(undoCorrections(corrected.results, corrected.undo)).toEqual(before);
    }),
  );
});

it('keeps a field’s place and its readings, and asks for the schema only when it has to', async () => {
  const known: ReadField = {
    value: '12',
    confidence: 0.4,
    ...place,
    readBy: 'gap-fill',
    flags: ['readers disagree'],
  };
  const { results: after } = await correct(
    { fields: { total: known }, lineItems: [] },
    [{ field: 'total', value: '13' }],
    () => Promise.reject(new Error('This is not asked for')),
  );
  expect(after.fields).toEqual({ total: { ...place, value: '13', confidence: 1, readBy: 'reviewer' } });
});

it('imported plain text does not become a part of the correction, and an undo restores it', async () => {
  const before = { fields: { total: 'twelve' }, lineItems: ['a line', null] } as unknown as Results;
  const made = [
    { field: 'total', value: '12' },
    { field: 'lineItems.0.amount', value: '3' },
  ];
  const { results: after, undo, was } = await correct(before, made, () => Promise.resolve({}));
  expect(after.fields).toEqual({
    total: { page: 1, box: [0, 0, 0, 0], value: '12', confidence: 1, readBy: 'reviewer' },
  });
  expect(after.lineItems[0]).toMatchObject({ description: '', amount: '3' });
  expect(Object.keys(after.lineItems[0] ?? {})).toHaveLength(7);
  expect(was).toEqual({ total: '', 'lineItems.0.amount': '' });
  expect(undoCorrections(after, undo)).toEqual(before);
});

it.each([
  ['lineItems.01.amount', 'is written lineItems.1.amount'],
  ['lineItems.7.amount', 'there are 2 lines'],
  ['lineItems.1.amount', 'is no line that can be corrected'],
  ['others.0.amount', 'is no field of this document'],
])('"%s" %s', async (where, problem) => {
  const before = { fields: {}, lineItems: [{}, null] } as unknown as Results;
  const corrected = correct(before, [{ field: where, value: '3' }], () => Promise.resolve({}));
  await expect(corrected).rejects.toMatchObject({ errors: [{ problem }] });
});

function valueAt({ fields, lineItems }: Results, where: string): string | undefined {
  const [name, index, column] = where.split('.');
  if (index === undefined) return Object.entries(fields).find(([key]) => key === name)?.[1].value;
  return lineItems[Number(index)]?.[column as 'unit'];
}
