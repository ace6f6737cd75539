import { describe, expect, it } from 'vitest';
import { askableBy } from '#shared/catalogue/questions/read-params.ts';
import { catalogue } from '#shared/catalogue/catalogue.ts';
import type { SystemDeclaration } from '#shared/catalogue/declaration.ts';
import { findAnswer } from '#shared/catalogue/questions/find-answer.ts';
import { holeNames } from '#shared/catalogue/keys/key-places.ts';
import { hotPartitionKey } from '#shared/catalogue/review/hot-partition-key.ts';

const { extraction, downloads, funds, hr } = catalogue;
const ask = (system: SystemDeclaration, entity: string, ...by: string[]) =>
  findAnswer(system, { entity, by });

function refused(system: SystemDeclaration, entity: string, ...by: string[]) {
  const answer = ask(system, entity, ...by);
  if (answer.answered) throw new Error(`answered by ${answer.pattern}`);
  return answer;
}

describe('a question that an index answers', () => {
  it.each([
    [extraction, 'Document', ['tenantId', 'batchId', 'status'], 'documentsByStatus'],
    [extraction, 'Document', ['tenantId', 'batchId'], 'documentsOfBatch'],
    [extraction, 'Document', ['batchId', 'documentId', 'tenantId'], 'documentById'],
    [extraction, 'Batch', ['batchId'], 'batchById'],
    [extraction, 'User', ['email'], 'userByEmail'],
    [downloads, 'File', ['BatchID', 'Status'], 'filesOfBatchByStatus'],
    [downloads, 'File', ['Status'], 'filesByStatus'],
    [downloads, 'File', ['Status', 'StatusUpdatedAt'], 'filesByStatusBetween'],
    [downloads, 'Batch', ['PollingDate'], 'batchesOfDate'],
    [funds, 'Distribution', ['PositionId'], 'positionAcrossDocuments'],
    [hr, 'Employee', ['orgId'], 'employeesOfOrg'],
    [hr, 'Application', ['empId'], 'applicationsOfEmployee'],
  ] as const)('%#', (system, entity, by, pattern) => {
    expect(ask(system, entity, ...by)).toEqual({ answered: true, pattern });
  });

  it('may be asked by the parts of a composed id, but not by one part', () => {
    expect(ask(downloads, 'File', 'Entity', 'date')).toEqual({ answered: true, pattern: 'fileById' });
    expect(ask(downloads, 'File', 'Entity').answered).toBe(false);
  });

  it('is answered by the question that needs no more and returns no more, in any order of declaration', () => {
    for (const [system, entity, by, pattern] of [
      [extraction, 'Document', ['tenantId', 'batchId', 'status'], 'documentsByStatus'],
      [funds, 'CapitalCall', ['documentId'], 'capitalOfDocument'],
    ] as const) {
      const patterns = Object.fromEntries(Object.entries(system.patterns).toReversed());
      expect(ask({ ...system, patterns }, entity, ...by)).toEqual({ answered: true, pattern });
    }
  });

  it('is not answered by one that returns a single status, unless the status is given', () => {
    expect(ask(hr, 'JobPosting', 'orgId')).toEqual({ answered: true, pattern: 'jobsOfOrg' });
    expect(refused(downloads, 'File', 'StatusUpdatedAt').nearest).toBe('stuckFiles');
    expect(ask(extraction, 'Batch', 'tenantId', 'status')).toEqual({
      answered: true,
      pattern: 'batchesByStatus',
    });
    const { jobsOfOrg: _all, ...patterns } = hr.patterns;
    const openOnly: SystemDeclaration = { ...hr, patterns };
    expect(refused(openOnly, 'JobPosting', 'orgId').nearest).toBe('openJobsOfOrg');
  });

  it('does not mind how names are written', () => {
    expect(ask(downloads, 'File', 'batchId').answered).toBe(true);
  });
});

describe('a question that no index answers', () => {
  it('shows the nearest one and the index it would need, tenant first and time in the sort key', () => {
    expect(refused(extraction, 'Document', 'supplier')).toMatchObject({
      nearest: 'documentsOfBatch',
      wouldNeed: { partition: 'TENANT#{tenantId}#SUPPLIER#{supplier}', sort: '{updatedAt:time}' },
    });
  });

  it('is not answered by a question that ignores one of the given values', () => {
    expect(refused(hr, 'Employee', 'orgId', 'lastName')).toMatchObject({
      nearest: 'employeesOfOrg',
      wouldNeed: { partition: 'ORG#{orgId}#LAST_NAME#{lastName}', sort: '{hiredAt:time}' },
    });
  });

  it('is not answered if something is missing; a question within a tenant needs a key without one', () => {
    expect(refused(hr, 'Employee', 'empId')).toMatchObject({
      nearest: 'employeeById',
      wouldNeed: { partition: 'EMP#{empId}' },
    });
  });

  it('about a status would need a sparse index', () => {
    expect(refused(extraction, 'Document', 'tenantId', 'status').wouldNeed).toEqual({
      partition: 'TENANT#{tenantId}#STATUS#{status}',
      sort: '{updatedAt:time}',
      sparse: 'only while status is one that is asked for',
    });
    expect(refused(extraction, 'Document', 'tenantId', 'claimedBy').wouldNeed.sparse).toBe(
      'only on items that have claimedBy',
    );
  });

  it('about a time puts it in the sort key, where it can be a range', () => {
    expect(refused(hr, 'Employee', 'orgId', 'hiredAt').wouldNeed).toEqual({
      partition: 'ORG#{orgId}',
      sort: '{hiredAt:time}',
    });
    expect(refused(downloads, 'File', 'CreatedAt').wouldNeed).toEqual({
      partition: 'DAY#{day:date}',
      sort: '{CreatedAt:time}',
    });
  });

  it('about a tenant itself, or about data of no tenant, needs a key without the tenant', () => {
    expect(refused(extraction, 'Tenant', 'name').wouldNeed.partition).toBe('NAME#{name}');
    expect(refused(extraction, 'User', 'name').wouldNeed.partition).toBe('NAME#{name}');
    expect(refused(hr, 'Organisation', 'plan').wouldNeed.partition).toBe('PLAN#{plan}#SHARD#{shard:number}');
    expect(refused(hr, 'Organisation', 'name').nearest).toBeNull();
  });

  it('has no nearest if no question has anything in common with it', () => {
    expect(refused(downloads, 'File', 'ErrorMessage').nearest).toBeNull();
  });

  it('about an unknown entity is refused without a guess at its cost', () => {
    expect(refused(downloads, 'constructor', 'colour')).toEqual({
      answered: false,
      nearest: null,
      wouldNeed: { partition: 'COLOUR#{colour}' },
      extraWritesADay: null,
    });
  });

  it('by parts of the table’s own key needs a question, and no index that repeats the key', () => {
    const answer = refused(extraction, 'TenantInDirectory', 'tenantId');
    expect(answer).toEqual({
      answered: false,
      nearest: 'tenants',
      wouldNeed: { ownKey: true, partition: 'DIRECTORY#TENANTS', sort: 'TENANT#{tenantId}' },
      extraWritesADay: null,
    });
    expect(extraction.patterns.tenants.number).toBe('AP16');
    // The employee's key needs the tenant, which this question does not give.
    expect(refused(hr, 'Employee', 'empId').wouldNeed.ownKey).toBeUndefined();
  });

  it('is never proposed an index that the review would call hot', () => {
    for (const system of Object.values<SystemDeclaration>(catalogue)) {
      for (const entity of Object.keys(system.entities)) {
        for (const name of askableBy(system, entity)) {
          const answer = ask(system, entity, name);
          if (answer.answered || answer.wouldNeed.ownKey) continue;
          const proposed = withIndex(system, entity, answer.wouldNeed);
          const hot = hotPartitionKey.check(proposed).filter(({ at }) => at.endsWith('.New'));
          expect(hot, `${system.id} ${entity} by ${name}`).toEqual([]);
        }
      }
    }
  });
});

describe('the cost of an index in writes', () => {
  it('is what the system declares for the entity, a unit for each KB', () => {
    const extra = refused(hr, 'Employee', 'orgId', 'lastName').extraWritesADay;
    expect(extra).toMatchObject({ wru: 2_000 });
    expect(extra?.basis).toContain('2,000 items written a day (Employee write)');
  });

  it('counts all writes that name the entity, by the size of the item', () => {
    expect(refused(downloads, 'File', 'Entity').extraWritesADay).toMatchObject({ wru: 90 });
  });

  it('counts each item of a call that writes many', () => {
    const extra = refused(extraction, 'Document', 'supplier').extraWritesADay;
    expect(extra?.basis).toContain(
      '31,200 items written a day (Submit a batch, Take in a file, Start a document, Go on to a stage, End a document, Claim a document, Review a document)',
    );
    expect(refused(extraction, 'TenantInDirectory', 'plan').extraWritesADay).toBeNull();
  });

  it('is unknown if the system declares no writes, or none that name the entity', () => {
    expect(refused(funds, 'Document', 'Status').extraWritesADay).toBeNull();
    expect(refused(hr, 'Department', 'orgId', 'name').extraWritesADay).toBeNull();
  });
});

describe('the values an entity can be searched by', () => {
  it('are those in its keys and those that can be in a key, by the names of its attributes', () => {
    expect(askableBy(downloads, 'File')).toEqual([
      'Entity',
      'date',
      'Status',
      'StatusUpdatedAt',
      'BatchID',
      'FileID',
      'DownloadDate',
      'CreatedAt',
      'CompletedAt',
      'ErrorMessage',
    ]);
  });

  it('never include a secret, nor a key that repeats other attributes', () => {
    expect(askableBy(downloads, 'File').join()).not.toMatch(/Presigned|AES/);
    expect(askableBy(hr, 'Employee')).not.toContain('GSI1PK');
    expect(askableBy(hr, 'Employee')).toContain('email');
  });

  it('are none for an unknown entity', () => {
    expect(askableBy(hr, 'constructor')).toEqual([]);
  });

  it('answers every question of the catalogue about an entity, asked by its own parameters', () => {
    for (const system of Object.values<SystemDeclaration>(catalogue)) {
      for (const [name, { partition, sort, returns }] of Object.entries(system.patterns)) {
        const by = holeNames([partition, ...(sort !== undefined && 'equals' in sort ? [sort.equals] : [])]);
        // It lists the batches that people work on now, which is no answer to who has worked on one.
        if (by.length === 0 || name === 'workOfTenant') continue;
        for (const entity of returns)
          expect(ask(system, entity, ...by).answered, `${name} ${entity}`).toBe(true);
      }
    }
  });
});

function withIndex(
  system: SystemDeclaration,
  entity: string,
  { partition, sort = 'ONE' }: { readonly partition: string; readonly sort?: string },
): SystemDeclaration {
  const declared = system.entities[entity];
  const table = declared === undefined ? undefined : system.tables[declared.table];
  if (declared === undefined || table === undefined) return system;
  const New = {
    partition: { name: 'NPK', type: 'S' },
    sort: { name: 'NSK', type: 'S' },
    projection: 'ALL',
  } as const;
  return {
    ...system,
    tables: { ...system.tables, [declared.table]: { ...table, indexes: { ...table.indexes, New } } },
    entities: {
      ...system.entities,
      [entity]: { ...declared, keys: { ...declared.keys, NPK: partition, NSK: sort } },
    },
  };
}
