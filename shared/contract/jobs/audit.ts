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

/** Torn: its last line is a half, as a crash leaves it. That is no sign that somebody changed anything. */
const chainStateSchema = z.enum(['verified', 'broken', 'being-written', 'torn']);

export const auditPageSchema = z.strictObject({
  /** Newest first. */
  entries: z.array(auditEntrySchema),
  total: z.int(),
});
export type AuditPage = z.infer<typeof auditPageSchema>;

export const auditVerificationSchema = z.strictObject({
  checkedAt: z.string(),
  /** Each file is a chain of its own: the newest first, and those that are anchored and gone among them. */
  chains: z.array(
    z.strictObject({
      file: z.string(),
      entries: z.int(),
      state: chainStateSchema,
      /** The first line that does not hold, from 1, and what is wrong with it. */
      line: z.int().nullable(),
      problem: text,
      /** When the last of its entries was anchored that fits: what is up to it cannot be changed without showing. */
      anchoredAt: text,
    }),
  ),
  /** Whether they were compared with what the pipeline API keeps; null: they were. */
  notCompared: text,
  /** How the chain stands that this console writes; null before anything was done. */
  writing: z
    .strictObject({
      anchoredAt: text,
      /** When the first entry was written that is not anchored yet. */
      notSince: text,
      why: text,
    })
    .nullable(),
});
export type AuditVerification = z.infer<typeof auditVerificationSchema>;
