import { expect, it } from 'vitest';
import { followCourses } from '#local/world/past/batch-course.ts';
import { listPastActivity } from '#local/world/past/past-activity.ts';
import { planPast } from '#local/world/past/past-plan.ts';
import { sandboxPersonas } from '#shared/sandbox/personas.ts';

const anchor = Date.UTC(2026, 10, 20, 18);

it('tells what colleagues did in the last days, about batches that there are', () => {
  const plan = planPast({ seed: '1', anchor });
  const listed = listPastActivity(plan, followCourses(plan));
  expect(listed.length).toBeGreaterThan(40);
  expect(listed.length).toBeLessThanOrEqual(60);
  const batches = new Set(plan.batches.map(({ batchId }) => batchId));
  const operations = new Set(listed.map(({ operation }) => operation));
  expect([...operations]).toEqual(
    expect.arrayContaining(['plans.start', 'jobs.ended', 'batches.work', 'activity.note', 'review.decide']),
  );
  const personas = new Set(sandboxPersonas.map(({ id }) => id));
  expect(listed.some(({ personId }) => typeof personId === 'string' && personas.has(personId))).toBe(true);
  for (const { batchId, GSI1SK, SK, PK } of listed) {
    expect(batches).toContain(batchId);
    const at = typeof GSI1SK === 'string' ? GSI1SK : '';
    expect(Date.parse(at)).toBeLessThan(anchor);
    expect(SK).toMatch(new RegExp(`^${at}#`));
    expect(PK).toMatch(/^TENANT#[^#]+#ACTIVITY$/);
  }
});
