import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { correct, undoCorrections, type Corrected, type Results } from '#pipelines/api/corrections.ts';
import type { Correction, EditedLine } from '#pipelines/extraction/item-shapes.ts';
import type { Box, ReadField, ReadLine } from '#pipelines/extraction/readers.ts';

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
const box = fc.constant([0.1, 0.2, 0.3, 0.04] as const);
const takenFrom = fc.record({ page: fc.integer({ min: 1, max: 9 }), box });
const ofPlaces = fc.uniqueArray(
  fc.oneof(
    fc.record({ field: at, value: fc.string() }),
    fc.record({ field: at, value: fc.string(), takenFrom }),
    fc.record({ field: at, unreadable: fc.constant<true>(true) }),
    fc.record({ field: at, absent: fc.constant<true>(true) }),
  ),
  { selector: ({ field: where }) => where, maxLength: 6 },
);
const editedLine = fc.record({
  description: fc.string(),
  quantity: fc.string(),
  unit: fc.string(),
  amount: fc.string(),
  from: fc.constantFrom(null, 0, 1),
});
const ofLines = fc
  .array(editedLine, { maxLength: 5 })
  .map((lines): Correction => ({ field: 'lineItems', lines }));
const corrections: fc.Arbitrary<readonly Correction[]> = fc.oneof(
  ofPlaces,
  fc
    .tuple(ofPlaces, ofLines)
    .map(([places, lines]) => [...places.filter(({ field: where }) => !where.includes('.')), lines]),
);

it('a correction holds the reviewer’s value, and undoing it restores the earlier one', async () => {
  await fc.assert(
    fc.asyncProperty(results, corrections, async (before, made) => {
      const corrected = await correct(before, made, () => Promise.resolve(schema));
      for (const correction of made) {
        if ('lines' in correction) continue;
        const value = 'value' in correction ? correction.value : '';
        expect(valueAt(corrected.results, correction.field)).toBe(value);
        expect(corrected.is[correction.field]).toBe(value);
      }
      for (const correction of made) {
        if ('lines' in correction)
          expect(corrected.results.lineItems).toMatchObject(pickCells(correction.lines));
      }
      expect(undoCorrections(corrected.results, corrected.undo)).toEqual(before);
    }),
  );
});

it('undoing a sequence of corrections, the last one first, restores everything', async () => {
  // Without lines there is nothing that a correction of cells could name.
  const some = corrections.filter((made) => !made.some((one) => 'lines' in one && one.lines.length < 2));
  await fc.assert(
    fc.asyncProperty(results, fc.array(some, { maxLength: 4 }), async (before, sequence) => {
      const done: Corrected[] = [];
      let now = before;
      for (const made of sequence) {
        const corrected = await correct(now, made, () => Promise.resolve(schema));
        done.push(corrected);
        now = corrected.results;
      }
      for (const { undo } of done.toReversed()) now = undoCorrections(now, undo);
      expect(now).toEqual(before);
    }),
  );
});

describe('a field', () => {
  const known: ReadField = {
    value: '12',
    confidence: 0.4,
    ...place,
    readBy: 'gap-fill',
    readings: { textract: { value: '12', confidence: 0.4 } },
    flags: ['readers disagree'],
  };
  const before = { fields: { total: known }, lineItems: [] };
  const correctTotal = async (correction: Correction, type = 'money') =>
    (await correct(before, [correction], () => Promise.resolve({ total: type }))).results.fields['total'];

  it('is stored as the person writes it, with its comparable notation beside it where that differs', async () => {
    expect(await correctTotal({ field: 'total', value: '7.733,00' })).toMatchObject({
      value: '7.733,00',
      normalised: '7733',
    });
    expect(await correctTotal({ field: 'total', value: '7733' })).not.toHaveProperty('normalised');
    expect(await correctTotal({ field: 'total', value: '12 Nov 2026' }, 'date')).toMatchObject({
      normalised: '2026-11-12',
    });
  });

  it('takes its place from where the value was taken, and keeps its readings', async () => {
    const source: { page: number; box: Box } = { page: 3, box: [0.1, 0.2, 0.3, 0.04] };
    expect(await correctTotal({ field: 'total', value: '13', takenFrom: source })).toEqual({
      ...source,
      value: '13',
      confidence: 1,
      readBy: 'reviewer',
      readings: known.readings,
    });
  });

  it('that is absent is decided and has no place, and is not unreadable', async () => {
    const absent = { value: '', confidence: 1, readBy: 'reviewer', absent: true, box: [0, 0, 0, 0] };
    expect(await correctTotal({ field: 'total', absent: true })).toMatchObject(absent);
    const unreadable = await correctTotal({ field: 'total', unreadable: true });
    expect(unreadable).toMatchObject({ value: '', confidence: 0 });
    expect(unreadable).not.toHaveProperty('absent');
  });

  it('is told from an unreadable one in the passport', async () => {
    const made = [
      { field: 'total', absent: true as const },
      { field: 'number', unreadable: true as const },
    ];
    const { is } = await correct(before, made, () => Promise.resolve({ number: 'text' }));
    expect(is).toEqual({
      total: '',
      number: '',
      'not on the document': 'total',
      'could not be read': 'number',
    });
  });
});

describe('all lines', () => {
  const read: ReadLine = {
    description: 'Pallets',
    quantity: '2',
    unit: '5',
    amount: '10',
    confidence: 0.7,
    ...place,
  };
  const other = { ...read, description: 'Fuel', page: 2 };
  const before = { fields: {}, lineItems: [read, other] };
  const toEdited = ({ description, quantity, unit, amount }: ReadLine, from: number | null): EditedLine => ({
    description,
    quantity,
    unit,
    amount,
    from,
  });
  const correctLines = (lines: readonly EditedLine[], ...more: Correction[]) =>
    correct(before, [{ field: 'lineItems', lines }, ...more], () => Promise.resolve({}));

  it('keep what was read of an unchanged line, and give a new line the page of the one above', async () => {
    const added = { description: 'Tolls', quantity: '1', unit: '3,50', amount: '3,50', from: null };
    const {
      results: after,
      undo,
      was,
      is,
    } = await correctLines([toEdited(other, 1), added, toEdited(read, 0)]);
    const { from: _, ...cells } = added;
    expect(after.lineItems).toEqual([
      other,
      {
        ...cells,
        confidence: 1,
        page: 2,
        box: [0, 0, 0, 0],
        normalised: { unit: '3.5', amount: '3.5' },
      },
      read,
    ]);
    expect(undo).toEqual({ fields: {}, lineItems: before.lineItems });
    expect([was, is]).toEqual([{ 'all lines': '2 lines' }, { 'all lines': '3 lines: 1 added, 1 moved' }]);
  });

  it('may be none', async () => {
    const { results: after, is } = await correctLines([]);
    expect(after.lineItems).toEqual([]);
    expect(is).toEqual({ 'all lines': 'no lines: 2 removed' });
  });

  it('may have two that continue the same one, and each keeps its place on the page', async () => {
    const halves = [
      { ...toEdited(read, 0), amount: '4' },
      { ...toEdited(read, 0), amount: '6' },
    ];
    const { results: after, is } = await correctLines(halves);
    expect(after.lineItems).toMatchObject([
      { amount: '4', box: place.box, confidence: 0.7 },
      { amount: '6', box: place.box, confidence: 0.7 },
    ]);
    expect(is).toEqual({ 'all lines': '2 lines: 1 added, 1 removed, 1 changed' });
  });

  it('are refused beside a cell, and where a line continues one that is not there', async () => {
    const cell = correctLines([toEdited(read, 0)], { field: 'lineItems.1.amount', value: '3' });
    await expect(cell).rejects.toMatchObject({
      errors: [
        { at: 'body.corrections.1.field', problem: 'is a cell of lineItems, which are corrected as a whole' },
      ],
    });
    await expect(correctLines([toEdited(read, 2)])).rejects.toMatchObject({
      errors: [{ at: 'body.corrections.0.lines.0.from', problem: 'there are 2 lines' }],
    });
  });
});

it('keeps a field’s place, and asks for the schema only when it has to', async () => {
  const known: ReadField = {
    value: '12',
    confidence: 0.4,
    ...place,
    readBy: 'gap-fill',
    flags: ['readers disagree'],
  };
  const { results: after } = await correct(
    { fields: { total: known }, lineItems: [] },
    [{ field: 'total', unreadable: true }],
    () => Promise.reject(new Error('This is not asked for')),
  );
  expect(after.fields).toEqual({ total: { ...place, value: '', confidence: 0, readBy: 'reviewer' } });
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

function pickCells(lines: readonly EditedLine[]): readonly object[] {
  return lines.map(({ description, quantity, unit, amount }) => ({ description, quantity, unit, amount }));
}

function valueAt({ fields, lineItems }: Results, where: string): string | undefined {
  const [name, index, column] = where.split('.');
  if (index === undefined) return Object.entries(fields).find(([key]) => key === name)?.[1].value;
  return lineItems[Number(index)]?.[column as 'unit'];
}
