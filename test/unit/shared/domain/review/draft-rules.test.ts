import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { correctionSchema } from '#shared/contract/review/document.ts';
import {
  allPlaces,
  correctionsOf,
  placesToDecide,
  undecided,
  valueAt,
  valueWith,
  type Edits,
} from '#shared/domain/review/draft-rules.ts';
import { aDocumentRead, aReviewDocument, aReviewField } from '#test/builders/a-review-document.ts';

describe('what a person has to look at', () => {
  test('flagged fields in the order of the document, then amounts of unsure lines', () => {
    expect(placesToDecide(aReviewDocument(), 'review')).toEqual(['total', 'lineItems.1.amount']);
  });

  test('without thresholds nothing is known of the lines', () => {
    expect(placesToDecide(aReviewDocument({ thresholds: null }), 'review')).toEqual(['total']);
  });

  test('in the third step also what the two differ in', () => {
    const differs = ['supplier', 'lineItems.0.unit', 'total'];
    expect(placesToDecide(aReviewDocument({ differs, step: 'third' }), 'review')).toEqual([
      'supplier',
      'total',
      'lineItems.0.unit',
      'lineItems.1.amount',
    ]);
  });

  test('in a check of quality everything that was read, what the schema asks for, and every amount', () => {
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

  test('what was accepted, typed or called unreadable is decided; what was emptied is not', () => {
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

describe('what is a correction', () => {
  const document = aReviewDocument();

  test('only another value than was read, without the spaces around it', () => {
    expect(
      correctionsOf(document, {
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

  test('also that nobody can read it, and cells of the table', () => {
    expect(
      correctionsOf(document, {
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

  test('nothing of a place that the document does not have', () => {
    expect(
      correctionsOf(document, {
        carrier: { kind: 'value', value: 'x' },
        'lineItems.9.amount': { kind: 'value', value: '1' },
      }),
    ).toEqual([]);
  });

  test('however it is edited, the contract takes it, and no correction says what stood there', () => {
    const edit = fc.oneof(
      fc.constant({ kind: 'accepted' } as const),
      fc.constant({ kind: 'unreadable' } as const),
      fc.record({ kind: fc.constant('value' as const), value: fc.string({ maxLength: 20 }) }),
    );
    const places = fc.constantFrom(...allPlaces(document));
    fc.assert(
      fc.property(fc.dictionary(places, edit), (edits) => {
        for (const correction of correctionsOf(document, edits)) {
          expect(correctionSchema.safeParse(correction).success).toBe(true);
          if ('value' in correction) expect(correction.value).not.toBe(valueAt(document, correction.field));
        }
      }),
    );
  });

  test('typing every value as it stands corrects nothing', () => {
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
          expect(correctionsOf(read, edits)).toEqual([]);
        },
      ),
      { numRuns: 100 },
    );
  });
});

test('the value as it stands, and with what was made of it', () => {
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
