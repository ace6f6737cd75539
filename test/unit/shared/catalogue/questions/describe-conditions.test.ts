import { describe, expect, it } from 'vitest';
import { catalogue } from '#shared/catalogue/catalogue.ts';
import type { SortCondition } from '#shared/catalogue/declaration.ts';
import { describeConditions, queryTable } from '#shared/catalogue/questions/describe-conditions.ts';
import { aSystem as aLibrary } from '#test/builders/a-system.ts';
import { anEntity, aPattern, aSystem, aTable } from '../review/small-systems.ts';

const said = (pattern: string, params: Record<string, string | number>): string[] =>
  describeConditions(aLibrary(), pattern, params).map(({ attribute, says }) => `${attribute} ${says}`);

describe('describeConditions', () => {
  it.each([
    ['branch', { branchId: 'north' }, ['PK = BRANCH#north', 'SK = METADATA']],
    ['loans', { branchId: 'north' }, ['PK = BRANCH#north', 'SK begins with LOAN#, newest first']],
    [
      'loansBetween',
      { branchId: 'north', since: '2026-11-01', until: '2026-11-30' },
      ['PK = BRANCH#north', 'SK between LOAN#2026-11-01 and LOAN#2026-11-30'],
    ],
    [
      'due',
      { branchId: 'north', status: 'late', moment: 1_763_650_000_000 },
      [
        'GSI1PK = BRANCH#north#STATUS#late',
        'dueAt before 1763650000000 (2025-11-20T14:46:40.000Z), oldest first',
      ],
    ],
    ['reader', { readerId: 'r-1' }, ['readerId = r-1']],
  ])('describes what "%s" asks', (pattern, params: Record<string, string | number>, words) => {
    expect(said(pattern, params)).toEqual(words);
  });

  it('leaves a hole for what is not typed yet, and marks what is invalid', () => {
    const [partition] = describeConditions(aLibrary(), 'due', { branchId: ' north ', status: 'a#b' });
    expect(partition?.parts).toEqual([
      { text: '= ', filled: true },
      { text: 'BRANCH#', filled: true },
      { text: 'north', hole: 'branchId', filled: true },
      { text: '#STATUS#', filled: true },
      { text: 'a#b', hole: 'status', filled: false },
    ]);
    expect(said('due', { branchId: '' })).toEqual([
      'GSI1PK = BRANCH#{branchId}#STATUS#{status}',
      'dueAt before {moment}, oldest first',
    ]);
  });

  it('shows a typed time as the number that is sent', () => {
    expect(said('due', { branchId: 'n', status: 'out', moment: '2025-11-20T14:46:40Z' })[1]).toContain(
      'before 1763650000000 (2025-11-20',
    );
  });

  it('says that any sort key matches a pattern without a sort condition', () => {
    const system = aLibrary();
    const { sort: _, ...loans } = system.patterns['loans'] ?? {};
    const changed = { ...system, patterns: { loans } } as typeof system;
    expect(describeConditions(changed, 'loans', {})[1]?.says).toBe('any, newest first');
  });

  it('compares plain numbers by size, not by time', () => {
    const system = aLibrary();
    const [table] = Object.values(system.tables);
    const pattern = { ...system.patterns['due'], sort: { upTo: '{most:number}' }, order: undefined };
    expect(table).toBeDefined();
    const changed = { ...system, patterns: { due: pattern } } as unknown as typeof system;
    expect(describeConditions(changed, 'due', { most: '12' })[1]?.says).toBe('at most 12');
  });
});

/** This was written by hand from the source's table "access pattern → query mapping". */
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
  it('equals that of the HR source, row by row', () => {
    const rows = queryTable(catalogue.hr);
    expect(
      rows.map(({ number, operation, on, condition, order }) => [number, operation, on, condition, order]),
    ).toEqual(mapping);
  });

  it('says how a key is requested, and whether one item or many come back', () => {
    const rows = queryTable(catalogue.hr);
    expect(rows.find(({ pattern }) => pattern === 'employeeByEmail')?.gives).toBe('one');
    expect(rows.find(({ pattern }) => pattern === 'jobsOfOrg')).toMatchObject({
      asks: 'Which jobs has this organisation, open or not?',
      gives: 'many',
    });
  });

  it('shows the files of several ids as one BatchGetItem', () => {
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
  ])('describes %j in words', (sort, words) => {
    const system = aSystem({
      tables: aTable(),
      entities: { Task: anEntity({ PK: '{p}', SK: '{a}' }) },
      patterns: { tasks: aPattern('main', '{p}', ['Task'], { sort }) },
    });
    expect(queryTable(system)[0]?.condition).toBe(`PK={p}, ${words}`);
  });
});
