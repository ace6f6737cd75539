import { z } from 'zod';
import { environmentSchema } from '../../domain/connection.ts';
import { downloadBatchSchema, downloadFileSchema } from '../downloads/downloads.ts';
import { batchSchema } from '../triage/batches.ts';
import { documentSchema } from '../triage/documents.ts';
import { count, documentStatus, id, stage, text } from '../triage/words.ts';
import { jobKinds } from './plans.ts';

export const jobStates = [
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

export const jobCounts = z.record(z.enum(itemStates), z.int());

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
