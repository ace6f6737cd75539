import { z } from 'zod';
import { environmentSchema } from '../domain/connection.ts';
import { downloadBatchSchema, downloadFileSchema } from './downloads.ts';
import { batchSchema, count, documentStatus, id, stage, text } from './pipeline-items.ts';
import { jobKinds } from './plans.ts';
import { documentSchema } from './triage.ts';

const jobStates = [
  /** Sending, or waiting for what was sent to end. */
  'running',
  /** By itself: too much went wrong. What was sent goes on to its end. */
  'braked',
  /** By a person. */
  'stopped',
  /** The console ended meanwhile; it goes on when somebody says so, or by itself after a short while away. */
  'interrupted',
  'done',
] as const;
export type JobState = (typeof jobStates)[number];

export const itemStates = [
  'waiting',
  /** Written ahead, not yet answered. */
  'sending',
  'running',
  'fixed',
  'failed-again',
  /** A message that was sent, and nothing has proven what became of it for as long as its attempts take. */
  'unconfirmed',
  /** The job ended before it did. */
  'still-running',
  /** Changed since the plan, so it was left alone. */
  'skipped',
  /** The pipeline would not have it. */
  'refused',
  /** It may have been sent, or not: never sent again by itself. */
  'uncertain',
  /** Somebody else's later run took it over. */
  'overtaken',
] as const;
export type ItemState = (typeof itemStates)[number];

const jobCounts = z.record(z.enum(itemStates), z.int());

export const jobSchema = z.strictObject({
  /** Of the plan it runs. */
  jobId: id,
  kind: z.enum(jobKinds),
  connection: z.strictObject({ id: z.string(), name: z.string(), environment: environmentSchema }),
  /** Null where it is about a queue, whose messages may be anybody's. */
  tenantId: text,
  batchId: text,
  queue: text,
  /** Of a job about downloads: which day or which of its batches, as far as it is one. */
  downloads: z.strictObject({ date: text, batchId: text }).optional(),
  fingerprint: text,
  /** Who started it, and why. */
  by: z.string(),
  reason: text,
  hash: z.string(),
  total: z.int(),
  counts: jobCounts,
  /** Of those that are uncertain: they go again under their key if somebody resumes it, and stay so if it is ended. */
  unanswered: z.int().optional(),
  /**
   * Of messages: `lacking` where it braked since the pipeline wrote nothing about those that were sent first, so that
   * resuming sends the rest without confirmation; `waived` once a person has resumed it so.
   */
  confirmation: z.enum(['lacking', 'waived']).optional(),
  state: z.enum(jobStates),
  /** Why it is braked, stopped or interrupted. */
  because: text,
  /** The step it is at and how many there are, from 1. */
  step: z.strictObject({ at: z.int(), of: z.int() }),
  startedAt: z.iso.datetime(),
  endedAt: text,
  secondsLeft: z.number().nullable(),
  /** What ended documents have really consumed, by the plan's price book. */
  usd: text,
  estimatedUsd: text,
});
export type Job = z.infer<typeof jobSchema>;

/** What became of one item, and the proof of it. */
export const itemReceiptSchema = z.strictObject({
  /** Its place in the plan, from 1. */
  number: z.int(),
  id,
  name: text,
  step: z.int().nullable(),
  state: z.enum(itemStates),
  status: documentStatus.nullable(),
  stage: stage.nullable(),
  run: count,
  /** Of downloads: the batch that a file went with, or that a day was run again as. */
  downloadBatchId: text.optional(),
  sentAt: text,
  endedAt: text,
  /** From being sent to its end. */
  ms: z.number().nullable(),
  usd: text,
  /** Why it was skipped, refused or is uncertain; with which error it failed again. */
  note: text,
});
export type ItemReceipt = z.infer<typeof itemReceiptSchema>;

export const jobDetailSchema = z.strictObject({
  job: jobSchema,
  /** Each step with the state of each of its items, in the plan's order; a large one only by its counts. */
  steps: z.array(
    z.strictObject({
      size: z.int(),
      state: z.enum(['waiting', 'running', 'done']),
      items: z.array(z.enum(itemStates)),
      counts: jobCounts,
    }),
  ),
  /** The last that changed, newest first; all of them are read in pages. */
  latest: z.array(itemReceiptSchema),
  brakes: z.array(z.strictObject({ says: z.string(), now: z.number(), limit: z.number() })),
  /** Where the receipts are kept on this machine. */
  file: z.string(),
  /** Where a discard keeps whole what it has deleted; null of another kind, and until there is something in it. */
  kept: text,
});
export type JobDetail = z.infer<typeof jobDetailSchema>;

/** What an action has made of items, as read by their base keys: newer than any list. */
export const changesSchema = z.strictObject({
  connectionId: z.string(),
  batches: z.array(batchSchema),
  documents: z.array(documentSchema),
  /** Nothing where there are none, and for who may not see them. */
  downloads: z
    .strictObject({ files: z.array(downloadFileSchema), batches: z.array(downloadBatchSchema) })
    .optional(),
});
export type Changes = z.infer<typeof changesSchema>;

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
