import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Knowledge } from '#shared/contract/review-rules.ts';
import { checkDocument } from '#shared/domain/review/rules.ts';
import { aLine, checkedInvoice, checkInvoice } from '#test/builders/a-checked-invoice.ts';

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
          checkDocument({ fields, lines, checks, knowsEarlier: true }, {}, knowledge),
        ).not.toThrow();
      },
    ),
    { numRuns: 300 },
  );
});

test('the time for a long text grows with its length, and not with the square of it', () => {
  const time = (length: number): number => {
    const text = '1.'.repeat(length / 2);
    const values = Object.fromEntries(Object.keys(checkedInvoice).map((key) => [key, text]));
    const took = Array.from({ length: 7 }, () => {
      const from = process.cpuUsage();
      for (let round = 0; round < 20; round += 1)
        checkInvoice(values, { checks: [text], lines: [aLine(text, text, text)] });
      const { user, system } = process.cpuUsage(from);
      return user + system;
    });
    return Math.min(...took);
  };
  // Eight times the length takes about 8 times as long; the square of it would be 64.
  expect(time(16_000) / Math.max(500, time(2_000))).toBeLessThan(32);
});
