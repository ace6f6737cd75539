import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Attributes } from '#shared/catalogue/items/attribute-value.ts';
import { catalogue } from '#shared/catalogue/catalogue.ts';
import { compareItems } from '#shared/catalogue/items/compare-items.ts';
import type { ReadItem } from '#shared/contract/explorer.ts';
import {
  formatCompared,
  summarizeComparison,
  chooseDefaultPair,
  findDifferingPart,
  labelItems,
  filterDifferences,
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

describe('the two items to compare first', () => {
  it('are the selected ones', () => {
    expect(chooseDefaultPair(catalogue.funds, versions, ['latest', 'call'])).toEqual(['latest', 'call']);
  });

  it('are otherwise the latest version and the newest one before it', () => {
    expect(chooseDefaultPair(catalogue.funds, versions)).toEqual(['new', 'latest']);
    expect(chooseDefaultPair(catalogue.funds, versions, ['gone', 'call'])).toEqual(['new', 'latest']);
  });

  it('are otherwise two of a kind, or any two, or none', () => {
    const [call, old, newer] = versions;
    if (call === undefined || old === undefined || newer === undefined)
      throw new Error('A version is missing.');
    expect(chooseDefaultPair(catalogue.funds, [call, old, newer])).toEqual(['old', 'new']);
    expect(chooseDefaultPair(catalogue.funds, [call, old])).toEqual(['call', 'old']);
    expect(chooseDefaultPair(catalogue.funds, [call])).toBeNull();
  });

  it('never mix versions of two documents', () => {
    const other = item('other', 'DOCUMENT#2025-12-31', 'DocumentVersion', 'DOC002');
    expect(chooseDefaultPair(catalogue.funds, [other, ...versions])).toEqual(['new', 'latest']);
  });
});

describe('the labels of items', () => {
  it('contain the partition only if it is not the same for all', () => {
    expect(labelItems(catalogue.funds, versions).get('latest')).toBe('Document DOCUMENT#LATEST');
    const two = [...versions, item('other', 'DOCUMENT#LATEST', 'Document', 'DOC002')];
    expect(labelItems(catalogue.funds, two).get('other')).toBe('Document DOC002 / DOCUMENT#LATEST');
  });

  it('distinguish two of the same name, and say which part is masked', () => {
    const masked: ReadItem = {
      ...item('m', ''),
      attributes: { PK: { MASKED: { what: 'an e-mail address', revealable: true } }, SK: { S: 'A' } },
    };
    expect([...labelItems(catalogue.hr, [masked, { ...masked, handle: 'n' }]).values()]).toEqual([
      'A',
      'A (2)',
    ]);
  });
});

describe('the difference of two values', () => {
  it('is marked where it is', () => {
    expect(findDifferingPart('DOCUMENT#2024-12-31', 'DOCUMENT#LATEST')).toEqual([
      { start: 'DOCUMENT#', differs: '2024-12-31', end: '' },
      { start: 'DOCUMENT#', differs: 'LATEST', end: '' },
    ]);
    expect(findDifferingPart('500', '5500')[0].differs).toBe('');
    expect(findDifferingPart('👩‍🚀', '👩‍🔬')[0]).toEqual({ start: '', differs: '👩‍🚀', end: '' });
  });

  it('is cut without loss, and empty only if one text contains the other', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (left, right) => {
        const parts = findDifferingPart(left, right);
        expect(parts.map(({ start, differs, end }) => start + differs + end)).toEqual([left, right]);
        if (parts.every(({ differs }) => differs === '')) expect(left).toBe(right);
      }),
    );
  });

  it('excludes masked values, which stay visible', () => {
    const masked = { MASKED: { what: 'an e-mail address', revealable: true } };
    const compared = compareItems(
      { a: { N: '1' }, b: { S: 'x' }, c: masked, d: { S: 'only' } },
      { a: { N: '1.0' }, b: { S: 'y' }, c: masked },
    );
    expect(summarizeComparison(compared)).toBe(
      '1 differs, 1 is in one only, 1 is the same, 1 is masked and not compared.',
    );
    expect(filterDifferences(compared).map(({ name }) => name)).toEqual(['b', 'c', 'd']);
    expect(summarizeComparison([])).toBe('No attributes.');
  });

  it('is written with every digit', () => {
    expect(formatCompared({ N: '12345678901234567890' })).toBe('12,345,678,901,234,567,890');
    expect(formatCompared(null)).toBe('(none)');
  });
});
