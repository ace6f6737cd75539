import { followBatch, type BatchCourse } from '#local/world/past/batch-course.ts';
import { storiedBatch } from '#local/world/past/past-plan.ts';
import type { Story } from '#local/world/past/story.ts';
import { tenants } from '#local/world/past/tenants.ts';

/** Returns the course of a batch with this story. */
export function aCourse(
  seed: string,
  anchor: number,
  workflowId: string,
  story: Partial<Story>,
): BatchCourse {
  for (const { tenantId, projects } of tenants) {
    const workflow = projects
      .flatMap(({ workflows }) => workflows)
      .find((one) => one.workflowId === workflowId);
    if (!workflow) continue;
    const whole = { tenantId, workflowId, hoursAgo: 40, size: 12, defects: {}, ...story };
    return followBatch(storiedBatch({ seed, anchor }, whole, 900), anchor);
  }
  throw new Error(`There is no workflow ${workflowId}`);
}
