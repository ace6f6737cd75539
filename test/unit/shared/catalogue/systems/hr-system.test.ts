import { describe, expect, test } from 'vitest';
import { reviewSystem } from '#shared/catalogue/review/review-system.ts';
import { hr } from '#shared/catalogue/systems/hr-system.ts';
import { locate } from '#shared/catalogue/questions/locate.ts';
import { askSamples } from './ask-samples.ts';

/** This is the source's table of patterns and queries. */
const mapping = [
  ['AP1', 'GetItem', null, 'ORG#{orgId}', { equals: '#METADATA' }, undefined],
  ['AP2', 'GetItem', null, 'ORG#{orgId}', { equals: 'EMP#{empId}' }, undefined],
  ['AP3', 'Query', null, 'ORG#{orgId}', { beginsWith: 'EMP#' }, 'newest first'],
  ['AP4', 'Query', 'GSI1', 'EMAIL#{email:email}', undefined, undefined],
  ['AP5', 'Query', null, 'ORG#{orgId}', { beginsWith: 'DEPT#' }, undefined],
  ['AP6', 'GetItem', null, 'ORG#{orgId}', { equals: 'DEPT#{deptId}' }, undefined],
  ['AP7', 'Query', null, 'DEPT#{deptId}', { beginsWith: 'EMP#' }, undefined],
  ['AP8', 'Query', 'GSI1', 'ORG#{orgId}#OPEN', undefined, 'newest first'],
  ['AP9', 'GetItem', null, 'ORG#{orgId}', { equals: 'JOB#{postedAt}#{jobId}' }, undefined],
  ['AP10', 'Query', null, 'JOB#{jobId}', { beginsWith: 'APP#' }, 'newest first'],
  ['AP11', 'Query', 'GSI1', 'EMP#{empId}', { beginsWith: 'APP#' }, 'newest first'],
  ['AP12', 'Query', null, 'ORG#{orgId}', { beginsWith: 'JOB#' }, 'newest first'],
] as const;

const org = { PK: 'ORG#01HXAA' };

/** These are the source's rows, with `GSI1PK: undefined` where it says that there is none. */
const rows = [
  { ...org, SK: '#METADATA', type: 'org', name: 'Acme Corp', plan: 'pro', status: 'active' },
  {
    ...org,
    SK: 'DEPT#01HXAB',
    type: 'dept',
    name: 'Engineering',
    managerId: '01HXAD',
    headcount: 12,
  },
  { ...org, SK: 'DEPT#01HXAC', type: 'dept', name: 'People Ops', managerId: '01HXAE', headcount: 4 },
  {
    ...org,
    SK: 'EMP#01HXAD',
    type: 'emp',
    email: 'alice@acme.co',
    firstName: 'Alice',
    role: 'admin',
    GSI1PK: 'EMAIL#alice@acme.co',
  },
  {
    ...org,
    SK: 'EMP#01HXAE',
    type: 'emp',
    email: 'bob@acme.co',
    firstName: 'Bob',
    role: 'manager',
    GSI1PK: 'EMAIL#bob@acme.co',
  },
  { PK: 'DEPT#01HXAB', SK: 'EMP#01HXAD', type: 'dept_emp', orgId: '01HXAA' },
  { PK: 'DEPT#01HXAB', SK: 'EMP#01HXAE', type: 'dept_emp', orgId: '01HXAA' },
  {
    ...org,
    SK: 'JOB#01HXZZ1#01HXAF',
    type: 'job',
    title: 'Senior Engineer',
    status: 'open',
    GSI1PK: 'ORG#01HXAA#OPEN',
  },
  {
    ...org,
    SK: 'JOB#01HXZZ0#01HXAG',
    type: 'job',
    title: 'HR Coordinator',
    status: 'closed',
    GSI1PK: undefined,
  },
  {
    PK: 'JOB#01HXAF',
    SK: 'APP#01HXZZ9#01HXAH',
    type: 'app',
    empId: '01HXAD',
    status: 'reviewing',
    GSI1PK: 'EMP#01HXAD',
  },
];

const jobs = (pattern: string): unknown[] =>
  askSamples(hr, pattern, { orgId: '01HXAA' }).map(({ title }) => title);

describe('Acme HR', () => {
  test('answers each of the twelve patterns as the source maps it', () => {
    const declared = Object.keys(hr.patterns).map((name) => {
      const { operation, indexName, pattern } = locate(hr, name);
      return [pattern.number, operation, indexName, pattern.partition, pattern.sort, pattern.order];
    });
    expect(declared).toEqual(mapping);
  });

  test('has the ten rows of the source, value by value', () => {
    const printed = hr.samples.main.map((item, index) =>
      Object.fromEntries(Object.keys(rows[index] ?? {}).map((name) => [name, item[name]])),
    );
    expect(printed).toEqual(rows);
    expect(hr.samples.main[8]).not.toHaveProperty('GSI1PK');
  });

  test('shows a closed job among all jobs, newest first, and not among the open ones', () => {
    expect(jobs('openJobsOfOrg')).toEqual(['Senior Engineer']);
    expect(jobs('jobsOfOrg')).toEqual(['Senior Engineer', 'HR Coordinator']);
  });

  test('lists employees by day of hire, newest first', () => {
    const found = askSamples(hr, 'employeesOfOrg', { orgId: '01HXAA' });
    expect(found.map(({ firstName }) => firstName)).toEqual(['Bob', 'Alice']);
  });

  test('gives every pattern and write the figures printed in the source', () => {
    const reads = Object.values(hr.patterns).map(({ usage }) => usage);
    const units = reads.reduce((sum, { rru, callsPerDay }) => sum + rru * callsPerDay, 0);
    const writes = Object.values(hr.writes).reduce((sum, { wru, callsPerDay }) => sum + wru * callsPerDay, 0);
    // At $0.25 and $1.25 a million they cost $0.06925 and $0.00625, together $0.0755.
    expect([units, writes]).toEqual([277_000, 5_000]);
    const printed = [...reads, ...Object.values(hr.writes)].map((row) => Number(row.printed));
    expect(printed.every((usd) => usd > 0)).toBe(true);
    expect(hr.printed).toMatchObject({ day: '0.071', month: '2.15' });
  });

  test('has nothing high in its review', () => {
    expect(reviewSystem(hr).filter(({ severity }) => severity === 'high')).toEqual([]);
  });
});
