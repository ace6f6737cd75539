import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildSchema } from '#local/world/sheets/fields.ts';
import { readAll } from '#local/world/sheets/reading.ts';
import { makeSheet } from '#local/world/sheets/sheet-of.ts';
import { sheetKinds, subjects, type SheetRecipe } from '#local/world/sheets/sheet.ts';
import type { Finding, Knowledge, Weights } from '#shared/contract/review-rules.ts';
import { findRole } from '#shared/domain/review/field-roles.ts';
import {
  buildSubject,
  checkDocument,
  listAgainstApproval,
  listStops,
  noKnowledge,
} from '#shared/domain/review/rules.ts';
import { aLine, checkInvoice } from '#test/builders/a-checked-invoice.ts';
import { aReviewDocument, aReviewField, aReviewLine } from '#test/builders/a-review-document.ts';

test('nothing is found in an invoice that is right', () => {
  const knowledge: Partial<Knowledge> = {
    customer: { names: ['Northwind Logistics'], vatNumbers: [] },
    suppliers: [
      {
        supplierId: 's-1',
        name: 'Spedition Albrecht Soehne',
        vatNumber: 'DE 136 695 976',
        ibans: ['DE89370400440532013000'],
      },
    ],
    purchaseOrders: [{ number: 'NW-1', supplierId: 's-1' }],
    earlier: [],
    receivedOn: '2026-11-14',
  };
  const lines = [aLine('2', '250,00', '500,00'), aLine('1', '500,00', '500,00')];
  expect(checkInvoice({ 'purchaseOrder:text': 'NW 1' }, { knowledge, lines })).toEqual([]);
});

describe('one wrong value is found, with its weight and the place to look at first', () => {
  test.each<[string, Record<string, string | null>, Partial<Finding>]>([
    [
      'an IBAN',
      { 'iban:iban': 'DE89 3704 0044 0532 0130 01' },
      { rule: 'iban', weight: 'stop', places: ['iban'] },
    ],
    ['a VAT number', { 'vatNumber:vat': 'DE136695978' }, { rule: 'vat number', weight: 'warn' }],
    ['a day that does not exist', { 'dueDate:date': '31.11.2026' }, { rule: 'date exists', weight: 'stop' }],
    ['a date that is none', { 'dueDate:date': 'soon' }, { rule: 'format', weight: 'warn' }],
    [
      'a due date before the invoice',
      { 'dueDate:date': '12.10.2026' },
      { rule: 'date order', places: ['dueDate', 'invoiceDate'] },
    ],
    ['a term of two years', { 'dueDate:date': '12.12.2028' }, { rule: 'date span', weight: 'note' }],
    ['a second currency', { 'total:money': '$1,190.00' }, { rule: 'currency', weight: 'warn' }],
    [
      'a total',
      { 'total:money': '1.196,00' },
      { rule: 'taxes', weight: 'warn', places: ['total', 'tax', 'subtotal'] },
    ],
    [
      'a value that is not allowed',
      { 'currency:enum:EUR|GBP': 'EUB' },
      { rule: 'format', places: ['currency'] },
    ],
    ['an amount that is none', { 'total:money': 'l.190,00' }, { rule: 'format', places: ['total'] }],
    [
      'a missing value',
      { 'invoiceNumber:text': null },
      { rule: 'missing', weight: 'warn', places: ['invoiceNumber'] },
    ],
  ])('%s', (_, values, finding) => {
    expect(checkInvoice(values)).toEqual([expect.objectContaining(finding)]);
  });

  test('what it says is a sentence with the values', () => {
    expect(checkInvoice({ 'total:money': '1.196,00' })[0]?.says).toBe(
      'Subtotal 1.000,00 and tax 190,00 make 1.190,00, but total says 1.196,00.',
    );
    expect(checkInvoice({ 'iban:iban': 'DE89 3704 0044 0532 0130 01' })[0]?.says).toBe(
      'IBAN: The check digits of this IBAN are wrong. A character may be misread.',
    );
  });
});

describe('lines', () => {
  const lines = [aLine('2', '250,00', '500,00'), aLine('1', '500,00', '500,00')];

  test('whose amount is not quantity times price are noted', () => {
    const found = checkInvoice(
      {},
      { lines: [aLine('2', '250,00', '560,00'), aLine('1', '440,00', '440,00')] },
    );
    expect(found).toEqual([expect.objectContaining({ rule: 'line amount', weight: 'note' })]);
    expect(found[0]?.says).toBe('Line 1: 2 × 250,00 is 500,00, not 560,00.');
  });

  test('that do not add up lead to the line that is wrong by its own price', () => {
    const found = checkInvoice(
      {},
      { lines: [aLine('2', '250,00', '560,00'), aLine('1', '500,00', '500,00')] },
    );
    expect(found.find(({ rule }) => rule === 'sum of lines')?.places).toEqual([
      'lineItems.0.amount',
      'subtotal',
    ]);
  });

  test('may include the tax, or a discount', () => {
    expect(checkInvoice({}, { lines: [aLine('1', '1.190,00', '1.190,00')] })).toEqual([]);
    expect(
      checkInvoice(
        {
          'subtotal:money': '900,00',
          'tax:money': '171,00',
          'total:money': '1.071,00',
          'rabatt:money': '100,00',
        },
        { lines },
      ),
    ).toEqual([]);
  });

  test('are not compared while one of them cannot be read', () => {
    expect(
      checkInvoice(
        { 'subtotal:money': '1.001,00', 'total:money': '1.191,00' },
        { lines: [...lines, aLine('1', '', '')] },
      ),
    ).toEqual([]);
  });
});

describe('taxes', () => {
  test('of several rates are added up, each by its own rate', () => {
    const values = {
      'subtotal:money': null,
      'tax:money': null,
      'netto19:money': '100,00',
      'mwst19:money': '19,00',
      'netto7:money': '100,00',
      'mwst7:money': '7,00',
      'total:money': '226,00',
    };
    const weights: Weights = { missing: 'off' };
    expect(checkInvoice(values, { weights })).toEqual([]);
    expect(
      checkInvoice({ ...values, 'mwst7:money': '1,00', 'total:money': '220,00' }, { weights })[0],
    ).toMatchObject({
      rule: 'taxes',
      says: '7 % of 100,00 is 7,00, but mwst7 says 1,00.',
    });
  });

  test('follow the rate that the readers found on the document', () => {
    const checks = ['Tax is 19 % of the subtotal'];
    expect(checkInvoice({}, { checks })).toEqual([]);
    expect(checkInvoice({ 'tax:money': '100,00', 'total:money': '1.100,00' }, { checks })[0]?.places).toEqual(
      ['tax', 'subtotal'],
    );
  });

  test.each([
    ['DKK', '2 679,25', '67', '669,81'],
    ['', '2 679,25', '67', '669,81'],
    ['EUR', '2.679', '67', '669,75'],
    ['JPY', '2679', '67', '670'],
  ])('are told with the decimals of the currency: %s', (currency, net, tax, due) => {
    const values = {
      'currency:enum:EUR|GBP': null,
      'currency:text': currency,
      'netto25:money': net,
      'mwst25:money': tax,
    };
    const weights: Weights = { missing: 'off', 'sum of lines': 'off' };
    expect(
      checkInvoice(
        { ...values, 'subtotal:money': null, 'tax:money': null, 'total:money': null },
        { weights },
      )[0]?.says,
    ).toBe(`25 % of ${net} is ${due}, but mwst25 says ${tax}.`);
  });

  test('are at most the highest rate of the country', () => {
    expect(checkInvoice({ 'tax:money': '250,00', 'total:money': '1.250,00' })[0]?.says).toBe(
      'Tax is 25.0 % of subtotal; the highest rate of DE is 19 %.',
    );
  });

  test('and lines of a document in dinars agree as they are printed', () => {
    const written = (fils: number, marks: readonly [group: string, decimal: string]): string => {
      const whole = String(Math.floor(fils / 1_000)).replaceAll(/\B(?=(?:\d{3})+$)/g, marks[0]);
      return `${whole}${marks[1]}${String(fils % 1_000).padStart(3, '0')}`;
    };
    const aRow = fc.record({
      quantity: fc.integer({ min: 1, max: 40 }),
      unit: fc.integer({ min: 1, max: 900_000 }),
    });
    const marks = fc.constantFrom([',', '.'] as const, ['.', ','] as const);
    fc.assert(
      fc.property(fc.array(aRow, { minLength: 1, maxLength: 8 }), marks, (rows, by) => {
        const net = rows.reduce((sum, { quantity, unit }) => sum + quantity * unit, 0);
        const tax = Math.round(net * 0.05);
        const found = checkInvoice(
          {
            'currency:enum:EUR|GBP': null,
            'currency:text': 'KWD',
            'subtotal:money': written(net, by),
            'tax:money': written(tax, by),
            'total:money': written(net + tax, by),
          },
          {
            checks: ['Tax is 5 % of the subtotal'],
            lines: rows.map(({ quantity, unit }) =>
              aLine(String(quantity), written(unit, by), written(quantity * unit, by)),
            ),
          },
        );
        const ofAmounts = found.filter(({ rule }) => ['line amount', 'sum of lines', 'taxes'].includes(rule));
        expect(ofAmounts).toEqual([]);
      }),
    );
  });

  test('in dinars without a known rate are not compared as thousands', () => {
    const values = { 'currency:enum:EUR|GBP': null, 'currency:text': 'KWD', 'vatNumber:vat': null };
    const found = checkInvoice({
      ...values,
      'subtotal:money': '1,250.500',
      'tax:money': '62.525',
      'total:money': '1,313.025',
    });
    expect(found.filter(({ rule }) => rule === 'taxes')).toEqual([]);
  });

  test.each([
    ['KWD', '1501.000'],
    ['EUR', '1.501.000'],
  ])('of a line that does not fit are told as the document prints them: %s', (currency, due) => {
    const found = checkInvoice(
      { 'currency:enum:EUR|GBP': null, 'currency:text': currency, ...noSums },
      { lines: [aLine('2', '750.500', '900.500')] },
    );
    expect(found.find(({ rule }) => rule === 'line amount')?.says).toBe(
      `Line 1: 2 × 750.500 is ${due}, not 900.500.`,
    );
  });

  test('of a form are less, where it says so', () => {
    const fields = { 'costs:money': '500.00', 'excess:money': '100.00', 'claimed:money': '400.00' };
    expect(checkInvoice(fields)).toEqual([]);
    expect(checkInvoice({ ...fields, 'claimed:money': '900.00' })[0]?.says).toBe(
      'Costs 500.00 less excess 100.00 make 400.00, but claimed says 900.00.',
    );
  });
});

/** The invoice of these tests has sums with two decimals. */
const noSums = { 'subtotal:money': null, 'tax:money': null, 'total:money': null };

describe('dates with slashes', () => {
  test('have the month first only where amounts are in dollars', () => {
    const dates = { 'invoiceDate:date': '11/12/2026', 'dueDate:date': '12/25/2026' };
    expect(checkInvoice(dates)[0]).toMatchObject({ rule: 'date exists', places: ['dueDate'] });
    expect(
      checkInvoice(
        { ...dates, 'currency:enum:EUR|GBP|USD': 'USD', 'currency:enum:EUR|GBP': null },
        { weights: { missing: 'off' } },
      ),
    ).toEqual([]);
  });

  test('are far from the day of receipt in both readings before it is said', () => {
    const far = checkInvoice(
      { 'invoiceDate:date': '12.11.2020' },
      { knowledge: { receivedOn: '2026-11-20' } },
    );
    expect(far.map(({ rule }) => rule)).toEqual(['date span']);
    expect(far[0]?.says).toContain('days before the day on which the document arrived');
  });
});

describe('weights', () => {
  test('of the workflow replace the usual ones', () => {
    const wrong = { 'iban:iban': 'DE89 3704 0044 0532 0130 01' };
    expect(checkInvoice(wrong, { weights: { iban: 'off' } })).toEqual([]);
    expect(checkInvoice(wrong, { weights: { iban: 'note' } })[0]?.weight).toBe('note');
  });

  test('stand in order, the heaviest first', () => {
    const found = checkInvoice({ 'iban:iban': 'DE00', 'total:money': '1,00', 'dueDate:date': '12.12.2028' });
    expect(found.map(({ weight }) => weight)).toEqual(['stop', 'warn', 'note']);
    expect(listStops(found)).toHaveLength(1);
    expect(listAgainstApproval(found)).toHaveLength(2);
  });
});

test.each([
  ['Rechnungs-Datum', 'date', 'invoice date'],
  ['fälligkeitsdatum', 'date', 'due date'],
  ['mwst_19', 'money', 'tax'],
  ['vat', 'money', 'tax'],
  ['vat', 'vat', 'vat number'],
  ['UStIdNr', 'text', 'vat number'],
  ['gesamtbetrag', 'money', 'total'],
  ['total', 'date', null],
  ['bankAccount', 'iban', 'iban'],
  ['lot', 'text', null],
])('the field %s of type %s is understood as %s', (name, type, role) => {
  expect(findRole({ name, type })).toBe(role);
});

test('a document with edits is checked as it stands now', () => {
  const document = aReviewDocument({
    fields: [
      aReviewField('subtotal', { type: 'money', value: '10.00' }),
      aReviewField('iban', { type: 'iban', value: 'GB33 BUKB 2020 1555 5555 56' }),
      aReviewField('dueDate', { type: 'date', value: null }),
    ],
    lines: [aReviewLine({ quantity: '1', unit: '10.00', amount: '10.00' })],
    checks: [],
  });
  const rules = (edits: Parameters<typeof buildSubject>[1]) =>
    checkDocument(buildSubject(document, edits), {}, noKnowledge).map(({ rule }) => rule);
  expect(rules({})).toEqual(['iban', 'missing']);
  expect(
    rules({ iban: { kind: 'value', value: 'GB33 BUKB 2020 1555 5555 55' }, dueDate: { kind: 'absent' } }),
  ).toEqual([]);
  expect(
    rules({
      iban: { kind: 'unreadable' },
      dueDate: { kind: 'absent' },
      'lineItems.0.amount': { kind: 'value', value: '11.00' },
    }),
  ).toEqual(['sum of lines', 'line amount']);
});

test('nothing is found in anything that the sandbox prints', () => {
  for (const kind of sheetKinds) {
    for (const about of subjects) {
      const recipe: SheetRecipe = {
        kind,
        about,
        layout: 1,
        recipient: 'Kestrel Foods',
        seed: `${kind} ${about}`,
        pages: 1,
        isScanned: false,
      };
      const schema = buildSchema(kind, about);
      const sheet = makeSheet(recipe);
      const fields = Object.entries(schema).map(([name, type]) => ({
        name,
        type,
        value: sheet.fields.find((field) => field.name === name)?.value ?? null,
      }));
      const checks = readAll(recipe, { schema, reviewThreshold: 0.85 }).checks.map(({ name }) => name);
      const knowledge = {
        ...noKnowledge,
        customer: { names: ['Kestrel Foods'], vatNumbers: [] },
        receivedOn: '2026-11-15',
      };
      expect(
        checkDocument({ fields, lines: sheet.lines, checks, knowsEarlier: true }, {}, knowledge),
        `${kind} ${about}`,
      ).toEqual([]);
    }
  }
});
