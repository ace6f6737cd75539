import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Attributes } from '#shared/catalogue/items/attribute-value.ts';
import { catalogue } from '#shared/catalogue/catalogue.ts';
import { compareItems } from '#shared/catalogue/items/compare-items.ts';
import type { ReadItem } from '#shared/contract/explorer.ts';
import {
  comparedText,
  comparisonSummary,
  defaultPair,
  differingPart,
  itemLabels,
  onlyDifferences,
} from '#renderer/features/explorer/results/compare-items.ts';

function item(handle: string, sort: string, entity: string | null = null, partition = 'DOC001'): ReadItem {
  const attributes: Attributes = { PK: { S: partition }, SK: { S: sort } };
  return { handle, entity, attributes, bytes: 1, catchingUp: false, expired: false };
}

const versions = [
  item('call', 'CAPITAL_CALL#POSITION_1', 'CapitalCall'),
  item('old', 'DOCUMENT#2024-12-31', 'DocumentVersion'),
  item('new', 'DOCUMENT#2025-06-30', 'DocumentVersion'),
  item('latest', 'DOCUMENT#LATEST', 'Document'),
];

describe('which two items are compared at first', () => {
  it('are those that were selected', () => {
    expect(defaultPair(catalogue.funds, versions, ['latest', 'call'])).toEqual(['latest', 'call']);
  });

  it('are else the newest version before the latest, and the latest', () => {
    expect(defaultPair(catalogue.funds, versions)).toEqual(['new', 'latest']);
    expect(defaultPair(catalogue.funds, versions, ['gone', 'call'])).toEqual(['new', 'latest']);
  });

  it('are else two of a kind, then any two, then none', () => {
    const [call, old, newer] = versions;
    if (call === undefined || old === undefined || newer === undefined)
      throw new Error('A version is missing.');
    expect(defaultPair(catalogue.funds, [call, old, newer])).toEqual(['old', 'new']);
    expect(defaultPair(catalogue.funds, [call, old])).toEqual(['call', 'old']);
    expect(defaultPair(catalogue.funds, [call])).toBeNull();
  });

  it('never mixes the versions of two documents', () => {
    const other = item('other', 'DOCUMENT#2025-12-31', 'DocumentVersion', 'DOC002');
    expect(defaultPair(catalogue.funds, [other, ...versions])).toEqual(['new', 'latest']);
  });
});

describe('how items are called', () => {
  it('names the partition only where it is not the same for all', () => {
    expect(itemLabels(catalogue.funds, versions).get('latest')).toBe('Document DOCUMENT#LATEST');
    const two = [...versions, item('other', 'DOCUMENT#LATEST', 'Document', 'DOC002')];
    expect(itemLabels(catalogue.funds, two).get('other')).toBe('Document DOC002 / DOCUMENT#LATEST');
  });

  it('tells two of one name apart, and says what is masked', () => {
    const masked: ReadItem = {
      ...item('m', ''),
      attributes: { PK: { MASKED: { what: 'an e-mail address', revealable: true } }, SK: { S: 'A' } },
    };
    expect([...itemLabels(catalogue.hr, [masked, { ...masked, handle: 'n' }]).values()]).toEqual([
      'A',
      'A (2)',
    ]);
  });
});

describe('what differs', () => {
  it('is marked where it differs', () => {
    expect(differingPart('DOCUMENT#2024-12-31', 'DOCUMENT#LATEST')).toEqual([
      { start: 'DOCUMENT#', differs: '2024-12-31', end: '' },
      { start: 'DOCUMENT#', differs: 'LATEST', end: '' },
    ]);
    expect(differingPart('500', '5500')[0].differs).toBe('');
    expect(differingPart('👩‍🚀', '👩‍🔬')[0]).toEqual({ start: '', differs: '👩‍🚀', end: '' });
  });

  it('is cut without loss, and is nothing only where one text is in the other', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (left, right) => {
        const parts = differingPart(left, right);
        expect(parts.map(({ start, differs, end }) => start + differs + end)).toEqual([left, right]);
        if (parts.every(({ differs }) => differs === '')) expect(left).toBe(right);
      }),
    );
  });

  it('counts what is masked as neither, and keeps it in sight', () => {
    const masked = { MASKED: { what: 'an e-mail address', revealable: true } };
    const compared = compareItems(
      { a: { N: '1' }, b: { S: 'x' }, c: masked, d: { S: 'only' } },
      { a: { N: '1.0' }, b: { S: 'y' }, c: masked },
    );
    expect(comparisonSummary(compared)).toBe(
      '1 differs, 1 is in one only, 1 is the same, 1 is masked and not compared.',
    );
    expect(onlyDifferences(compared).map(({ name }) => name)).toEqual(['b', 'c', 'd']);
    expect(comparisonSummary([])).toBe('Neither has an attribute.');
  });

  it('is written with every digit', () => {
    expect(comparedText({ N: '12345678901234567890' })).toBe('12,345,678,901,234,567,890');
    expect(comparedText(null)).toBe('(none)');
  });
});
