import { describe, expect, it } from 'vitest';
import { catalogue } from '#shared/catalogue/catalogue.ts';
import { keyMap } from '#shared/catalogue/keys/key-map.ts';
import { aSystem, anEntity } from '../review/small-systems.ts';

const told = (column: ReturnType<typeof keyMap>['columns'][number] | undefined) =>
  column?.entities.map(({ entity, by }) => [entity, by?.key, by?.shape]);

describe('the map of keys', () => {
  const hr = keyMap(catalogue.hr, 'main');

  it('has a column for the table and for each index, with the questions it serves', () => {
    expect(hr.columns.map(({ index, partition, sort }) => [index, partition.name, sort?.name])).toEqual([
      [null, 'PK', 'SK'],
      ['GSI1', 'GSI1PK', 'GSI1SK'],
    ]);
    expect(hr.columns[1]?.serves.map(({ number }) => number)).toEqual(['AP4', 'AP8', 'AP11']);
  });

  it('has a row for each entity, with its templates and their conditions', () => {
    expect(hr.rows.map(({ entity }) => entity)).toEqual(Object.keys(catalogue.hr.entities));
    expect(hr.rows.find(({ entity }) => entity === 'JobPosting')?.cells).toEqual([
      { index: null, partition: 'ORG#{orgId}', sort: 'JOB#{postedAt}#{jobId}', sparse: null },
      {
        index: 'GSI1',
        partition: 'ORG#{orgId}#OPEN',
        sort: 'JOB#{postedAt}#{jobId}',
        sparse: 'while it is open',
      },
    ]);
    expect(hr.rows.find(({ entity }) => entity === 'Department')?.cells[1]).toEqual({
      index: 'GSI1',
      partition: null,
      sort: null,
      sparse: null,
    });
  });

  it('shows GSI1 of hr shared by three kinds, each with its own prefix', () => {
    expect(hr.columns[1]?.overloaded).toBe(true);
    expect(told(hr.columns[1])).toEqual([
      ['Employee', 'GSI1PK', 'EMAIL#'],
      ['JobPosting', 'GSI1PK', 'ORG#'],
      ['Application', 'GSI1PK', 'EMP#'],
    ]);
  });

  it('separates kinds in one partition by the sort key, and similar prefixes by their whole template', () => {
    expect(told(hr.columns[0])).toContainEqual(['Department', 'SK', 'DEPT#']);
    const extraction = keyMap(catalogue.extraction, 'main');
    expect(told(extraction.columns.find(({ index }) => index === 'GSI1'))).toEqual([
      ['User', 'GSI1PK', '{email}'],
      ['Workflow', 'GSI1PK', 'TENANT#{tenantId}#PROJECT#{projectId}'],
      ['Document', 'GSI1PK', 'PERSON#{assignedTo}#REVIEW'],
      ['Attention', 'GSI1PK', 'ATTENTION#REVIEW#{shard}'],
      ['SpendOfTenant', 'GSI1PK', 'SPEND#{day}'],
      // Both are activity of a day, and their keys in the table say which of them an item is.
      ['TenantActivity', undefined, undefined],
      ['Activity', undefined, undefined],
      ['BatchWork', 'GSI1PK', 'TENANT#{tenantId}#WORK'],
    ]);
  });

  it('does not call an index of one kind overloaded', () => {
    const [table, statusIndex] = keyMap(catalogue.downloads, 'jobs').columns;
    expect([table?.sort, statusIndex?.index, statusIndex?.overloaded]).toEqual([null, 'StatusIndex', false]);
  });

  it('does not count a start that others share as a prefix', () => {
    const system = aSystem({
      entities: { One: anEntity({ PK: 'T#{a}', SK: 'S' }), Other: anEntity({ PK: 'T#X#{b}', SK: 'S' }) },
    });
    expect(told(keyMap(system, 'main').columns[0])).toEqual([
      ['One', 'PK', 'T#{a}'],
      ['Other', 'PK', 'T#X#{b}'],
    ]);
  });

  it('says where nothing distinguishes two entities', () => {
    const system = aSystem({
      entities: { One: anEntity({ PK: '{a}', SK: '{b}' }), Other: anEntity({ PK: '{c}', SK: '{d}' }) },
    });
    expect(keyMap(system, 'main').columns[0]?.entities).toEqual([
      { entity: 'One', by: null },
      { entity: 'Other', by: null },
    ]);
  });

  it('is empty for an unknown table', () => {
    expect(keyMap(catalogue.hr, 'constructor')).toEqual({ columns: [], rows: [] });
  });
});
