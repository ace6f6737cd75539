import { toSeries, type CountedDay } from '#shared/domain/review/correction-counts.ts';
import { findDrifts, proposeRule } from '#shared/domain/review/drift.ts';
import { findNewLayout, type PlacedSample } from '#shared/domain/review/new-layout.ts';
import { describe, expect, it } from 'vitest';
import { followCourses } from '#local/world/past/batch-course.ts';
import { listCorrectionItems, listDriftItems } from '#local/world/past/corrections.ts';
import { planPast } from '#local/world/past/past-plan.ts';
import { readText } from '#pipelines/extraction/keep-drift.ts';

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

  it.each(['1', '2', '3'])(
    'have a new layout of one supplier as the cause, and a rule that all broke, with seed %s',
    (seed) => {
      const courses = followCourses(planPast({ seed, anchor }));
      const items = listCorrectionItems(courses, 'kestrel');
      const days = items.flatMap(({ SK, figures }) =>
        readText(SK).startsWith('CORRECTIONS#supplier-invoices#')
          ? [{ day: readText(SK).slice(-10), figures } as CountedDay]
          : [],
      );
      const samples = items.filter(
        ({ PK }) => PK === 'TENANT#kestrel#CORRECTED#supplier-invoices',
      ) as unknown as PlacedSample[];
      const [drift] = findDrifts(toSeries(days), '2026-11-20');
      if (drift === undefined) throw new Error('Corrections have not changed.');
      const layout = findNewLayout(samples, drift, days);
      expect(layout).toMatchObject({ day: drift.beganOn });
      expect(layout?.having).toBeGreaterThan(0.5 * (layout?.of ?? Infinity));
      expect(proposeRule(samples, drift, () => 'warn')).toMatchObject({ rule: 'date order', weight: 'stop' });
    },
  );

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
