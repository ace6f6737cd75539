import { describe, expect, it, test } from 'vitest';
import type { Edits } from '#shared/domain/review/draft-rules.ts';
import { aReviewLine } from '#test/builders/a-review-document.ts';
import {
  findEditedLine,
  mergeCells,
  readPastedCells,
  splitAtWord,
  splitByAmount,
  splitByQuantity,
} from '#shared/domain/review/line-values.ts';

describe('two lines that are joined', () => {
  test.each([
    ['0.750', '1.500', '2.250'],
    ['1,500', '0,750', '2,250'],
    ['1.500', '2.250', '3.750'],
    ['1.500,00', '2.250,00', '3.750,00'],
    ['1,00,000.00', '50,000.00', '150,000.00'],
  ])('of %s and %s amount to %s', (one, other, sum) => {
    const line = (amount: string) => aReviewLine({ quantity: '', unit: '', amount });
    expect(mergeCells(line(one), line(other)).amount).toBe(sum);
  });
});

describe('a paste from a spreadsheet', () => {
  test.each([
    ['one cell', 'Pallets', [['Pallets']]],
    [
      'rows and columns',
      'Pallets\t2\r\nFuel\t1\r\n',
      [
        ['Pallets', '2'],
        ['Fuel', '1'],
      ],
    ],
    [
      'columns that look like rupees',
      '2,50,100\n3,50,150',
      [
        ['2', '50', '100'],
        ['3', '50', '150'],
      ],
    ],
    ['quoted cells with breaks and quotes', '"Pallets,\n""new"""\t2', [['Pallets, "new"', '2']]],
    [
      'semicolons',
      'Pallets;2;5,00\nFuel;1;3,00',
      [
        ['Pallets', '2', '5,00'],
        ['Fuel', '1', '3,00'],
      ],
    ],
    [
      'commas',
      'Pallets,2\nFuel,1',
      [
        ['Pallets', '2'],
        ['Fuel', '1'],
      ],
    ],
    ['one column of amounts with commas', '7.733,00\n1.200,50', [['7.733,00'], ['1.200,50']]],
    ['a sentence with a comma', 'Pallets, new', [['Pallets, new']]],
  ])('reads %s', (_, text, values) => {
    expect(readPastedCells(text, 'description')?.values).toEqual(values);
  });

  it('leaves out headings, and columns that do not fit', () => {
    expect(readPastedCells('Qty\tPrice\tTotal\n2\t5\t10', 'unit')).toEqual({
      values: [['2', '5']],
      hadHeadings: true,
      columnsLeftOut: 1,
    });
  });

  it('of nothing is nothing', () => {
    expect(readPastedCells('', 'unit')).toBeUndefined();
    expect(readPastedCells(' \t \n', 'unit')).toBeUndefined();
  });
});

describe('a line that is split', () => {
  const line = { description: 'Pallets and fuel', quantity: '4', unit: '2,50', amount: '10,00' };

  it('by quantity has its amounts from the unit price', () => {
    expect(splitByQuantity(line, '1')).toEqual([
      { ...line, quantity: '1', amount: '2,50' },
      { ...line, quantity: '3', amount: '7,50' },
    ]);
    expect(splitByQuantity({ ...line, unit: '' }, '1')?.map(({ amount }) => amount)).toEqual([
      '2,50',
      '7,50',
    ]);
    for (const quantity of ['4', '0', 'x', '']) expect(splitByQuantity(line, quantity)).toBeUndefined();
  });

  it('by amount has the rest in the second', () => {
    expect(splitByAmount(line, '4')).toEqual([
      { description: line.description, quantity: '', unit: '', amount: '4' },
      { description: line.description, quantity: '', unit: '', amount: '6,00' },
    ]);
    expect(splitByAmount(line, '10,00')).toBeUndefined();
  });

  it('at a word leaves the numbers in the first', () => {
    expect(splitAtWord(line, 1)).toEqual([
      { ...line, description: 'Pallets' },
      { description: 'and fuel', quantity: '', unit: '', amount: '' },
    ]);
    expect(splitAtWord(line, 0)).toBeUndefined();
    expect(splitAtWord(line, 3)).toBeUndefined();
  });
});

describe('a line with edits', () => {
  const line = aReviewLine({ description: 'Pallets', quantity: '2', unit: '5.00', amount: '10.00' });
  const place = 'lineItems.3.amount';

  it('stays the same object while no value of it changes, so that it is not parsed again', () => {
    expect(findEditedLine(line, { [place]: { kind: 'accepted' }, total: { kind: 'accepted' } }, 3)).toBe(
      line,
    );
    const edits: Edits = { [place]: { kind: 'value', value: ' 12.00 ' } };
    const edited = findEditedLine(line, edits, 3);
    expect(edited).toEqual({ description: 'Pallets', quantity: '2', unit: '5.00', amount: '12.00' });
    expect(findEditedLine(line, { ...edits, total: { kind: 'value', value: '1' } }, 3)).toBe(edited);
    expect(findEditedLine(line, edits, 2)).toBe(line);
  });

  it('has no value where a cell is unreadable or empty, and the one that was read where nothing is typed yet', () => {
    const edits: Edits = {
      'lineItems.0.description': { kind: 'unreadable' },
      'lineItems.0.quantity': { kind: 'absent' },
      'lineItems.0.unit': { kind: 'value', value: ' ' },
    };
    expect(findEditedLine(line, edits, 0)).toEqual({
      description: '',
      quantity: '',
      unit: '5.00',
      amount: '10.00',
    });
  });
});
