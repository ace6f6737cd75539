import { z } from 'zod';

/** How long a production connection may be written to before it locks itself. */
export const writingChoices = [15, 30, 60] as const;
export const writingMinutes = z.union([z.literal(15), z.literal(30), z.literal(60)]);
export const writingReason = z.string().trim().min(3).max(500);
/** The name of the connection, as typed by whoever unlocks it. */
export const typedName = z.string().max(255);

export const writingSchema = z.strictObject({
  until: z.string(),
  reason: z.string(),
});
export type Writing = z.infer<typeof writingSchema>;
