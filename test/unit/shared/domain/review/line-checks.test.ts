import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sheetKinds } from '#local/world/sheets/sheet.ts';
import type { Edits } from '#shared/domain/review/draft-rules.ts';
import { lineChecks, describeTotal } from '#shared/domain/review/line-checks.ts';
import { pickSamples, writtenLike } from '#shared/domain/review/printed-amount.ts';
import { fieldProblem } from '#shared/domain/review/field-check.ts';
import {
  aDocumentRead,
  aReviewDocument,
  aReviewField,
  aReviewLine,
} from '#test/builders/a-review-document.ts';

describe('a row', () => {
  const rowOf = (quantity: string, unit: string, amount: string) =>
    lineChecks(aReviewDocument({ lines: [aReviewLine({ quantity, unit, amount })] }), {}).rows[0];

  test.each([
    ['2', '640.00', '1,280.00'],
    ['2', '640', '1.280,00'],
    ['1,5', '3,33', '5,00'],
    ['3', '0.335', '1.01'],
    ['-1', '12.50', '-12.50'],
    ['0.1', '0.2', '0.02'],
    ['123456789012345678', '2', '246913578024691356'],
    // The separator is ambiguous here: it may group thousands or begin three decimal places.
    ['1.250', '2.00', '2.50'],
    ['1.250', '2.00', '2,500.00'],
    ['12,345', '2,00', '24,69'],
    ['2', '1.125', '2.25'],
    ['2', '0.750', '1.500'],
    ['3', '12,500', '37,500'],
  ])('%s times %s is %s', (quantity, unit, amount) => {
    expect(rowOf(quantity, unit, amount)?.state).toBe('fits');
  });

  test.each([
    ['2', '640.00', '1,230.00', '1,280.00'],
    ['36', '8,40', '302,10', '302,40'],
    ['1000', '1.234,00', '1.234.001,00', '1.234.000,00'],
    ['10', "1'234.00", "12'350.00", "12'340.00"],
    ['1.250', '2.00', '2.60', '2,500.00'],
  ])('%s times %s is not %s but %s', (quantity, unit, amount, expected) => {
    expect(rowOf(quantity, unit, amount)).toEqual({ state: 'does not fit', expected });
  });

  test('is unknown without a number in one of its cells, except for the expected result', () => {
    expect(rowOf('two', '640.00', '1,280.00')).toEqual({ state: 'not known', expected: null });
    expect(rowOf('2', '', '1,280.00')).toEqual({ state: 'not known', expected: null });
    expect(rowOf('2', '640.00', '')).toEqual({ state: 'not known', expected: '1,280.00' });
  });
});

describe('the total', () => {
  test('is compared with the field that its check names', () => {
    expect(lineChecks(aReviewDocument(), {}).total).toEqual({
      lines: 2,
      unread: 0,
      sum: '2,493.00',
      field: 'subtotal',
      says: '2,493.00',
      fits: true,
    });
  });

  test('follows a correction of a line, and of the field', () => {
    const typed = (value: string) => ({ kind: 'value', value }) as const;
    const document = aReviewDocument();
    const edits = { 'lineItems.1.amount': typed('1,218.00') };
    expect(lineChecks(document, edits).total).toMatchObject({ sum: '2,498.00', fits: false });
    expect(lineChecks(document, edits).rows[1]).toEqual({ state: 'does not fit', expected: '1,213.00' });
    expect(lineChecks(document, { ...edits, subtotal: typed('2498') }).total).toMatchObject({ fits: true });
    expect(lineChecks(document, { subtotal: { kind: 'unreadable' } }).total).toMatchObject({
      says: null,
      fits: null,
    });
  });

  test('reads amounts with three decimals as such once one of them shows it', () => {
    const amounts = ['1,000.000', '250.500'];
    const document = aReviewDocument({
      lines: amounts.map((amount) => aReviewLine({ quantity: '', unit: '', amount })),
      fields: [aReviewField('subtotal', { type: 'money', value: '1,250.500' })],
    });
    expect(lineChecks(document, {}).total).toMatchObject({ sum: '1,250.500', fits: true });
    const other = { subtotal: { kind: 'value', value: '251,500.000' } } as const;
    expect(lineChecks(document, other).total).toMatchObject({ fits: false });
  });

  test('without such a check is the only field with that value, or none', () => {
    const document = aReviewDocument({ checks: [] });
    expect(lineChecks(document, {}).total).toMatchObject({ field: 'subtotal', fits: true });
    const fields = [...document.fields, aReviewField('net', { type: 'money', value: '2493' })];
    expect(lineChecks({ ...document, fields }, {}).total).toMatchObject({ field: null, fits: null });
    expect(lineChecks({ ...document, fields: [] }, {}).total).toMatchObject({ field: null, fits: null });
  });

  test('is unknown if a line is not a number', () => {
    const lines = [aReviewLine({ amount: '10.00' }), aReviewLine({ amount: '1O.00' })];
    const fields = [aReviewField('subtotal', { type: 'money', value: '20.00' })];
    expect(lineChecks(aReviewDocument({ lines, fields }), {}).total).toMatchObject({
      sum: '10.00',
      unread: 1,
      fits: null,
    });
  });

  test('is none without lines', () => {
    expect(lineChecks(aReviewDocument({ lines: [] }), {})).toEqual({ rows: [], total: null });
  });
});

test('matches the pipeline’s result for what the sandbox reads', () => {
  const about = fc.constantFrom('freight', 'food', 'supplies', 'repairs', 'fuel');
  const ofForm = fc.constantFrom('customs', 'return', 'claim', 'damage', 'inspection');
  const recipe = fc.constantFrom(...sheetKinds).chain((kind) =>
    fc.record({
      kind: fc.constant(kind),
      about: kind === 'form' ? ofForm : about,
      layout: fc.nat(2),
      recipient: fc.constantFrom('Northwind Logistics', 'Kestrel Foods'),
      seed: fc.string(),
      pages: fc.constantFrom(1, 2),
      isScanned: fc.constant(false),
      defect: fc.constantFrom('unsure' as const, 'illegible' as const),
    }),
  );
  fc.assert(
    fc.property(recipe, (asked) => {
      const read = aDocumentRead(asked);
      const { rows, total } = lineChecks(read, {});
      const own = read.checks.find(({ name }) => name.startsWith('Line items add up to'));
      if (own) {
        expect(total?.field).not.toBeNull();
        expect(total?.fits).toBe(own.passed);
        // The digits are the same: the sum is written like the field, and a field under 1,000 has no
        // grouping.
        expect(readDigits(own.detail)).toContain(readDigits(total?.sum ?? 'no sum'));
      }
      const misread = rows.filter(({ state }) => state !== 'fits').length;
      expect(misread).toBeLessThanOrEqual(1);
      // A misread value may be no valid date or IBAN, but an amount stays an amount.
      for (const { name, value, type } of read.fields) {
        if (value !== null && (type === 'money' || type === 'number')) {
          expect(fieldProblem(type, value), name).toBeNull();
        }
      }
    }),
    { numRuns: 400 },
  );
});

function readDigits(text: string | null): string {
  return (text ?? '').replaceAll(/\D/g, '');
}

describe('the wording of line checks', () => {
  test('the total', () => {
    const total = { lines: 5, unread: 0, sum: '2,493.00', field: 'subtotal', says: '2,493.00', fits: true };
    expect(describeTotal(total)).toBe('5 lines sum to 2,493.00, same as subtotal');
    expect(describeTotal({ ...total, says: '2,498.00', fits: false })).toBe(
      '5 lines sum to 2,493.00; subtotal says 2,498.00',
    );
    expect(describeTotal({ ...total, says: null, fits: null })).toBe(
      '5 lines sum to 2,493.00; subtotal is unknown',
    );
    expect(describeTotal({ ...total, field: null, says: null, fits: null })).toBe('5 lines sum to 2,493.00');
    expect(describeTotal({ ...total, unread: 1, fits: null })).toBe(
      '4 lines sum to 2,493.00, without 1 line that is not a number; subtotal says 2,493.00',
    );
    expect(describeTotal({ ...total, unread: 5, fits: null })).toBe('No line has an amount');
    expect(describeTotal({ ...total, lines: 1, field: 'vatBase' })).toBe(
      '1 line comes to 2,493.00, same as VAT base',
    );
  });
});

test('the samples that are picked write an amount as all of them do', () => {
  const sample = fc.constantFrom('12', '1,234', '2.345,60', '0,5', '7.50', "1'000", '', 'x', '3 200,10');
  fc.assert(
    fc.property(fc.array(sample), (samples) => {
      const amount = { units: 123_456_789n, places: 2 };
      expect(writtenLike(pickSamples(samples), amount)).toBe(writtenLike(samples, amount));
    }),
  );
});

test('a currency with three decimals decides how a row is read, and is asked again when it is edited', () => {
  const document = aReviewDocument({
    fields: [aReviewField('currency', { type: 'text', value: 'KWD' })],
    lines: [aReviewLine({ quantity: '2', unit: '1.750', amount: '3.600' })],
  });
  const expected = (edits: Edits) => lineChecks(document, edits).rows[0]?.expected;
  const before = expected({ currency: { kind: 'value', value: 'EUR' } });
  expect(expected({})).toBe('3.500');
  expect(expected({ currency: { kind: 'value', value: 'EUR' } })).toBe(before);
});
