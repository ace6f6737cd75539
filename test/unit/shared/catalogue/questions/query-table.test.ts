import { describe, expect, it } from 'vitest';
import { catalogue } from '#shared/catalogue/catalogue.ts';
import type { SortCondition } from '#shared/catalogue/declaration.ts';
import { queryTable } from '#shared/catalogue/questions/query-table.ts';
import { aPattern, aSystem, aTable, anEntity } from '../review/small-systems.ts';

/** Written by hand from the source's table "access pattern → query mapping". */
const mapping = [
  ['AP1', 'GetItem', 'main', 'PK=ORG#{orgId}, SK=#METADATA', null],
  ['AP2', 'GetItem', 'main', 'PK=ORG#{orgId}, SK=EMP#{empId}', null],
  ['AP3', 'Query', 'main', 'PK=ORG#{orgId}, SK begins with EMP#', 'newest first'],
  ['AP4', 'Query', 'main.GSI1', 'GSI1PK=EMAIL#{email}', null],
  ['AP5', 'Query', 'main', 'PK=ORG#{orgId}, SK begins with DEPT#', null],
  ['AP6', 'GetItem', 'main', 'PK=ORG#{orgId}, SK=DEPT#{deptId}', null],
  ['AP7', 'Query', 'main', 'PK=DEPT#{deptId}, SK begins with EMP#', null],
  ['AP8', 'Query', 'main.GSI1', 'GSI1PK=ORG#{orgId}#OPEN', 'newest first'],
  ['AP9', 'GetItem', 'main', 'PK=ORG#{orgId}, SK=JOB#{postedAt}#{jobId}', null],
  ['AP10', 'Query', 'main', 'PK=JOB#{jobId}, SK begins with APP#', 'newest first'],
  ['AP11', 'Query', 'main.GSI1', 'GSI1PK=EMP#{empId}, GSI1SK begins with APP#', 'newest first'],
  ['AP12', 'Query', 'main', 'PK=ORG#{orgId}, SK begins with JOB#', 'newest first'],
];

describe('the table of questions and requests', () => {
  it('is that of the HR source, row by row', () => {
    const rows = queryTable(catalogue.hr);
    expect(
      rows.map(({ number, operation, on, condition, order }) => [number, operation, on, condition, order]),
    ).toEqual(mapping);
  });

  it('says how a key is asked for, and whether one item or many come back', () => {
    const rows = queryTable(catalogue.hr);
    expect(rows.find(({ pattern }) => pattern === 'employeeByEmail')?.gives).toBe('one');
    expect(rows.find(({ pattern }) => pattern === 'jobsOfOrg')).toMatchObject({
      asks: 'Which jobs has this organisation, open or not?',
      gives: 'many',
    });
  });

  it('knows the files of several ids as one BatchGetItem', () => {
    const row = queryTable(catalogue.downloads).find(({ pattern }) => pattern === 'filesById');
    expect(row).toMatchObject({ operation: 'BatchGetItem', condition: 'FileID={fileId}' });
  });

  it.each<[SortCondition, string]>([
    [{ equals: 'T#{a}' }, 'SK=T#{a}'],
    [{ beginsWith: 'T#' }, 'SK begins with T#'],
    [{ between: ['T#{a:date}', 'T#{b:date}'] }, 'SK between T#{a} and T#{b}'],
    [{ before: '{a:time}' }, 'SK < {a}'],
    [{ upTo: '{a}' }, 'SK <= {a}'],
    [{ after: '{a}' }, 'SK > {a}'],
    [{ from: '{a}' }, 'SK >= {a}'],
  ])('writes %j in words', (sort, words) => {
    const system = aSystem({
      tables: aTable(),
      entities: { Task: anEntity({ PK: '{p}', SK: '{a}' }) },
      patterns: { tasks: aPattern('main', '{p}', ['Task'], { sort }) },
    });
    expect(queryTable(system)[0]?.condition).toBe(`PK={p}, ${words}`);
  });
});
