import { describe, expect, it } from 'vitest';
import { followCourses } from '#local/world/past/batch-course.ts';
import { listCorrectionItems, listDriftItems } from '#local/world/past/corrections.ts';
import { planPast } from '#local/world/past/past-plan.ts';

const anchor = Date.UTC(2026, 10, 20, 18);

describe('the corrections of the past', { timeout: 30_000 }, () => {
  it.each(['1', '2', '3'])('have changed for the due dates of one workflow, with seed %s', (seed) => {
    const plan = planPast({ seed, anchor });
    const [drift, ...others] = listDriftItems(followCourses(plan), anchor);
    expect(others).toEqual([]);
    expect(drift).toMatchObject({
      tenantId: 'kestrel',
      workflowId: 'supplier-invoices',
      kind: 'field',
      name: 'dueDate',
    });
  });

  it('agree with the decisions of reviewers, document by document', () => {
    const plan = planPast({ seed: '1', anchor });
    const courses = followCourses(plan);
    for (const { tenantId } of plan.tenants) {
      const items = listCorrectionItems(courses, tenantId);
      const own = courses.all().filter(({ batch }) => batch.workflow.tenantId === tenantId);
      const decided = own.flatMap(({ documents }) => documents.filter(({ decision }) => decision));
      const sum = (name: string) =>
        items.reduce((all, { figures }) => all + ((figures as Record<string, number>)?.[name] ?? 0), 0);
      expect(sum('all#read') + sum('rejected')).toBe(decided.length);
      expect(items.filter(({ fields }) => fields !== undefined)).toHaveLength(sum('all#corrected'));
      expect(new Set(items.map(({ PK, SK }) => JSON.stringify([PK, SK]))).size).toBe(items.length);
    }
  });
});
