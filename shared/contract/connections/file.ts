import { z } from 'zod';
import { connectionSummarySchema } from '../session.ts';

const connectionId = z.string();

/** An entry that the file has otherwise, or not at all, than the console goes by until it starts anew. */
const keptEntrySchema = z.strictObject({ connectionId, inFile: z.enum(['changed', 'gone']) });
export type KeptEntry = z.infer<typeof keptEntrySchema>;

/** The connections that the console knows, and what is wrong with their file. */
export const connectionsFileSchema = z.strictObject({
  file: z.string(),
  readAt: z.iso.datetime(),
  connections: z.array(connectionSummarySchema),
  problems: z.array(z.strictObject({ path: z.string(), problem: z.string() })),
  kept: z.array(keptEntrySchema),
});

/** What another look at it has changed. */
export const fileReadAgainSchema = z.strictObject({
  ...connectionsFileSchema.shape,
  added: z.array(connectionId),
  changed: z.array(connectionId),
  removed: z.array(connectionId),
});
