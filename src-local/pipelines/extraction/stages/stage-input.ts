import { z } from 'zod';
import { stages } from '../readers.ts';

const batchRefSchema = z.object({ tenantId: z.string(), projectId: z.string(), batchId: z.string() });

/** What the state machine hands to the functions that work on one document. */
export const stageInputSchema = z.object({
  stage: z.enum(stages),
  batch: batchRefSchema,
  run: z.number().int().positive(),
  documentId: z.string(),
});
export type StageInput = z.infer<typeof stageInputSchema>;

/** What it caught; the cause of a function's error is Lambda's JSON. */
export const failureInputSchema = stageInputSchema.extend({
  failure: z.object({ Error: z.string().nullish(), Cause: z.string().nullish() }),
});

export const finaliseInputSchema = z.object({
  batch: batchRefSchema,
  run: z.number().int().positive(),
  startedAt: z.iso.datetime(),
});

export const listInputSchema = z.object({
  /** As GSI3 gave them. */
  keys: z.object({ PK: z.string(), SK: z.string() }),
  executionName: z.string(),
});
