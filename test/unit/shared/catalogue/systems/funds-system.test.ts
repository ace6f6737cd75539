import { describe, expect, test } from 'vitest';
import { groupAndSum } from '#shared/catalogue/items/group-and-sum.ts';
import { sampleAttributes } from '#shared/catalogue/items/sample-attributes.ts';
import { funds } from '#shared/catalogue/systems/funds-system.ts';
import { locate } from '#shared/catalogue/questions/locate.ts';
import { askSamples, entityOfSample } from './ask-samples.ts';

const keysOf = (items: readonly { readonly SK?: unknown }[]): unknown[] => items.map(({ SK }) => SK);

/** These are the rows of the source's table: keys, type, amount, status, version and position. */
const rows = [
  ['DOC001', 'DOCUMENT#LATEST', 'Document', undefined, 'Active', 'Latest', undefined],
  ['DOC001', 'DOCUMENT#2025-09-01', 'Document', undefined, 'Historical', 'Historical', undefined],
  ['DOC001', 'CAPITAL_ACTIVITY#LATEST', 'CapitalActivity', 500_000, 'Pending', 'Latest', undefined],
  ['DOC001', 'CAPITAL_ACTIVITY#2025-08-15', 'CapitalActivity', 450_000, 'Completed', 'Historical', undefined],
  ['DOC001', 'CAPITAL_CALL#POSITION_1', 'CapitalCall', 500_000, 'Pending', 'Latest', 'POSITION_1'],
  ['DOC001', 'DISTRIBUTION#POSITION_1', 'Distribution', 75_000, 'Completed', 'Latest', 'POSITION_1'],
  [
    'DOC001',
    'UNFUNDED_COMMITMENT#POSITION_1',
    'UnfundedCommitment',
    1_500_000,
    'Active',
    'Latest',
    'POSITION_1',
  ],
  ['DOC001', 'CAPITAL_CALL#POSITION_2', 'CapitalCall', 300_000, 'Pending', 'Latest', 'POSITION_2'],
  ['DOC001', 'DISTRIBUTION#POSITION_2', 'Distribution', 45_000, 'Completed', 'Latest', 'POSITION_2'],
  [
    'DOC001',
    'UNFUNDED_COMMITMENT#POSITION_2',
    'UnfundedCommitment',
    850_000,
    'Active',
    'Latest',
    'POSITION_2',
  ],
  ['DOC002', 'DOCUMENT#LATEST', 'Document', undefined, 'Active', 'Latest', undefined],
  ['DOC002', 'CAPITAL_CALL#POSITION_1', 'CapitalCall', 750_000, 'Completed', 'Latest', 'POSITION_1'],
  ['DOC002', 'DISTRIBUTION#POSITION_1', 'Distribution', 120_000, 'Pending', 'Latest', 'POSITION_1'],
  ['DOC002', 'CAPITAL_CALL#POSITION_2', 'CapitalCall', 400_000, 'Pending', 'Latest', 'POSITION_2'],
];

/**
 * These are the rows that the source prints for its two indexes: the index keys, and the keys of the item.
 */
const byEntity = [
  ['DOCUMENT#LATEST#DOC001', 'METADATA', 'DOC001', 'DOCUMENT#LATEST'],
  ['DOCUMENT#LATEST#DOC002', 'METADATA', 'DOC002', 'DOCUMENT#LATEST'],
  ['CAPITAL_CALL#POSITION_1#DOC001', 'LATEST', 'DOC001', 'CAPITAL_CALL#POSITION_1'],
  ['CAPITAL_CALL#POSITION_2#DOC001', 'LATEST', 'DOC001', 'CAPITAL_CALL#POSITION_2'],
  ['DISTRIBUTION#POSITION_1#DOC001', 'LATEST', 'DOC001', 'DISTRIBUTION#POSITION_1'],
];
const byPosition = [
  ['POSITION_1', 'CAPITAL_CALL#DOC001', 'DOC001', 'CAPITAL_CALL#POSITION_1'],
  ['POSITION_1', 'DISTRIBUTION#DOC001', 'DOC001', 'DISTRIBUTION#POSITION_1'],
  ['POSITION_1', 'CAPITAL_CALL#DOC002', 'DOC002', 'CAPITAL_CALL#POSITION_1'],
  ['POSITION_2', 'CAPITAL_CALL#DOC001', 'DOC001', 'CAPITAL_CALL#POSITION_2'],
];

describe('investment funds', () => {
  const overview = askSamples(funds, 'documentOverview', { documentId: 'DOC001' });

  test('has the 14 rows of the source, value by value', () => {
    expect(
      funds.samples.main.map(({ PK, SK, EntityType, Amount, Status, Version, PositionId }) => [
        PK,
        SK,
        EntityType,
        Amount,
        Status,
        Version,
        PositionId,
      ]),
    ).toEqual(rows);
  });

  test('has the keys of the two indexes as the source prints them', () => {
    const items = funds.samples.main;
    expect(items.map(({ GSI_PK, GSI_SK, PK, SK }) => [GSI_PK, GSI_SK, PK, SK])).toEqual(
      expect.arrayContaining(byEntity),
    );
    expect(items.map(({ GSI2_PK, GSI2_SK, PK, SK }) => [GSI2_PK, GSI2_SK, PK, SK])).toEqual(
      expect.arrayContaining(byPosition),
    );
  });

  test('answers the overview of a document with one query', () => {
    expect(locate(funds, 'documentOverview').operation).toBe('Query');
    const kinds = overview.map((item) => entityOfSample(funds, 'main', item));
    expect(kinds).toEqual([
      'CapitalActivityVersion',
      'CapitalActivity',
      'CapitalCall',
      'CapitalCall',
      'Distribution',
      'Distribution',
      'DocumentVersion',
      'Document',
      'UnfundedCommitment',
      'UnfundedCommitment',
    ]);
    const types = overview.map(({ EntityType }) => EntityType);
    expect(types.filter((type) => type === 'Document')).toHaveLength(2);
    expect(types.filter((type) => type === 'CapitalActivity')).toHaveLength(2);
  });

  test('gives each position one call, one distribution and one commitment', () => {
    const ofPositions = overview.filter(({ PositionId }) => PositionId !== undefined);
    const grouped = groupAndSum(
      ofPositions.map((item) => sampleAttributes(funds, 'main', item)),
      { by: ['PositionId', 'EntityType'], sum: ['Amount'] },
    );
    expect(JSON.stringify(grouped)).toContain('1500000');
    expect(ofPositions.map(({ PositionId, EntityType, Amount }) => [PositionId, EntityType, Amount])).toEqual(
      [
        ['POSITION_1', 'CapitalCall', 500_000],
        ['POSITION_2', 'CapitalCall', 300_000],
        ['POSITION_1', 'Distribution', 75_000],
        ['POSITION_2', 'Distribution', 45_000],
        ['POSITION_1', 'UnfundedCommitment', 1_500_000],
        ['POSITION_2', 'UnfundedCommitment', 850_000],
      ],
    );
  });

  test('finds a position across documents in 5 items', () => {
    const found = askSamples(funds, 'positionAcrossDocuments', { positionId: 'POSITION_1' });
    expect(found.map(({ GSI2_SK }) => GSI2_SK)).toEqual([
      'CAPITAL_CALL#DOC001',
      'CAPITAL_CALL#DOC002',
      'DISTRIBUTION#DOC001',
      'DISTRIBUTION#DOC002',
      'UNFUNDED_COMMITMENT#DOC001',
    ]);
  });

  test.each([
    ['2025-01-01', '2025-12-31', ['DOCUMENT#2025-09-01']],
    // The source itself asks for this range, which is empty.
    ['2025-01-01', '2025-06-30', []],
  ])('finds only dated versions between %s and %s', (from, to, expected) => {
    expect(keysOf(askSamples(funds, 'historicalBetween', { documentId: 'DOC001', from, to }))).toEqual(
      expected,
    );
  });

  test('finds all versions, the latest after the dated ones', () => {
    const found = askSamples(funds, 'versionsOfDocument', { documentId: 'DOC001' });
    expect(keysOf(found)).toEqual(['DOCUMENT#2025-09-01', 'DOCUMENT#LATEST']);
  });

  test('finds everything starting with CAPITAL_, activity and calls', () => {
    const found = askSamples(funds, 'capitalOfDocument', { documentId: 'DOC001' });
    expect(keysOf(found)).toEqual([
      'CAPITAL_ACTIVITY#2025-08-15',
      'CAPITAL_ACTIVITY#LATEST',
      'CAPITAL_CALL#POSITION_1',
      'CAPITAL_CALL#POSITION_2',
    ]);
  });

  test('does not confuse capital calls with capital activity', () => {
    const ask = (kind: string) => askSamples(funds, 'itemsOfKind', { documentId: 'DOC001', kind });
    expect(keysOf(ask('CAPITAL_ACTIVITY'))).toHaveLength(2);
    expect(keysOf(ask('CAPITAL_CALL'))).toHaveLength(2);
    expect(keysOf(ask('DOCUMENT'))).toHaveLength(2);
  });

  test.each(['latestDocument', 'latestCapitalActivity', 'capitalCallOfPosition', 'commitmentOfPosition'])(
    'reads one item by its key: %s',
    (pattern) => {
      expect(locate(funds, pattern).operation).toBe('GetItem');
    },
  );

  test.each([
    ['capitalCallByKey', 'CAPITAL_CALL#POSITION_1#DOC001'],
    ['distributionByKey', 'DISTRIBUTION#POSITION_1#DOC001'],
    ['commitmentByKey', 'UNFUNDED_COMMITMENT#POSITION_1#DOC001'],
    ['latestDocumentByKey', 'DOCUMENT#LATEST#DOC001'],
  ])('finds an entity by its unique key: %s', (pattern, key) => {
    const found = askSamples(funds, pattern, { documentId: 'DOC001', positionId: 'POSITION_1' });
    expect(found.map(({ GSI_PK }) => GSI_PK)).toEqual([key]);
  });

  test('has no two items under one key of GSI_Entity_Document, so that none is hot', () => {
    const keys = funds.samples.main.flatMap(({ GSI_PK }) => (GSI_PK === undefined ? [] : [GSI_PK]));
    expect(new Set(keys).size).toBe(keys.length);
  });
});
