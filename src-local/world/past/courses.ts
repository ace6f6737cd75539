import { batchCourse, type BatchCourse } from './course/batch-course.ts';
import { once } from './once.ts';
import type { PastPlan, StoriedBatch } from './plan-of.ts';

/** What became of each batch, worked out when somebody asks for it. */
export interface Courses {
  readonly batches: readonly StoriedBatch[];
  readonly all: () => readonly BatchCourse[];
  readonly of: (batch: StoriedBatch) => BatchCourse;
}

export function coursesOf({ batches, anchor }: Pick<PastPlan, 'batches' | 'anchor'>): Courses {
  const known = new Map<StoriedBatch, BatchCourse>();
  const of = (batch: StoriedBatch): BatchCourse => {
    const found = known.get(batch) ?? batchCourse(batch, anchor);
    known.set(batch, found);
    return found;
  };
  return { batches, of, all: once(() => batches.map(of)) };
}
