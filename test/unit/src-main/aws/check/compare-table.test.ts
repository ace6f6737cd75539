import type { TableDescription } from '@aws-sdk/client-dynamodb';
import { describe, expect, test } from 'vitest';
import { createTableRequest } from '#shared/catalogue/create-table-request.ts';
import type { SystemDeclaration } from '#shared/catalogue/declaration.ts';
import { catalogue } from '#shared/catalogue/catalogue.ts';
import { compareTable, listQuestions } from '#main/aws/check/compare-table.ts';

const systems: readonly SystemDeclaration[] = Object.values(catalogue);
const tables = systems.flatMap((system) =>
  Object.entries(system.tables).map(([tableKey, declared]) => ({
    name: declared.name,
    system,
    tableKey,
    declared,
  })),
);

/** Returns AWS's description of a table that was created as it is declared. */
function described({ declared }: Pick<(typeof tables)[number], 'declared'>): TableDescription {
  const { GlobalSecondaryIndexes = [], ...request } = createTableRequest('t', declared);
  return {
    ...request,
    TableStatus: 'ACTIVE',
    GlobalSecondaryIndexes: GlobalSecondaryIndexes.map((index) => ({ ...index, IndexStatus: 'ACTIVE' })),
  };
}

const compare = (table: (typeof tables)[number], change: Partial<TableDescription> = {}) =>
  compareTable({
    ...table,
    found: { ...described(table), ...change },
    questions: listQuestions(table.system, 'admin'),
  });

const main = tables.find(({ name }) => name === 'autowired-{stage}') as (typeof tables)[number];
const [gsi1, ...others] = described(main).GlobalSecondaryIndexes ?? [];

test.each(tables)('$name as declared has no difference', (table) => {
  expect(compare(table)).toEqual([]);
});

test.each(
  tables.flatMap((table) => Object.keys(table.declared.indexes ?? {}).map((index) => ({ ...table, index }))),
)('without its index $index, $name reports which questions that costs', ({ index, ...table }) => {
  const indexes =
    described(table).GlobalSecondaryIndexes?.filter(({ IndexName }) => IndexName !== index) ?? [];
  const [difference, ...more] = compare(table, { GlobalSecondaryIndexes: indexes });
  expect(more).toEqual([]);
  expect(difference).toMatchObject({ where: `index ${index}`, found: 'missing', matters: true });
  expect(difference?.means).toMatch(/questions? cannot be asked: “/);
});

describe('the state of a table', () => {
  test.each([
    ['UPDATING', false],
    ['CREATING', true],
    ['DELETING', true],
    ['INACCESSIBLE_ENCRYPTION_CREDENTIALS', true],
  ] as const)('%s', (TableStatus, matters) => {
    expect(compare(main, { TableStatus })).toMatchObject([
      { where: 'status of the table', found: TableStatus, matters },
    ]);
  });
});

describe('the state of an index', () => {
  test('excludes its questions while it is being filled', () => {
    const filling = { ...gsi1, IndexStatus: 'CREATING', Backfilling: true } as const;
    expect(compare(main, { GlobalSecondaryIndexes: [filling, ...others] })).toMatchObject([
      {
        where: 'status of index GSI1',
        expected: 'ACTIVE',
        found: 'CREATING, being backfilled',
        matters: true,
      },
    ]);
  });

  test('is missing for a local index, which is fine', () => {
    const { IndexStatus: _, ...local } = gsi1 ?? {};
    expect(compare(main, { GlobalSecondaryIndexes: others, LocalSecondaryIndexes: [local] })).toEqual([]);
  });
});

describe('the projection of an index', () => {
  const holding = (Projection: NonNullable<typeof gsi1>['Projection']) =>
    compare(main, { GlobalSecondaryIndexes: [{ ...gsi1, Projection }, ...others] });

  test('that is too small is reported as not projected', () => {
    expect(holding({ ProjectionType: 'INCLUDE', NonKeyAttributes: ['name', 'email'] })).toMatchObject([
      {
        where: 'projection of index GSI1',
        expected: 'all attributes',
        found: 'keys, email and name',
        means: expect.stringMatching(/^Shown as not projected in its lists: /),
        matters: true,
      },
    ]);
    expect(holding({ ProjectionType: 'INCLUDE', NonKeyAttributes: ['name', 'email'] })[0]?.means).not.toMatch(
      /\b(?:GSI1PK|PK|SK|name|email)\b/,
    );
  });

  test('that is too large costs more, and nothing else', () => {
    const keysOnly = systems
      .flatMap((system) =>
        Object.entries(system.tables).map(([tableKey, declared]) => ({
          name: '',
          system,
          tableKey,
          declared,
        })),
      )
      .find(({ declared }) =>
        Object.values(declared.indexes ?? {}).some(({ projection }) => projection !== 'ALL'),
      );
    if (keysOnly === undefined) return;
    const all = described(keysOnly).GlobalSecondaryIndexes?.map((index) => ({
      ...index,
      Projection: { ProjectionType: 'ALL' as const },
    }));
    const differences = compare(keysOnly, { GlobalSecondaryIndexes: all ?? [] });
    expect(differences.length).toBeGreaterThan(0);
    expect(differences.every(({ matters }) => !matters)).toBe(true);
  });
});
