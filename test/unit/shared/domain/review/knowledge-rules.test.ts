import { describe, expect, test } from 'vitest';
import { isSameCompany } from '#shared/domain/review/knowledge-rules.ts';
import { checkInvoice } from '#test/builders/a-checked-invoice.ts';

describe('what the tenant keeps', () => {
  const customer = { names: ['Northwind Logistics'], vatNumbers: ['NL123456782B01'] };
  const supplier = {
    supplierId: 's-1',
    name: 'Spedition Albrecht Söhne GmbH',
    vatNumber: null,
    ibans: ['DE02120300000000202051'],
  };

  test('is not asked for where it is not kept', () => {
    expect(checkInvoice({ 'customer:text': 'Another company' })).toEqual([]);
  });

  test('names the customer', () => {
    expect(
      checkInvoice({ 'customer:text': 'Southwind Logistics' }, { knowledge: { customer } })[0],
    ).toMatchObject({
      rule: 'customer',
      weight: 'stop',
      says: 'Customer is “Southwind Logistics”, not Northwind Logistics.',
    });
    expect(
      checkInvoice(
        { 'supplier:text': null, 'customer:text': 'Rosa Benedetti' },
        { knowledge: { customer }, weights: { missing: 'off' } },
      ),
    ).toEqual([]);
  });

  test('has the supplier with its accounts, of which another one stops the approval', () => {
    const found = checkInvoice({}, { knowledge: { suppliers: [supplier] } });
    expect(found).toEqual([
      expect.objectContaining({ rule: 'supplier', weight: 'stop', places: ['iban', 'supplier'] }),
    ]);
    expect(
      checkInvoice({ 'supplier:text': 'Papier & Pixel GmbH' }, { knowledge: { suppliers: [supplier] } })[0],
    ).toMatchObject({ weight: 'warn' });
    expect(checkInvoice({}, { knowledge: { suppliers: [] } })).toEqual([]);
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
    expect(checkInvoice({}, { knowledge: { earlier } })[0]).toMatchObject({
      rule: 'duplicate',
      weight: 'stop for two',
    });
    expect(
      checkInvoice(
        { 'total:money': '1.200,00', 'tax:money': '200,00', 'vatNumber:vat': 'FR40303265045' },
        { knowledge: { earlier } },
      )[0],
    ).toMatchObject({ weight: 'warn' });
    expect(checkInvoice({}, { knowledge: { earlier }, knowsEarlier: false })).toEqual([]);
  });

  test('has purchase orders of suppliers', () => {
    const purchaseOrders = [{ number: 'NW-1', supplierId: 's-2' }];
    const asked = { knowledge: { purchaseOrders, suppliers: [{ ...supplier, ibans: [] }] } };
    expect(checkInvoice({ 'purchaseOrder:text': 'NW-1' }, asked)[0]?.says).toContain(
      'belongs to another supplier',
    );
    expect(checkInvoice({ 'purchaseOrder:text': 'NW-7' }, asked)[0]?.says).toContain('is not on the list');
  });
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
