import { describe, expect, it } from 'vitest';
import type { EntityDeclaration } from '#shared/catalogue/declaration.ts';
import { aSystem, aTable, anEntity, anIndex, found, taskStatus } from './small-systems.ts';

const rule = 'tenant-missing-from-key';

function ofTenants(keys: EntityDeclaration['keys'], parts: Partial<EntityDeclaration> = {}) {
  return aSystem({
    tenant: 'tenantId',
    tables: aTable({ GSI1: anIndex() }),
    entities: { Task: anEntity({ SK: '{taskId}', ...keys }, parts) },
  });
}

describe('the tenant in partition keys', () => {
  it('is missed in the table', () => {
    const findings = found(rule, ofTenants({ PK: 'TASK#{taskId}' }));
    expect(findings).toMatchObject([{ severity: 'high', at: 'small.main' }]);
  });

  it('is missed in an index where one query brings all tenants', () => {
    const keys = { PK: 'TENANT#{tenantId}', GSI1PK: 'STATUS#{status}', GSI1SK: '{taskId}' };
    const findings = found(rule, ofTenants(keys, { status: taskStatus }));
    expect(findings).toMatchObject([{ severity: 'high', at: 'small.main.GSI1' }]);
  });

  it('is a small matter in an index by an id that is unique, where reader and IAM hold the line', () => {
    const keys = { PK: 'TENANT#{tenantId}', GSI1PK: '{taskId}', GSI1SK: 'TASK' };
    const [finding, ...more] = found(rule, ofTenants(keys));
    expect(more).toEqual([]);
    expect(finding?.severity).toBe('low');
    expect(finding?.why).toMatch(/rests on the reader.*IAM/);
  });

  it('is not missed where it is there, where there is a reason, or where data has one owner', () => {
    const there = { PK: 'TENANT#{tenantId}#JOB#{jobId}', GSI1PK: 'TENANT#{tenantId}', GSI1SK: '{taskId}' };
    expect(found(rule, ofTenants(there))).toEqual([]);
    expect(found(rule, ofTenants({ PK: '{taskId}' }, { tenantless: 'It is everybody’s.' }))).toEqual([]);
    const owned = aSystem({ entities: { Task: anEntity({ PK: '{taskId}', SK: 'META' }) } });
    expect(found(rule, owned)).toEqual([]);
  });
});
