import { z } from 'zod';
import { environmentSchema } from '../domain/connection.ts';
import { writingSchema } from './connections/writing.ts';
import { roleSchema } from './define.ts';
import { signInSchema } from './sign-in.ts';

/** A connection as a page may know it: names and places, never a credential. */
export const connectionSummarySchema = z.strictObject({
  id: z.string(),
  name: z.string(),
  kind: z.enum(['sandbox', 'aws']),
  environment: environmentSchema,
  region: z.string(),
  accountId: z.string().nullable(),
  /** Now: what may be unlocked is so until it is. */
  readOnly: z.boolean(),
  /** Whether it may be opened for writing for a while: production may, unless its entry says read-only. */
  unlockable: z.boolean(),
  /** Whether a dead letter may be sent back with another body. */
  editAndRedrive: z.boolean(),
});
export type ConnectionSummary = z.infer<typeof connectionSummarySchema>;

export const personaSchema = z.strictObject({
  id: z.string(),
  name: z.string(),
  role: roleSchema,
  /** Whose data this person may see. */
  tenants: z.union([z.literal('*'), z.array(z.string())]),
});
export type Persona = z.infer<typeof personaSchema>;

/** Null where nobody has told us yet: a real connection's role comes from its pipeline API. */
const whoSchema = personaSchema.nullable();

export const sessionSchema = z.strictObject({
  version: z.string(),
  host: z.enum(['electron', 'browser']),
  connection: connectionSummarySchema,
  who: whoSchema,
  personas: z.array(personaSchema),
  signIn: signInSchema,
  /** Until when production may be written to; null where it may not, or where that needs no unlocking. */
  writing: writingSchema.nullable(),
  notices: z.array(z.string()),
  /** How often the sandbox was begun anew meanwhile: what was read in an earlier one is void. */
  sandboxResets: z.int(),
});
export type Session = z.infer<typeof sessionSchema>;
