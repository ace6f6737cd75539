import { z } from 'zod';

/** The seed names a world: whole numbers, so that one can be told over the phone. */
export const sandboxSeedSchema = z
  .string()
  .regex(/^(?:0|[1-9]\d{0,15})$/, 'expected a whole number of at most 16 digits');

export const sandboxSchema = z.strictObject({
  seed: z.string(),
  /** When its world began, to the hour: all that is told of its past lies before. */
  since: z.iso.datetime(),
  traffic: z.strictObject({
    paused: z.boolean(),
    /** Batches that customers have sent since it began. */
    batches: z.int(),
    batchesToday: z.int(),
    mostADay: z.int(),
  }),
  /** What was there when it began. */
  told: z.strictObject({ tenants: z.int(), batches: z.int(), documents: z.int() }),
});
export type SandboxState = z.infer<typeof sandboxSchema>;
