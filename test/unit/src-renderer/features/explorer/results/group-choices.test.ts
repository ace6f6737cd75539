import { describe, expect, it } from 'vitest';
import { catalogue } from '#shared/catalogue/catalogue.ts';
import type { Attributes } from '#shared/catalogue/items/attribute-value.ts';
import { groupAndSum } from '#shared/catalogue/items/group-and-sum.ts';
import { sampleAttributes } from '#shared/catalogue/items/sample-attributes.ts';
import type { ReadItem } from '#shared/contract/explorer.ts';
import { exactText, groupChoices, groupCsv } from '#renderer/features/explorer/results/group-choices.ts';

function items(...all: readonly Attributes[]): readonly ReadItem[] {
  return all.map((attributes, place) => ({
    handle: `h${String(place)}`,
    entity: null,
    attributes,
    bytes: 1,
    catchingUp: false,
    expired: false,
  }));
}

const overview = items(
  ...catalogue.funds.samples.main
    .map((sample) => sampleAttributes(catalogue.funds, 'main', sample))
    .filter((attributes) => JSON.stringify(attributes['PK']) === '{"S":"DOC001"}'),
);

describe('what items can be grouped by and summed', () => {
  it('offers plain attributes, those of keys last, and the numbers that are amounts', () => {
    const { by, sum, firstBy, firstSum } = groupChoices(catalogue.funds, overview);
    expect(by.slice(0, 5).toSorted()).toEqual(['Amount', 'EntityType', 'PositionId', 'Status', 'Version']);
    expect(by.indexOf('PK')).toBeGreaterThan(4);
    expect(sum).toEqual(['Amount']);
    expect(firstSum).toEqual(['Amount']);
    expect(firstBy).toBe('EntityType');
  });

  it('brings the positions of DOC001 to the sums of the source', () => {
    const groups = groupAndSum(
      overview.map(({ attributes }) => attributes),
      { by: ['PositionId', 'EntityType'], sum: ['Amount'] },
    );
    const first = groups.filter(({ group }) => group[0] === 'POSITION_1');
    expect(first.map(({ group, sums }) => [group[1], exactText(sums[0]?.total ?? '')])).toEqual([
      ['CapitalCall', '500,000'],
      ['Distribution', '75,000'],
      ['UnfundedCommitment', '1,500,000'],
    ]);
  });

  it('does not offer maps, nor a version as a sum, and takes other names as they come', () => {
    const { by, sum, firstSum } = groupChoices(
      catalogue.extraction,
      items(
        { __proto__x: { S: 'a' }, counts: { M: {} }, version: { N: '1' }, mine: { N: '2' } },
        { constructor: { S: 'b' }, version: { N: '2' }, mine: { S: 'x' } },
      ),
    );
    expect(by).not.toContain('counts');
    expect(by).toContain('constructor');
    expect(sum).toEqual(['version', 'mine']);
    expect(firstSum).toEqual(['mine']);
  });

  it('has no first choice where there is nothing', () => {
    expect(groupChoices(catalogue.hr, [])).toEqual({ by: [], sum: [], firstBy: null, firstSum: [] });
  });
});

describe('sums as they are read', () => {
  it('keeps every digit', () => {
    expect(exactText('12345678901234567890123456789012345678')).toBe(
      '12,345,678,901,234,567,890,123,456,789,012,345,678',
    );
    expect(exactText('-1500000.25')).toBe('−1,500,000.25');
    expect(exactText('1E+125')).toBe('1E+125');
    expect(exactText('999')).toBe('999');
  });

  it('are copied as digits, without separators', () => {
    expect(
      groupCsv(
        ['Status'],
        ['Amount'],
        [
          { group: ['Active'], count: 2, sums: [{ attribute: 'Amount', total: '1500000', counted: 2 }] },
          { group: ['(masked)'], count: 1, sums: [{ attribute: 'Amount', total: null, counted: 0 }] },
        ],
      ),
    ).toEqual([
      ['Status', 'items', 'sum of Amount'],
      ['Active', '2', '1500000'],
      ['(masked)', '1', ''],
    ]);
  });
});
