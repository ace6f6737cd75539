import { describe, expect, test } from 'vitest';
import { catalogue } from '#shared/catalogue/catalogue.ts';
import type { SystemDeclaration } from '#shared/catalogue/declaration.ts';
import { toPartitionPattern, partitionsOfTenant } from '#shared/catalogue/iam/policy-statements.ts';
import { locate } from '#shared/catalogue/questions/locate.ts';
import type { Ask } from '#main/aws/check/asking.ts';
import type { CheckScope } from '#main/aws/check/check-clients.ts';
import { impossibleKey, tableChecks } from '#main/aws/check/table-checks.ts';
import type { Attributes } from '#shared/catalogue/items/attribute-value.ts';
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

describe('the check of attention', () => {
  const scope = (tenant: string | null) =>
    ({
      place: { region: 'eu-west-1', accountId: '111122223333' },
      role: 'support',
      tenant,
    }) as unknown as CheckScope;
  const checksFor = (tenant: string | null) =>
    tableChecks(catalogue.extraction, { main: 'autowired-staging' }, scope(tenant)).filter(({ id }) =>
      id.endsWith(':attention'),
    );
  async function check(item: Attributes | null) {
    const [planned] = checksFor(null);
    const ask = (() => Promise.resolve({ ok: true, value: item })) as unknown as Ask;
    return typeof planned?.run === 'function' ? planned.run(ask) : undefined;
  }
  const [keptSince, upTo] = [{ S: '2026-11-01T00:00:00.000Z' }, { S: '2026-11-20T14:58:00.000Z' }];

  test('says up to when it is kept, and since when it is whole', async () => {
    expect(await check({ keptSince, upTo, wholeSince: keptSince })).toEqual({
      state: 'works',
      told: 'Kept up to 2026-11-20T14:58:00.000Z, whole since 2026-11-01T00:00:00.000Z.',
    });
  });

  test('says what is off where it is not kept or not whole, and what to do', async () => {
    expect(await check(null)).toMatchObject({
      state: 'lacking',
      told: expect.stringMatching(/keeps no attention, so Today asks 12 tenants .* Deploy a pipeline that/),
    });
    expect(await check({ keptSince, upTo })).toMatchObject({
      state: 'lacking',
      told: expect.stringMatching(/^Kept since 2026-11-01T.* Count them once with npm run attention\.$/),
    });
  });

  test('is not made for a person held to one tenant', () => {
    expect(checksFor('acme')).toEqual([]);
  });
});
