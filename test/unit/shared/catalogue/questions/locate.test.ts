import { describe, expect, it } from 'vitest';
import { locate } from '#shared/catalogue/questions/locate.ts';
import { aSystem } from '#test/builders/a-system.ts';

describe('locate', () => {
  it.each([
    ['branch', 'GetItem', 'main', null],
    ['reader', 'GetItem', 'readers', null],
    ['loans', 'Query', 'main', null],
    ['loansBetween', 'Query', 'main', null],
    ['due', 'Query', 'main', 'GSI1'],
    ['loansById', 'BatchGetItem', 'main', null],
  ])('answers "%s" by %s', (pattern, operation, tableKey, indexName) => {
    expect(locate(aSystem(), pattern)).toMatchObject({ operation, tableKey, indexName });
  });

  it('queries an index even for one item, since an index has no GetItem', () => {
    const system = aSystem();
    const due = {
      ...locate(system, 'due').pattern,
      sort: { equals: '{moment:epochMs}' },
      gives: 'one',
    } as const;
    expect(locate({ ...system, patterns: { due } }, 'due').operation).toBe('Query');
  });

  it('gives the keys of the index and each parameter once', () => {
    const { schema, holes } = locate(aSystem(), 'due');
    expect(schema.partition.name).toBe('GSI1PK');
    expect(holes).toEqual([
      { name: 'branchId', kind: 'text' },
      { name: 'status', kind: 'text' },
      { name: 'moment', kind: 'epochMs' },
    ]);
    expect(locate(aSystem(), 'loansBetween').holes.map(({ name }) => name)).toEqual([
      'branchId',
      'since',
      'until',
    ]);
  });

  it.each(['none', 'toString', '__proto__'])('throws on the unknown pattern "%s"', (pattern) => {
    expect(() => locate(aSystem(), pattern)).toThrow(`has no pattern "${pattern}"`);
  });
});
