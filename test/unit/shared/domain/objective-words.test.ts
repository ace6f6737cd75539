import { describe, expect, it } from 'vitest';
import type { ObjectiveRow, Objectives } from '#shared/contract/objectives.ts';
import { readDurations } from '#shared/domain/batch-durations.ts';
import {
  formatAllowance,
  formatLate,
  formatUncounted,
  listObjectiveFindings,
} from '#shared/domain/objective-words.ts';
import { judgeObjective } from '#shared/domain/objective.ts';

const half = Date.UTC(2026, 10, 16);

function aRow(figures: Record<string, number>, change: Partial<ObjectiveRow> = {}): ObjectiveRow {
  const objective = { percent: 95, minutes: 15 } as const;
  return {
    tenantId: 'northwind',
    tenantName: 'Northwind Logistics',
    projectId: 'freight',
    workflowId: 'carrier-invoices',
    name: 'Carrier invoices',
    objective,
    month: judgeObjective(objective, readDurations(figures), half),
    uncounted: 0,
    isCut: false,
    late: { batches: 0, isAtLeast: false },
    ...change,
  };
}

function ofRows(...rows: ObjectiveRow[]): Objectives {
  return {
    month: '2026-11',
    rows,
    leftOut: 0,
    isAtLeast: false,
    whyNot: null,
    trouble: null,
    readAt: '2026-11-16T00:00:00.000Z',
  };
}

describe('what is told of an objective', () => {
  it('is what is spent or will not last, and nothing else', () => {
    const found = listObjectiveFindings(
      ofRows(
        aRow({ 'took#10': 90, 'took#30': 6, 'took#failed': 4 }),
        aRow({ 'took#10': 92, 'took#30': 8 }),
        aRow({ 'took#10': 100 }),
        aRow({}, { month: null, uncounted: 4 }),
      ),
    );
    expect(found.map(({ title, says, ahead }) => [title, says, ahead])).toEqual([
      [
        'Allowance spent: Carrier invoices of Northwind Logistics',
        '10 of 100 batches this month missed the objective of 95 % within 15 min: 4 failed, 6 took longer.',
        'Of 200 batches expected this month, 10 may miss. None is left.',
      ],
      [
        'Allowance will not last: Carrier invoices of Northwind Logistics',
        '8 of 100 batches this month missed the objective of 95 % within 15 min: 8 took longer.',
        'Of 200 batches expected this month, 10 may miss. 2 are left, at this pace until 2026-11-19.',
      ],
    ]);
  });

  it('names what happened alone where all that missed failed', () => {
    const [found] = listObjectiveFindings(ofRows(aRow({ 'took#failed': 5, 'took#10': 1 })));
    expect(found?.says).toBe(
      '5 of 6 batches this month missed the objective of 95 % within 15 min: 5 failed.',
    );
  });

  it('is the same finding until its standing, its objective or the month changes', () => {
    const idOf = (row: ObjectiveRow, month = '2026-11') =>
      listObjectiveFindings({ ...ofRows(row), month })[0]?.id;
    const spent = aRow({ 'took#failed': 10, 'took#10': 90 });
    expect(idOf(aRow({ 'took#failed': 30, 'took#10': 90 }))).toBe(idOf(spent));
    expect(idOf(spent, '2026-12')).not.toBe(idOf(spent));
    expect(idOf({ ...spent, objective: { percent: 96, minutes: 15 } })).not.toBe(idOf(spent));
  });

  it('says "at least" where runs were not counted, and how many', () => {
    const row = aRow({ 'took#failed': 10, 'took#10': 90 }, { uncounted: 3 });
    expect(listObjectiveFindings(ofRows(row))[0]?.says).toMatch(/^At least 10 of 100 batches/);
    expect(formatUncounted(row)).toBe('3 runs ended before durations were counted.');
    expect(formatUncounted({ ...row, uncounted: 1, isCut: true })).toBe(
      '1 run ended before durations were counted. Not all days were read.',
    );
    expect(formatUncounted(aRow({ 'took#10': 3 }))).toBe('');
  });

  it('counts what runs late, or says that it was not read', () => {
    expect(formatLate(aRow({}, { late: { batches: 2, isAtLeast: false } }))).toBe(
      '2 running batches are late already.',
    );
    expect(formatLate(aRow({}, { late: { batches: 1, isAtLeast: true } }))).toBe(
      'At least 1 running batch is late already.',
    );
    expect(formatLate(aRow({}, { late: null }))).toBe('Running batches were not read.');
    expect(formatLate(aRow({}))).toBe('');
  });

  it('says by how many an allowance is exceeded', () => {
    expect(formatAllowance(aRow({ 'took#failed': 14, 'took#10': 86 }))).toBe(
      'Of 200 batches expected this month, 10 may miss. Exceeded by 4.',
    );
    expect(formatAllowance(aRow({ 'took#10': 3 }))).toBe('Of 6 batches expected this month, none may miss.');
  });
});
