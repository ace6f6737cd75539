import { z } from 'zod';
import { text } from '../triage/words.ts';

export const auditEntrySchema = z.strictObject({
  file: z.string(),
  sequence: z.int(),
  at: text,
  kind: z.enum(['intent', 'outcome', 'unreadable']),
  operation: text,
  reference: text,
  person: text,
  role: text,
  connection: text,
  ids: z.record(z.string(), z.string()),
  /** Of an outcome: `ok`, or the failure's code. */
  code: text,
});
export type AuditEntry = z.infer<typeof auditEntrySchema>;

export const auditInput = z.strictObject({
  /** Text that an entry must hold in one of its words. */
  filter: z.string().max(200).optional(),
  offset: z.int().min(0).max(10_000_000).optional(),
});

export const auditPageSchema = z.strictObject({
  /** Newest first. */
  entries: z.array(auditEntrySchema),
  total: z.int(),
  /** Each file is a chain of its own. */
  chains: z.array(
    z.strictObject({
      file: z.string(),
      entries: z.int(),
      state: z.enum(['verified', 'broken', 'being-written']),
      /** Where it breaks, and how. */
      problem: text,
    }),
  ),
});
export type AuditPage = z.infer<typeof auditPageSchema>;
