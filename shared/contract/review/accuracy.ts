import { z } from 'zod';
import { id, text } from '../triage/words.ts';

export const accuracyInput = z.strictObject({ tenantId: id, projectId: id, workflowId: id });

/** Wilson's interval, 95 %. */
export const bandSchema = z.strictObject({
  from: z.number(),
  to: z.number(),
  n: z.int(),
  right: z.int(),
  low: z.number(),
  high: z.number(),
});
export type AccuracyBand = z.infer<typeof bandSchema>;

export const fieldAccuracySchema = z.strictObject({
  field: z.string(),
  n: z.int(),
  right: z.int(),
  low: z.number(),
  high: z.number(),
  bands: z.array(bandSchema),
  /** How well the score puts right ones above wrong ones; null where there are none of either. */
  auroc: z.number().nullable(),
  /** Whether the score may colour anything. */
  verdict: z.enum(['ranks', 'does not rank', 'too few']),
});
export type FieldAccuracy = z.infer<typeof fieldAccuracySchema>;

export const accuracySchema = z.strictObject({
  workflowId: id,
  fields: z.array(fieldAccuracySchema),
  /** What it was learnt from. */
  documents: z.int(),
  batches: z.int(),
  /** Older ones were not looked at. */
  since: text,
  /** Why these may not be the newest, as a sentence. */
  cut: text,
  readAt: z.iso.datetime(),
});
export type Accuracy = z.infer<typeof accuracySchema>;
