import { describe, expect, test } from 'vitest';
import { catalogue } from '#shared/catalogue/catalogue.ts';
import type { SystemDeclaration } from '#shared/catalogue/declaration.ts';
import { toPartitionPattern, partitionsOfTenant } from '#shared/catalogue/iam/policy-statements.ts';
import { locate } from '#shared/catalogue/questions/locate.ts';
import { impossibleKey } from '#main/aws/check/table-checks.ts';
import { isLike } from '../../../shared/catalogue/iam/evaluate.ts';

const systems: readonly SystemDeclaration[] = Object.values(catalogue);
const questions = systems.flatMap((system) =>
  Object.keys(system.patterns).map((key) => ({
    name: `${system.id}.${key}`,
    system,
    ...locate(system, key),
  })),
);
const unscoped = { parameter: undefined, id: null };

describe('a key that no item has', () => {
  test.each(questions)('is in a partition of $name, as IAM would allow it', ({ schema, pattern, system }) => {
    const key = impossibleKey(schema, pattern.partition, { parameter: system.tenant, id: null });
    const partition = key[schema.partition.name];
    if (schema.sort !== undefined && schema.partition.type === 'S') {
      expect(isLike(toPartitionPattern(pattern.partition), (partition as { S: string }).S)).toBe(true);
    }
    const last = Object.values(key).at(-1);
    expect(JSON.stringify(last)).toMatch(/SLUICE.CHECK|sluice-check|-9{38}/);
  });

  test.each(questions.filter(({ system }) => system.tenant !== undefined))(
    'is within the tenant if $name can be limited to one',
    ({ schema, pattern, system }) => {
      const own = partitionsOfTenant(pattern.partition, system.tenant ?? '', 'acme');
      if (own === null) return;
      const key = impossibleKey(schema, pattern.partition, { parameter: system.tenant, id: 'acme' });
      expect(isLike(own, (key[schema.partition.name] as { S: string }).S)).toBe(true);
    },
  );

  test('is an unused partition if there is no sort key', () => {
    const schema = { partition: { name: 'status', type: 'S' } } as const;
    expect(impossibleKey(schema, 'STUCK', unscoped)).toEqual({ status: { S: 'SLUICE#CHECK' } });
    // Any day may belong to real items, however long ago it is.
    expect(impossibleKey(schema, '{day:date}', unscoped)).toEqual({ status: { S: 'SLUICE#CHECK' } });
    expect(impossibleKey(schema, 'FILE#{fileId}', unscoped)).toEqual({ status: { S: 'FILE#SLUICE-CHECK' } });
  });

  test('is a number if the key is one', () => {
    const schema = { partition: { name: 'pk', type: 'N' }, sort: { name: 'sk', type: 'N' } } as const;
    const digits = `-${'9'.repeat(38)}`;
    expect(impossibleKey(schema, '{year:number}', unscoped)).toEqual({
      pk: { N: digits },
      sk: { N: digits },
    });
  });
});
