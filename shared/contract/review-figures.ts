import { z } from 'zod';
import { id, text } from './pipeline-items.ts';

export const reviewersInput = z.strictObject({
  tenantId: id.optional(),
  /** Also the figures of the last day, and what was found about decisions. They take more reads. */
  figures: z.boolean(),
});
export const reviewersSchema = z.strictObject({
  /** The people who did something in review within the last ten minutes, the latest first. */
  onDesk: z.array(z.strictObject({ personId: z.string(), lastAt: z.string() })),
  decidedLastHour: z.int(),
  /** Not everything was read, so there were at least so many. */
  isAtLeast: z.boolean(),
  /** A reviewer's own figures, or those of everyone for an administrator. */
  figures: z.array(
    z.strictObject({
      personId: z.string(),
      /** Decisions of the last day. */
      decided: z.int(),
      /** From one decision to the next; null where there are fewer than ten. */
      medianSeconds: z.number().nullable(),
      pauses: z.int(),
      /** The decisions that another person has judged. */
      judged: z.int(),
      /** Null where fewer than ten were judged. Wilson's interval, 95 %. */
      accuracy: z.strictObject({ right: z.int(), low: z.number(), high: z.number() }).nullable(),
    }),
  ),
  seesAll: z.boolean(),
  /** False where no single tenant is chosen, because what was found is kept by tenant. */
  judgedAreRead: z.boolean(),
  readAt: z.iso.datetime(),
});
export type Reviewers = z.infer<typeof reviewersSchema>;

export const accuracyInput = z.strictObject({ tenantId: id, projectId: id, workflowId: id });

/** Wilson's interval, 95 %. */
const bandSchema = z.strictObject({
  from: z.number(),
  to: z.number(),
  n: z.int(),
  right: z.int(),
  low: z.number(),
  high: z.number(),
});
export type AccuracyBand = z.infer<typeof bandSchema>;

const fieldAccuracySchema = z.strictObject({
  field: z.string(),
  n: z.int(),
  right: z.int(),
  low: z.number(),
  high: z.number(),
  bands: z.array(bandSchema),
  /** How well the score separates right values from wrong ones, or null if either kind is missing. */
  auroc: z.number().nullable(),
  /** Whether the score is good enough to colour values. */
  verdict: z.enum(['ranks', 'does not rank', 'too few']),
});
export type FieldAccuracy = z.infer<typeof fieldAccuracySchema>;

export const accuracySchema = z.strictObject({
  workflowId: id,
  fields: z.array(fieldAccuracySchema),
  /** The number of documents and batches that the figures are based on. */
  documents: z.int(),
  batches: z.int(),
  /** Older documents were not read. */
  since: text,
  /** The reason why these may not be the newest, as a sentence. */
  cut: text,
  readAt: z.iso.datetime(),
});
export type Accuracy = z.infer<typeof accuracySchema>;
