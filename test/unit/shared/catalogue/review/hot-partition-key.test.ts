import { describe, expect, it } from 'vitest';
import { aPattern, aSystem, aTable, anEntity, anIndex, found, taskStatus } from './small-systems.ts';

const rule = 'hot-partition-key';
const tasks = { PK: 'JOB#{jobId}', SK: 'TASK#{taskId}', GSI1SK: '{taskId}' };

describe('a partition key with few values', () => {
  it('is found if an index has fixed text for all items, with what a partition can take', () => {
    const system = aSystem({
      tables: aTable({ GSI1: anIndex() }),
      entities: { Task: anEntity({ ...tasks, GSI1PK: 'TASK#LATEST' }) },
    });
    const [finding, ...more] = found(rule, system);
    expect(more).toEqual([]);
    expect(finding).toMatchObject({ severity: 'high', at: 'small.main.GSI1', table: 'main' });
    expect(finding?.says).toContain('every Task under the one key TASK#LATEST');
    expect(finding?.why).toContain('3,000 read units and 1,000 write units a second');
  });

  it.each([
    ['the status', '{status}', {}],
    ['a flag', 'URGENT#{urgent}', {}],
    ['an attribute of a few values', '{colour}', {}],
    ['a parameter of a few values', '{size}', { parameters: { size: { label: 'Size', oneOf: ['S', 'L'] } } }],
  ])('is found if its only hole is %s', (_, GSI1PK, parts) => {
    const system = aSystem({
      ...parts,
      tables: aTable({ GSI1: anIndex() }),
      entities: {
        Task: anEntity(
          { ...tasks, GSI1PK },
          {
            status: taskStatus,
            attributes: {
              status: { type: 'text' },
              urgent: { type: 'flag' },
              colour: { type: 'text', oneOf: ['red', 'blue'] },
            },
          },
        ),
      },
    });
    expect(found(rule, system)).toMatchObject([{ severity: 'high' }]);
  });

  it('recognises an index key that is an attribute under another name in its template', () => {
    const system = aSystem({
      tables: aTable({ ByStatus: anIndex({ partition: { name: 'Status', type: 'S' } }) }),
      entities: {
        Task: anEntity(
          { ...tasks, Status: '{taskStatus}' },
          { status: { ...taskStatus, attribute: 'Status' }, attributes: { Status: { type: 'text' } } },
        ),
      },
    });
    expect(found(rule, system)[0]?.says).toContain('one of 3 keys {taskStatus} (WAITING, WORKING or DONE)');
  });

  it('suggests another question for the same items before anything that has to be built', () => {
    const system = aSystem({
      tables: aTable({ GSI1: anIndex() }),
      entities: { Task: anEntity({ ...tasks, GSI1PK: 'ALL' }) },
      patterns: {
        everything: aPattern('main.GSI1', 'ALL', ['Task']),
        ofJob: aPattern('main', 'JOB#{jobId}', ['Task'], { title: 'Tasks of a job' }),
      },
    });
    const [finding] = found(rule, system);
    expect(finding?.pattern).toBe('everything');
    expect(finding?.remedy).toMatch(/^Where jobId is known, query the existing main \("Tasks of a job"\)/);
    expect(finding?.remedy).toContain('ALL#{shard}');
  });

  it('is not found if an id is beside the status', () => {
    const system = aSystem({
      tables: aTable({ GSI1: anIndex() }),
      entities: {
        Task: anEntity({ ...tasks, GSI1PK: 'JOB#{jobId}#STATUS#{status}' }, { status: taskStatus }),
      },
    });
    expect(found(rule, system)).toEqual([]);
  });

  it('is not found for a shard that is declared to spread the items over enough partitions', () => {
    const withShards = (shards: number, more: object) =>
      aSystem({
        parameters: { shard: { label: 'Shard', oneOf: [...Array(shards).keys()].map(String), ...more } },
        tables: aTable({ GSI1: anIndex() }),
        entities: {
          Task: anEntity({ ...tasks, GSI1PK: 'STATUS#{status}#{shard}' }, { status: taskStatus }),
        },
      });
    expect(found(rule, withShards(8, { spreads: true }))).toEqual([]);
    // Few partitions are few, whatever the declaration intends; and a list of values alone intends nothing.
    expect(found(rule, withShards(4, { spreads: true }))).toMatchObject([{ severity: 'high' }]);
    expect(found(rule, withShards(8, {}))).toMatchObject([{ severity: 'high' }]);
  });

  it('is found where what is called a shard is an attribute of the items', () => {
    const system = aSystem({
      parameters: { size: { label: 'Size', oneOf: '12345678'.split(''), spreads: true } },
      tables: aTable({ GSI1: anIndex() }),
      entities: {
        Task: anEntity(
          { ...tasks, GSI1PK: 'SIZE#{size}' },
          { attributes: { size: { type: 'text', oneOf: '12345678'.split('') } } },
        ),
      },
    });
    expect(found(rule, system)).toMatchObject([{ severity: 'high' }]);
  });

  it('is not found for a tenant, however few there are', () => {
    const system = aSystem({
      tenant: 'tenantId',
      parameters: { tenantId: { label: 'Tenant', oneOf: ['a', 'b'] } },
      entities: { Task: anEntity({ PK: 'TENANT#{tenantId}', SK: '{taskId}' }) },
    });
    expect(found(rule, system)).toEqual([]);
  });

  it('is low for a list of tenants, which stays small, and high for a table under one key', () => {
    const listOf = (SK: string) =>
      aSystem({ tenant: 'tenantId', entities: { Entry: anEntity({ PK: 'DIRECTORY', SK }) } });
    expect(found(rule, listOf('TENANT#{tenantId}'))).toMatchObject([{ severity: 'low' }]);
    expect(found(rule, listOf('TASK#{taskId}'))).toMatchObject([{ severity: 'high' }]);
  });

  it('is medium if only some items are written to the index', () => {
    const system = aSystem({
      tables: aTable({ GSI1: anIndex() }),
      entities: { Task: anEntity({ ...tasks, GSI1PK: 'STUCK' }, { sparse: { GSI1: 'while stuck' } }) },
    });
    expect(found(rule, system)).toMatchObject([{ severity: 'medium' }]);
  });
});
