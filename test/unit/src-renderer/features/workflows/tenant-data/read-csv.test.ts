import { describe, expect, it } from 'vitest';
import { readOrdersCsv, readSuppliersCsv } from '#renderer/features/workflows/tenant-data/read-csv.ts';

describe('a CSV file of suppliers', () => {
  it('is read with semicolons or commas, quotes, German heads and several accounts in a cell', () => {
    const german =
      '\uFEFFLieferant;USt-Id;IBAN\r\n"Möller & Söhne ""Nord"" GmbH";DE123;DE89 3704 / GB33 BUKB\r\n\r\n';
    expect(readSuppliersCsv(german)).toEqual({
      entries: [
        {
          supplierId: 'moller-sohne-nord-gmbh',
          name: 'Möller & Söhne "Nord" GmbH',
          vatNumber: 'DE123',
          ibans: ['DE89 3704', 'GB33 BUKB'],
        },
      ],
      problems: [],
    });
    expect(readSuppliersCsv('id,name\n7,Harrow').entries).toEqual([
      { supplierId: '7', name: 'Harrow', vatNumber: null, ibans: [] },
    ]);
  });

  it('has its problems named by line, and none of it is taken for an entry', () => {
    expect(readSuppliersCsv('name,iban\n,GB33\nHarrow,\nHarrow,GB33')).toMatchObject({
      problems: ['Line 2 has no name.', 'Line 4 repeats "harrow".'],
    });
    expect(readSuppliersCsv('iban\nGB33').problems).toEqual(['The head line has no column "name".']);
    expect(readSuppliersCsv('name\n"Harrow').problems).toEqual(['A quote does not end.']);
    expect(readSuppliersCsv('name\n').problems).toEqual(['The file has no entries.']);
    const many = ['name', ...Array.from({ length: 1_001 }, (_, index) => `Supplier ${String(index)}`)];
    expect(readSuppliersCsv(many.join('\n')).problems).toEqual([
      'The file has 1,001 entries; a list has at most 1,000.',
    ]);
  });
});

it('a CSV file of purchase orders has numbers once, however they are grouped', () => {
  expect(readOrdersCsv('PO\tSupplier\nNW-40211\tharrow\nNW 40211\t')).toEqual({
    entries: [{ number: 'NW-40211', supplierId: 'harrow' }],
    problems: ['Line 3 repeats "NW40211".'],
  });
});
