import { describe, expect, it } from 'vitest';
import { chooseAnalysis } from '#pipelines/extraction/analysis.ts';
import { findPlaces, matchFields } from '#pipelines/extraction/aws-readers/match-fields.ts';
import type { TextLine } from '#pipelines/extraction/readers.ts';

describe('a value with a name', () => {
  it.each([
    ['total', 'money', { type: 'TOTAL', label: 'Amount due, £', value: '120.50' }],
    ['invoiceNumber', 'text', { type: 'OTHER', label: 'Invoice number', value: 'HPF-20412' }],
    ['originCountry', 'text', { label: 'Country of origin', value: 'Norway' }],
    ['netWeight', 'number', { label: 'Net weight, kg', value: '1,204.5' }],
    ['claimed', 'money', { label: 'Amount claimed', value: '950.00' }],
    ['vehicle', 'text', { label: 'Registration mark', value: 'KX26 TNB' }],
    ['receivedWeight', 'number', { label: 'Received', value: '204.0' }],
  ])('belongs to %s', (name, type, value) => {
    expect(matchFields({ other: 'text', [name]: type }, [value]).get(name)).toBe(value);
  });

  it('goes to the field that its label fits best', () => {
    const values = [
      { label: 'Refund to account', value: 'GB29 XMPL 6016 1331 9268 19' },
      { label: 'Refund', value: '120.50' },
    ];
    const matched = matchFields({ refund: 'money', iban: 'iban' }, values);
    expect(matched.get('refund')?.value).toBe('120.50');
    expect(matched.get('iban')?.value).toContain('GB29');
  });

  it('belongs to no field whose type it cannot have', () => {
    const value = { label: 'Received', value: '204.0' };
    expect(matchFields({ receivedOn: 'date' }, [value]).size).toBe(0);
    const date = { label: 'Received on', value: '12 Nov 2026' };
    expect(matchFields({ receivedOn: 'date', receivedWeight: 'number' }, [date])).toEqual(
      new Map([['receivedOn', date]]),
    );
  });
});

it('expense analysis is for papers with a vendor or a sum to be paid', () => {
  expect(chooseAnalysis({ supplier: 'text', invoiceDate: 'date', total: 'money' })).toBe('expense');
  expect(chooseAnalysis({ policyholder: 'text', claimed: 'money', iban: 'iban' })).toBe('tablesAndForms');
});

describe('the places where missing fields would stand', () => {
  const page: readonly TextLine[] = [
    line('Halden Freight', 0.05),
    line('Invoice date', 0.2),
    line('12.11.2026', 0.2),
    ...Array.from({ length: 20 }, (_, at) => line(`Pallet ${at}`, 0.4 + at * 0.01)),
    line('Total due, £', 0.8),
    line('1,204.50', 0.8),
  ];

  it('are beside or under their labels', () => {
    const places = findPlaces({ total: 'money' }, ['total'], page);
    expect(places.map((at) => page[at]?.text)).toEqual(['Total due, £', '1,204.50']);
  });

  it('are where such a value may be, if no label is found', () => {
    const places = findPlaces({ dueDate: 'date' }, ['dueDate'], page);
    expect(places.map((at) => page[at]?.text)).toEqual(['12.11.2026']);
    expect(findPlaces({ supplier: 'text' }, ['supplier'], page)).toContain(0);
  });
});

function line(text: string, top: number): TextLine {
  return { text, page: 1, box: [0.1, top, 0.2, 0.012] };
}
