import { describe, expect, test } from 'vitest';
import { reviewSystem } from '#shared/catalogue/review/review-system.ts';
import { hr } from '#shared/catalogue/systems/hr.ts';
import { locate } from '#shared/catalogue/questions/locate.ts';
import { askSamples } from './ask-samples.ts';

/** The source's table of patterns and queries. */
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

  test('has the ten rows of the source', () => {
    expect(hr.samples.main.map(({ type }) => type)).toEqual([
      'org',
      'dept',
      'dept',
      'emp',
      'emp',
      'dept_emp',
      'dept_emp',
      'job',
      'job',
      'app',
    ]);
  });

  test('shows a closed job among all jobs, newest first, and not among the open ones', () => {
    expect(jobs('openJobsOfOrg')).toEqual(['Senior Engineer']);
    expect(jobs('jobsOfOrg')).toEqual(['Senior Engineer', 'HR Coordinator']);
  });

  test('lists employees by day of hire, newest first', () => {
    const found = askSamples(hr, 'employeesOfOrg', { orgId: '01HXAA' });
    expect(found.map(({ firstName }) => firstName)).toEqual(['Bob', 'Alice']);
  });

  test('gives every pattern and write what the source printed for it', () => {
    const reads = Object.values(hr.patterns).map(({ usage }) => usage);
    const units = reads.reduce((sum, { rru, callsPerDay }) => sum + rru * callsPerDay, 0);
    const writes = Object.values(hr.writes).reduce((sum, { wru, callsPerDay }) => sum + wru * callsPerDay, 0);
    // At $0.25 and $1.25 a million: $0.06925 and $0.00625, together $0.0755.
    expect([units, writes]).toEqual([277_000, 5_000]);
    const printed = [...reads, ...Object.values(hr.writes)].map((row) => Number(row.printed));
    expect(printed.every((usd) => usd > 0)).toBe(true);
    expect(hr.printed).toMatchObject({ day: '0.071', month: '2.15' });
  });

  test('has nothing high in its review', () => {
    expect(reviewSystem(hr).filter(({ severity }) => severity === 'high')).toEqual([]);
  });
});
