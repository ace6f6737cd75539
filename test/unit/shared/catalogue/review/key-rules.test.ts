import { describe, expect, it } from 'vitest';
import type { EntityDeclaration } from '#shared/catalogue/declaration.ts';
import { anEntity, anIndex, aPattern, aSystem, aTable, found, taskStatus } from './small-systems.ts';

const rule = 'overloaded-prefix-collision';

describe('keys that several entities share', () => {
  it('collide if both can be the same item', () => {
    const system = aSystem({
      entities: {
        Task: anEntity({ PK: 'JOB#{jobId}', SK: '{taskId}' }),
        Note: anEntity({ PK: 'JOB#{jobId}', SK: '{noteId}' }),
      },
    });
    const [finding] = found(rule, system);
    expect(finding).toMatchObject({ severity: 'high', at: 'small.main' });
    expect(finding?.remedy).toContain('TASK# and NOTE#');
  });

  it('collide less if only one value can do it', () => {
    const system = aSystem({
      entities: {
        Latest: anEntity({ PK: '{id}', SK: 'DOCUMENT#LATEST' }),
        Version: anEntity({ PK: '{id}', SK: 'DOCUMENT#{version}' }),
      },
    });
    expect(found(rule, system)).toMatchObject([{ severity: 'medium' }]);
  });

  it.each([
    ['prefixes differ', 'TASK#{id}', 'NOTE#{id}'],
    ['a date cannot be the fixed word', 'DOCUMENT#LATEST', 'DOCUMENT#{on:date}'],
    ['no value has a separator in it', '{id}', 'NOTE#{id}'],
    ['one is longer by a part', 'TASK#{id}', 'TASK#{id}#NOTE#{n}'],
  ])('do not collide if %s', (_, one, other) => {
    const system = aSystem({
      entities: { One: anEntity({ PK: '{p}', SK: one }), Other: anEntity({ PK: '{p}', SK: other }) },
    });
    expect(found(rule, system)).toEqual([]);
  });

  it('are fine in an index shared by an address and a path, each requested alone', () => {
    const system = aSystem({
      tables: aTable({ GSI1: anIndex() }),
      entities: {
        User: anEntity({ PK: 'U#{u}', SK: 'PROFILE', GSI1PK: '{email:email}', GSI1SK: 'USER#{u}' }),
        Task: anEntity({ PK: 'T#{t}', SK: '{k}', GSI1PK: 'TENANT#{t}#PROJECT#{p}', GSI1SK: '{at:time}' }),
      },
      patterns: {
        user: aPattern('main.GSI1', '{email:email}', ['User']),
        tasks: aPattern('main.GSI1', 'TENANT#{t}#PROJECT#{p}', ['Task']),
      },
    });
    expect(found(rule, system)).toEqual([]);
  });

  const capital = {
    Activity: anEntity({ PK: '{id}', SK: 'CAPITAL_ACTIVITY#{on:date}' }),
    Call: anEntity({ PK: '{id}', SK: 'CAPITAL_CALL#{positionId}' }),
  };

  it('let a prefix match what the question did not mean', () => {
    const system = aSystem({
      entities: capital,
      patterns: { calls: aPattern('main', '{id}', ['Call'], { sort: { beginsWith: 'CAPITAL_' } }) },
    });
    expect(found(rule, system)).toMatchObject([{ severity: 'medium', pattern: 'calls' }]);
    expect(found(rule, system)[0]?.says).toContain('also matches Activity');
  });

  it.each([
    ['says that it returns both', { beginsWith: 'CAPITAL_' }, ['Call', 'Activity']],
    ['has the whole prefix', { beginsWith: 'CAPITAL_CALL#' }, ['Call']],
    ['ends its range before the other begins', { between: ['CAPITAL_A', 'CAPITAL_B'] }, ['Activity']],
    ['starts after the other', { from: 'CAPITAL_C' }, ['Call']],
  ] as const)('are fine for a question that %s', (_, sort, returns) => {
    const system = aSystem({
      entities: capital,
      patterns: { calls: aPattern('main', '{id}', returns, { sort }) },
    });
    expect(found(rule, system)).toEqual([]);
  });
});

const tenantRule = 'tenant-missing-from-key';

function ofTenants(keys: EntityDeclaration['keys'], parts: Partial<EntityDeclaration> = {}) {
  return aSystem({
    tenant: 'tenantId',
    tables: aTable({ GSI1: anIndex() }),
    entities: { Task: anEntity({ SK: '{taskId}', ...keys }, parts) },
  });
}

describe('the tenant in partition keys', () => {
  it('is missing in the table', () => {
    const findings = found(tenantRule, ofTenants({ PK: 'TASK#{taskId}' }));
    expect(findings).toMatchObject([{ severity: 'high', at: 'small.main' }]);
  });

  it('is missing in an index if one query returns all tenants', () => {
    const keys = { PK: 'TENANT#{tenantId}', GSI1PK: 'STATUS#{status}', GSI1SK: '{taskId}' };
    const findings = found(tenantRule, ofTenants(keys, { status: taskStatus }));
    expect(findings).toMatchObject([{ severity: 'high', at: 'small.main.GSI1' }]);
  });

  it('is a minor issue in an index by a unique id, which the reader and IAM protect', () => {
    const keys = { PK: 'TENANT#{tenantId}', GSI1PK: '{taskId}', GSI1SK: 'TASK' };
    const [finding, ...more] = found(tenantRule, ofTenants(keys));
    expect(more).toEqual([]);
    expect(finding?.severity).toBe('low');
    expect(finding?.why).toMatch(/depends on the reader.*IAM/);
  });

  it('is not reported if it is there, if there is a reason, or if data has one owner', () => {
    const there = { PK: 'TENANT#{tenantId}#JOB#{jobId}', GSI1PK: 'TENANT#{tenantId}', GSI1SK: '{taskId}' };
    expect(found(tenantRule, ofTenants(there))).toEqual([]);
    expect(found(tenantRule, ofTenants({ PK: '{taskId}' }, { tenantless: 'It is everybody’s.' }))).toEqual(
      [],
    );
    const owned = aSystem({ entities: { Task: anEntity({ PK: '{taskId}', SK: 'META' }) } });
    expect(found(tenantRule, owned)).toEqual([]);
  });
});
