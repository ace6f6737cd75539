import { z } from 'zod';
import { objectiveSchema } from '../domain/objective.ts';
import { query } from './define.ts';
import { id, text } from './pipeline-items.ts';

const units = z.int().min(0);
const day = z.iso.date();

const standingSchema = z.strictObject({
  batches: units,
  within: units,
  missed: units,
  /** The missed batches that failed. */
  failed: units,
  allowedSoFar: z.number(),
  /** These three are null on the first day of a month, which says too little about all of it. */
  allowed: z.number().nullable(),
  left: z.int().nullable(),
  expected: units.nullable(),
  spentOn: day.nullable(),
  standing: z.enum(['spent', 'soon', 'within', 'too early']),
});

/** How a workflow keeps to its objective this month, by UTC. */
const objectiveRowSchema = z.strictObject({
  tenantId: id,
  tenantName: text,
  projectId: id,
  workflowId: id,
  name: text,
  objective: objectiveSchema,
  /** Null where its days were not read, or durations are not counted. */
  month: standingSchema.nullable(),
  /** Runs that ended before durations were counted. If there are any, all counts are "at least". */
  uncounted: units,
  /** Not all days were read. */
  isCut: z.boolean(),
  /** The batches in their first run that already took longer; null if they were not read. */
  late: z.strictObject({ batches: units, isAtLeast: z.boolean() }).nullable(),
});
export type ObjectiveRow = z.infer<typeof objectiveRowSchema>;

const objectivesSchema = z.strictObject({
  /** Such as "2026-11". */
  month: z.string(),
  /** Workflows whose allowance is spent come first, then those where it soon is. */
  rows: z.array(objectiveRowSchema).max(200),
  /** The tenants with objectives that were not read, because there are too many. */
  leftOut: units,
  /** There are more objectives than were listed. */
  isAtLeast: z.boolean(),
  /** The reason why nothing is counted here. */
  whyNot: text,
  trouble: text,
  readAt: z.iso.datetime(),
});
export type Objectives = z.infer<typeof objectivesSchema>;

export const objectiveOperations = {
  'monitor.objectives': query({
    does: 'Compares how long the batches of this month took with the objectives of their workflows.',
    input: z.strictObject({ tenantId: id.nullable() }),
    output: objectivesSchema,
  }),
} as const;
