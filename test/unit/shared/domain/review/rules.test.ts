import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildSchema } from '#local/world/sheets/fields.ts';
import { readAll } from '#local/world/sheets/reading.ts';
import { makeSheet } from '#local/world/sheets/sheet-of.ts';
import { sheetKinds, subjects, type SheetRecipe } from '#local/world/sheets/sheet.ts';
import type { Finding, Knowledge, Weights } from '#shared/contract/review-rules.ts';
import { findRole } from '#shared/domain/review/field-roles.ts';
import { isSameCompany } from '#shared/domain/review/knowledge-rules.ts';
import {
  buildSubject,
  checkDocument,
  listAgainstApproval,
  listStops,
  noKnowledge,
  type Subject,
} from '#shared/domain/review/rules.ts';
import { aReviewDocument, aReviewField, aReviewLine } from '#test/builders/a-review-document.ts';

/** A whole invoice in which everything is right. `values` are "name:type" with the value. */
const invoice: Readonly<Record<string, string | null>> = {
  'supplier:text': 'Spedition Albrecht Söhne GmbH',
  'customer:text': 'Northwind Logistics',
  'invoiceNumber:text': 'SAS-20417',
  'invoiceDate:date': '12.11.2026',
  'dueDate:date': '12.12.2026',
  'vatNumber:vat': 'DE136695976',
  'currency:enum:EUR|GBP': 'EUR',
  'subtotal:money': '1.000,00',
  'tax:money': '190,00',
  'total:money': '1.190,00',
  'iban:iban': 'DE89 3704 0044 0532 0130 00',
};

interface Asked {
  readonly lines?: Subject['lines'];
  readonly checks?: readonly string[];
  readonly weights?: Weights;
  readonly knowledge?: Partial<Knowledge>;
  readonly changed?: readonly string[];
}

function check(values: Readonly<Record<string, string | null>>, asked: Asked = {}): readonly Finding[] {
  const fields = Object.entries({ ...invoice, ...values }).map(([key, value]) => {
    const [name = '', ...type] = key.split(':');
    return { name, type: type.join(':'), value };
  });
  const { lines = [], checks = [], weights = {}, knowledge = {}, changed = [] } = asked;
  return checkDocument({ fields, lines, checks, changed: new Set(changed) }, weights, {
    ...noKnowledge,
    ...knowledge,
  });
}

const line = (quantity: string, unit: string, amount: string) => ({
  description: '',
  quantity,
  unit,
  amount,
});

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
  const lines = [line('2', '250,00', '500,00'), line('1', '500,00', '500,00')];
  expect(check({ 'purchaseOrder:text': 'NW 1' }, { knowledge, lines })).toEqual([]);
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
    expect(check(values)).toEqual([expect.objectContaining(finding)]);
  });

  test('what it says is a sentence with the values', () => {
    expect(check({ 'total:money': '1.196,00' })[0]?.says).toBe(
      'Subtotal 1.000,00 and tax 190,00 make 1.190,00, but total says 1.196,00.',
    );
    expect(check({ 'iban:iban': 'DE89 3704 0044 0532 0130 01' })[0]?.says).toBe(
      'IBAN: The check digits of this IBAN are wrong. A character may be misread.',
    );
  });
});

describe('lines', () => {
  const lines = [line('2', '250,00', '500,00'), line('1', '500,00', '500,00')];

  test('whose amount is not quantity times price are noted', () => {
    const found = check({}, { lines: [line('2', '250,00', '560,00'), line('1', '440,00', '440,00')] });
    expect(found).toEqual([expect.objectContaining({ rule: 'line amount', weight: 'note' })]);
    expect(found[0]?.says).toBe('Line 1: 2 × 250,00 is 500,00, not 560,00.');
  });

  test('that do not add up lead to the line that is wrong by its own price', () => {
    const found = check({}, { lines: [line('2', '250,00', '560,00'), line('1', '500,00', '500,00')] });
    expect(found.find(({ rule }) => rule === 'sum of lines')?.places).toEqual([
      'lineItems.0.amount',
      'subtotal',
    ]);
  });

  test('may include the tax, or a discount', () => {
    expect(check({}, { lines: [line('1', '1.190,00', '1.190,00')] })).toEqual([]);
    expect(
      check(
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
      check(
        { 'subtotal:money': '1.001,00', 'total:money': '1.191,00' },
        { lines: [...lines, line('1', '', '')] },
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
    expect(check(values, { weights })).toEqual([]);
    expect(
      check({ ...values, 'mwst7:money': '1,00', 'total:money': '220,00' }, { weights })[0],
    ).toMatchObject({
      rule: 'taxes',
      says: '7 % of 100,00 is 7,00, but mwst7 says 1,00.',
    });
  });

  test('follow the rate that the readers found on the document', () => {
    const checks = ['Tax is 19 % of the subtotal'];
    expect(check({}, { checks })).toEqual([]);
    expect(check({ 'tax:money': '100,00', 'total:money': '1.100,00' }, { checks })[0]?.places).toEqual([
      'tax',
      'subtotal',
    ]);
  });

  test('are at most the highest rate of the country', () => {
    expect(check({ 'tax:money': '250,00', 'total:money': '1.250,00' })[0]?.says).toBe(
      'Tax is 25.0 % of subtotal; the highest rate of DE is 19 %.',
    );
  });

  test('of a form are less, where it says so', () => {
    const fields = { 'costs:money': '500.00', 'excess:money': '100.00', 'claimed:money': '400.00' };
    expect(check(fields)).toEqual([]);
    expect(check({ ...fields, 'claimed:money': '900.00' })[0]?.says).toBe(
      'Costs 500.00 less excess 100.00 make 400.00, but claimed says 900.00.',
    );
  });
});

describe('dates with slashes', () => {
  test('have the month first only where amounts are in dollars', () => {
    const dates = { 'invoiceDate:date': '11/12/2026', 'dueDate:date': '12/25/2026' };
    expect(check(dates)[0]).toMatchObject({ rule: 'date exists', places: ['dueDate'] });
    expect(
      check(
        { ...dates, 'currency:enum:EUR|GBP|USD': 'USD', 'currency:enum:EUR|GBP': null },
        { weights: { missing: 'off' } },
      ),
    ).toEqual([]);
  });

  test('are far from the day of receipt in both readings before it is said', () => {
    const far = check({ 'invoiceDate:date': '12.11.2020' }, { knowledge: { receivedOn: '2026-11-20' } });
    expect(far.map(({ rule }) => rule)).toEqual(['date span']);
    expect(far[0]?.says).toContain('days before the day on which the document arrived');
  });
});

describe('what the tenant keeps', () => {
  const customer = { names: ['Northwind Logistics'], vatNumbers: ['NL123456782B01'] };
  const supplier = {
    supplierId: 's-1',
    name: 'Spedition Albrecht Söhne GmbH',
    vatNumber: null,
    ibans: ['DE02120300000000202051'],
  };

  test('is not asked for where it is not kept', () => {
    expect(check({ 'customer:text': 'Another company' })).toEqual([]);
  });

  test('names the customer', () => {
    expect(check({ 'customer:text': 'Southwind Logistics' }, { knowledge: { customer } })[0]).toMatchObject({
      rule: 'customer',
      weight: 'stop',
      says: 'Customer is “Southwind Logistics”, not Northwind Logistics.',
    });
    expect(
      check(
        { 'supplier:text': null, 'customer:text': 'Rosa Benedetti' },
        { knowledge: { customer }, weights: { missing: 'off' } },
      ),
    ).toEqual([]);
  });

  test('has the supplier with its accounts, of which another one stops the approval', () => {
    const found = check({}, { knowledge: { suppliers: [supplier] } });
    expect(found).toEqual([
      expect.objectContaining({ rule: 'supplier', weight: 'stop', places: ['iban', 'supplier'] }),
    ]);
    expect(
      check({ 'supplier:text': 'Papier & Pixel GmbH' }, { knowledge: { suppliers: [supplier] } })[0],
    ).toMatchObject({ weight: 'warn' });
    expect(check({}, { knowledge: { suppliers: [] } })).toEqual([]);
  });

  test('has the same invoice before, with the same amount or another', () => {
    const earlier = [
      {
        batchId: 'b',
        documentId: 'd',
        fileName: 'first.pdf',
        acceptedAt: '2026-10-01T08:00:00Z',
        amount: '1190',
        isSameAmount: true,
      },
    ];
    expect(check({}, { knowledge: { earlier } })[0]).toMatchObject({
      rule: 'duplicate',
      weight: 'stop for two',
    });
    expect(
      check(
        { 'total:money': '1.200,00', 'tax:money': '200,00', 'vatNumber:vat': 'FR40303265045' },
        { knowledge: { earlier } },
      )[0],
    ).toMatchObject({ weight: 'warn' });
    expect(check({}, { knowledge: { earlier }, changed: ['invoiceNumber'] })).toEqual([]);
  });

  test('has purchase orders of suppliers', () => {
    const purchaseOrders = [{ number: 'NW-1', supplierId: 's-2' }];
    const asked = { knowledge: { purchaseOrders, suppliers: [{ ...supplier, ibans: [] }] } };
    expect(check({ 'purchaseOrder:text': 'NW-1' }, asked)[0]?.says).toContain('belongs to another supplier');
    expect(check({ 'purchaseOrder:text': 'NW-7' }, asked)[0]?.says).toContain('is not on the list');
  });
});

describe('weights', () => {
  test('of the workflow replace the usual ones', () => {
    const wrong = { 'iban:iban': 'DE89 3704 0044 0532 0130 01' };
    expect(check(wrong, { weights: { iban: 'off' } })).toEqual([]);
    expect(check(wrong, { weights: { iban: 'note' } })[0]?.weight).toBe('note');
  });

  test('stand in order, the heaviest first', () => {
    const found = check({ 'iban:iban': 'DE00', 'total:money': '1,00', 'dueDate:date': '12.12.2028' });
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

test.each([
  ['NORTHWIND LOGISTICS B.V.', 'Northwind Logistics', true],
  ['Northwind Logistics, Accounts Payable, Quay 7', 'Northwind Logistics', true],
  ['Alder und Finch Versicherung AG', 'Alder & Finch Versicherung', true],
  ['Northwlnd Logistics', 'Northwind Logistics', false],
  ['A very long name that the page has no ro…', 'A very long name that the page has no room for', true],
  ['Łódź Spółka', 'Lodz Spolka', true],
  ['?', 'Northwind Logistics', true],
])('“%s” and “%s” are the same company: %s', (printed, known, isSame) => {
  expect(isSameCompany(printed, known)).toBe(isSame);
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
        checkDocument({ fields, lines: sheet.lines, checks, changed: new Set() }, {}, knowledge),
        `${kind} ${about}`,
      ).toEqual([]);
    }
  }
});

const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom(
    '(',
    '9'.repeat(2_000),
    '-'.repeat(2_000),
    '1.'.repeat(900),
    ' '.repeat(2_000),
    'DE'.repeat(900),
    '.,'.repeat(999),
    '__proto__',
  ),
);

test('no text makes a rule fail, and a document full of it takes no time', () => {
  const types = [null, 'text', 'date', 'money', 'number', 'iban', 'vat', 'enum:a|b', '/^(a+)+$/', '/[/', ''];
  const field = fc.record({
    name: fc.oneof(
      fc.constantFrom('total', 'tax', 'subtotal', 'iban', 'customer', 'supplier', 'currency', 'dueDate'),
      fc.string({ maxLength: 80 }),
    ),
    type: fc.constantFrom(...types),
    value: fc.option(hostile),
  });
  const cells = fc.record({ description: hostile, quantity: hostile, unit: hostile, amount: hostile });
  fc.assert(
    fc.property(
      fc.array(field, { maxLength: 20 }),
      fc.array(cells, { maxLength: 10 }),
      fc.array(hostile, { maxLength: 4 }),
      hostile,
      (fields, lines, checks, text) => {
        const knowledge: Knowledge = {
          customer: { names: [text], vatNumbers: [text] },
          suppliers: [{ supplierId: text, name: text, vatNumber: text, ibans: [text] }],
          purchaseOrders: [{ number: text, supplierId: text }],
          earlier: [
            {
              batchId: text,
              documentId: text,
              fileName: text,
              acceptedAt: text,
              amount: text,
              isSameAmount: false,
            },
          ],
          receivedOn: text,
        };
        expect(() =>
          checkDocument({ fields, lines, checks, changed: new Set() }, {}, knowledge),
        ).not.toThrow();
      },
    ),
    { numRuns: 300 },
  );
});

test('a text of twice the length takes about twice the time', () => {
  const time = (length: number): number => {
    const text = '1.'.repeat(length / 2);
    const values = Object.fromEntries(Object.keys(invoice).map((key) => [key, text]));
    const took = Array.from({ length: 7 }, () => {
      const from = process.cpuUsage();
      for (let round = 0; round < 20; round += 1)
        check(values, { checks: [text], lines: [line(text, text, text)] });
      const { user, system } = process.cpuUsage(from);
      return user + system;
    });
    return Math.min(...took);
  };
  // Eight times would be the square.
  expect(time(16_000) / Math.max(500, time(2_000))).toBeLessThan(32);
});
