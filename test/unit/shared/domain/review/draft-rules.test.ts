import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { correctionSchema, type ReviewDocument } from '#shared/contract/review-document.ts';
import {
  allPlaces,
  listCorrections,
  fieldDiff,
  finishLines,
  mergeEdits,
  placesToDecide,
  undecided,
  valueAt,
  valueWith,
  type Edits,
} from '#shared/domain/review/draft-rules.ts';
import { changeLines } from '#shared/domain/review/line-changes.ts';
import { aDocumentRead, aReviewDocument, aReviewField } from '#test/builders/a-review-document.ts';

describe('the places a person has to check', () => {
  test('are flagged fields in the order of the document, then amounts of uncertain lines', () => {
    expect(placesToDecide(aReviewDocument(), 'review')).toEqual(['total', 'lineItems.1.amount']);
  });

  test('include no lines if there are no thresholds', () => {
    expect(placesToDecide(aReviewDocument({ thresholds: null }), 'review')).toEqual(['total']);
  });

  test('include, in the third step, the differences between the two', () => {
    const differs = ['supplier', 'lineItems.0.unit', 'total'];
    expect(placesToDecide(aReviewDocument({ differs, step: 'third' }), 'review')).toEqual([
      'supplier',
      'total',
      'lineItems.0.unit',
      'lineItems.1.amount',
    ]);
  });

  test('include, in a quality check, every value that was read, the schema’s fields, and every amount', () => {
    const document = aReviewDocument();
    const fields = [...document.fields, aReviewField('stray', { type: null, value: null })];
    expect(placesToDecide({ ...document, fields }, 'check')).toEqual([
      'supplier',
      'invoiceDate',
      'purchaseOrder',
      'subtotal',
      'total',
      'lineItems.0.amount',
      'lineItems.1.amount',
    ]);
  });

  test('are decided when accepted, typed or marked unreadable, but not when emptied', () => {
    const document = aReviewDocument();
    expect(undecided(document, {}, 'review')).toEqual(['total', 'lineItems.1.amount']);
    expect(undecided(document, { total: { kind: 'accepted' } }, 'review')).toEqual(['lineItems.1.amount']);
    expect(
      undecided(
        document,
        { total: { kind: 'value', value: ' ' }, 'lineItems.1.amount': { kind: 'unreadable' } },
        'review',
      ),
    ).toEqual(['total']);
  });
});

describe('a correction', () => {
  const document = aReviewDocument();

  test('is a value different from the one read, ignoring surrounding spaces', () => {
    expect(
      listCorrections(document, {
        total: { kind: 'value', value: ' 2,991.60 ' },
        supplier: { kind: 'value', value: 'Harrow & Pike Freight Ltd ' },
        subtotal: { kind: 'accepted' },
        invoiceDate: { kind: 'value', value: '' },
        purchaseOrder: { kind: 'value', value: 'NW-88213' },
      }),
    ).toEqual([
      { field: 'purchaseOrder', value: 'NW-88213' },
      { field: 'total', value: '2,991.60' },
    ]);
  });

  test('of an amount is written as the document writes it, also if it is sent without leaving the field', () => {
    const amounts = aReviewDocument({
      fields: [
        aReviewField('total', { type: 'money', value: '1,094.30' }),
        aReviewField('tax', { type: 'money', value: null }),
      ],
      lines: [],
    });
    const typed = (value: string) => ({ kind: 'value', value }) as const;
    expect(listCorrections(amounts, { tax: typed('94,32'), total: typed('1.094,30') })).toEqual([
      { field: 'tax', value: '94.32' },
    ]);
  });

  test('may be unreadable, or a cell of the table', () => {
    expect(
      listCorrections(document, {
        'lineItems.1.amount': { kind: 'value', value: '1,213.50' },
        'lineItems.0.unit': { kind: 'unreadable' },
        supplier: { kind: 'unreadable' },
      }),
    ).toEqual([
      { field: 'supplier', unreadable: true },
      { field: 'lineItems.0.unit', unreadable: true },
      { field: 'lineItems.1.amount', value: '1,213.50' },
    ]);
  });

  test('never concerns a place that the document does not have', () => {
    expect(
      listCorrections(document, {
        carrier: { kind: 'value', value: 'x' },
        'lineItems.9.amount': { kind: 'value', value: '1' },
      }),
    ).toEqual([]);
  });

  test('is always accepted by the contract, and never contains the original value', () => {
    const edit = fc.oneof(
      fc.constant({ kind: 'accepted' } as const),
      fc.constant({ kind: 'unreadable' } as const),
      fc.record({ kind: fc.constant('value' as const), value: fc.string({ maxLength: 20 }) }),
    );
    const places = fc.constantFrom(...allPlaces(document));
    fc.assert(
      fc.property(fc.dictionary(places, edit), (edits) => {
        for (const correction of listCorrections(document, edits)) {
          expect(correctionSchema.safeParse(correction).success).toBe(true);
          if ('value' in correction) expect(correction.value).not.toBe(valueAt(document, correction.field));
        }
      }),
    );
  });

  test('is none if every value is typed as it stands', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.constantFrom('invoice' as const, 'delivery note' as const),
        (seed, kind) => {
          const read = aDocumentRead({
            kind,
            layout: 0,
            recipient: 'Northwind Logistics',
            seed,
            pages: 1,
            isScanned: false,
            defect: 'unsure',
          });
          const edits: Edits = Object.fromEntries(
            allPlaces(read).map((place) => [
              place,
              { kind: 'value' as const, value: valueAt(read, place) ?? '' },
            ]),
          );
          expect(listCorrections(read, edits)).toEqual([]);
        },
      ),
      { numRuns: 100 },
    );
  });
});

test('shows the current value, and what was made of it', () => {
  const document = aReviewDocument();
  expect(valueAt(document, 'total')).toBe('2,997.60');
  expect(valueAt(document, 'lineItems.1.unit')).toBe('1,213.00');
  expect(valueAt(document, 'purchaseOrder')).toBeNull();
  expect(valueAt(document, 'lineItems.7.unit')).toBeNull();
  expect(valueAt(document, 'lineItems.0.weight')).toBeNull();
  expect(valueWith(document, { total: { kind: 'value', value: '2,991.60 ' } }, 'total')).toBe('2,991.60');
  expect(valueWith(document, { total: { kind: 'unreadable' } }, 'total')).toBeNull();
  expect(valueWith(document, { total: { kind: 'accepted' } }, 'total')).toBe('2,997.60');
});

const base = aReviewDocument();
const typed = (value: string) => ({ kind: 'value', value }) as const;
const stands = (value: string | null, unreadable = false) => ({ value, unreadable });

function withField(name: string, value: string): ReviewDocument {
  const fields = base.fields.map((field) =>
    field.name === name ? { ...field, value, readBy: 'reviewer' } : field,
  );
  return { ...base, version: 5, fields };
}

describe('comparing what I saw, what I have and what is there now', () => {
  test('finds nothing if no one changed anything', () => {
    expect(fieldDiff(base, { total: { kind: 'accepted' } }, { ...base, version: 5 })).toEqual([]);
    expect(fieldDiff(base, { total: typed(' 2997.6 ') }, base)).toEqual([]);
  });

  test('finds that both changed it to different values', () => {
    expect(fieldDiff(base, { total: typed('2,991.60') }, withField('total', '2,990.60'))).toEqual([
      {
        place: 'total',
        base: stands('2,997.60'),
        mine: stands('2,991.60'),
        theirs: stands('2,990.60'),
        moved: true,
        conflict: true,
      },
    ]);
  });

  test('finds that both changed it to the same, however it is written', () => {
    const [diff] = fieldDiff(base, { total: typed('2991.6') }, withField('total', '2,991.60'));
    expect(diff).toMatchObject({ moved: true, conflict: false });
  });

  test('finds that I had accepted what they changed', () => {
    const [diff] = fieldDiff(base, { total: { kind: 'accepted' } }, withField('total', '2,991.60'));
    expect(diff).toMatchObject({ mine: stands('2,997.60'), conflict: true });
  });

  test('finds that only one of us had the place', () => {
    expect(fieldDiff(base, {}, withField('total', '2,991.60'))).toMatchObject([
      { place: 'total', mine: null, moved: true, conflict: false },
    ]);
    expect(fieldDiff(base, { supplier: { kind: 'unreadable' } }, base)).toMatchObject([
      { place: 'supplier', mine: stands(null, true), moved: false, conflict: false },
    ]);
  });

  test('does not treat their unreadable as empty', () => {
    expect(fieldDiff(base, {}, withField('total', ''))).toMatchObject([{ theirs: stands(null, true) }]);
  });

  test('includes cells, in the order of the document', () => {
    const lines = base.lines.map((line, at) => (at === 1 ? { ...line, amount: '1,218.00' } : line));
    const edits = { 'lineItems.1.amount': typed('1,214.00'), supplier: typed('Harrow') };
    expect(fieldDiff(base, edits, { ...base, lines }).map(({ place }) => place)).toEqual([
      'supplier',
      'lineItems.1.amount',
    ]);
  });
});

describe('merging my edits into their version', () => {
  const theirs = withField('total', '2,991.60');

  test('keeps mine if I choose mine, and nothing if I take theirs', () => {
    const edits: Edits = {
      total: typed('2,990.60'),
      supplier: typed('Harrow'),
      subtotal: { kind: 'accepted' },
    };
    const diffs = fieldDiff(base, edits, theirs);
    expect(mergeEdits(edits, diffs, new Set())).toEqual(edits);
    expect(mergeEdits(edits, diffs, new Set(['total']))).toEqual({
      supplier: typed('Harrow'),
      subtotal: { kind: 'accepted' },
    });
  });

  test('turns an accepted value into a typed one once theirs replaces it', () => {
    const edits: Edits = { total: { kind: 'accepted' } };
    expect(mergeEdits(edits, fieldDiff(base, edits, theirs), new Set())).toEqual({
      total: typed('2,997.60'),
    });
  });

  test('accepts theirs if both say the same', () => {
    const edits: Edits = { total: typed('2991.6') };
    expect(mergeEdits(edits, fieldDiff(base, edits, theirs), new Set())).toEqual({
      total: { kind: 'accepted' },
    });
  });

  test('ends with the chosen value in each place', () => {
    const places = allPlaces(base);
    const value = fc.constantFrom('2,991.60', '2991.6', 'Harrow', '12 Nov 2026', '1');
    const edit = fc.oneof(
      fc.constant({ kind: 'accepted' } as const),
      fc.constant({ kind: 'unreadable' } as const),
      value.map(typed),
    );
    const changed = fc.dictionary(fc.constantFrom(...base.fields.map(({ name }) => name)), value);
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom(...places), edit),
        changed,
        fc.subarray([...places]),
        (edits, changes, taken) => {
          const now = {
            ...base,
            fields: base.fields.map((field) => ({ ...field, value: changes[field.name] ?? field.value })),
          };
          const diffs = fieldDiff(base, edits, now);
          const kept = mergeEdits(edits, diffs, new Set(taken));
          for (const { place, mine, conflict } of diffs) {
            const stood = valueWith(now, {}, place);
            const said = valueWith(now, kept, place);
            if (mine === null || taken.includes(place)) expect(said).toBe(stood);
            else if (conflict) expect(said).toBe(mine.value);
          }
        },
      ),
    );
  });
});

describe('an absent field', () => {
  const document = aReviewDocument({
    fields: [
      aReviewField('total', { value: '12' }),
      aReviewField('dueDate', { value: '', absent: true, readBy: 'reviewer' }),
    ],
  });

  test('is decided, is corrected once, and has no value', () => {
    const edits: Edits = { total: { kind: 'absent' }, dueDate: { kind: 'absent' } };
    expect(listCorrections(document, edits)).toEqual([{ field: 'total', absent: true }]);
    expect(valueWith(document, edits, 'total')).toBeNull();
    expect(undecided({ ...document, differs: ['total'] }, edits, 'review')).not.toContain('total');
  });

  test('differs from an unreadable one, and an accepted one stays absent', () => {
    const [diff] = fieldDiff(document, { dueDate: { kind: 'unreadable' } }, document);
    expect(diff).toMatchObject({ place: 'dueDate', base: { absent: true }, mine: { unreadable: true } });
    expect(fieldDiff(document, { dueDate: { kind: 'accepted' } }, document)).toEqual([]);
  });
});

describe('a value that was taken from the page', () => {
  test('says where, unless it is the value that was read', () => {
    const document = aReviewDocument({ fields: [aReviewField('total', { value: '12' })] });
    const takenFrom = { page: 2, box: [0.1, 0.2, 0.3, 0.04] as [number, number, number, number] };
    expect(listCorrections(document, { total: { kind: 'value', value: '13', takenFrom } })).toEqual([
      { field: 'total', value: '13', takenFrom },
    ]);
    expect(listCorrections(document, { total: { kind: 'value', value: '12', takenFrom } })).toEqual([]);
  });
});

describe('lines after a lost race', () => {
  const { edits = {} } = changeLines(base, {}, { kind: 'remove', line: 0 }) ?? {};
  const [first, second] = base.lines;
  if (first === undefined || second === undefined) throw new Error('The document has two lines.');

  test('are one difference where they were arranged, with their number and sum', () => {
    const [diff, ...others] = fieldDiff(base, edits, base);
    expect(others).toEqual([]);
    expect(diff).toMatchObject({ place: 'lineItems', moved: false, conflict: false });
    expect(diff?.base.value).toMatch(/^2 lines, together /);
    expect(diff?.mine?.value).toMatch(/^1 line, together /);
  });

  test('conflict where both arranged them, and either can be kept', () => {
    const theirs = { ...base, lines: [first, second, { ...second, description: 'Tolls' }] };
    const diffs = fieldDiff(base, edits, theirs);
    expect(diffs).toMatchObject([{ place: 'lineItems', moved: true, conflict: true }]);
    const mine = mergeEdits(edits, diffs, new Set());
    expect(finishLines(theirs, mine).map(({ description }) => description)).toEqual([second.description]);
    expect(mergeEdits(edits, diffs, new Set(['lineItems']))).toEqual({});
  });

  test('do not conflict where both arranged them in the same way', () => {
    const theirs = { ...base, lines: [second] };
    const diffs = fieldDiff(base, edits, theirs);
    expect(diffs).toMatchObject([{ place: 'lineItems', moved: true, conflict: false }]);
    expect(mergeEdits(edits, diffs, new Set())).toEqual({});
  });
});
