import { z } from 'zod';
import { environmentSchema } from '../domain/connection.ts';
import { downloadBatchSchema, downloadFileSchema } from './downloads.ts';
import { jobPaceSchema } from './pace.ts';
import { anyId, batchSchema, count, documentStatus, id, stage, text } from './pipeline-items.ts';
import { jobStates } from '../domain/job-kinds/job-kind.ts';
import { jobKinds } from '../domain/job-kinds/job-kinds.ts';

export type { JobState } from '../domain/job-kinds/job-kind.ts';
import { documentSchema } from './triage.ts';

export const itemStates = [
  'waiting',
  /** The journal has the item, but no answer has come yet. */
  'sending',
  'running',
  'fixed',
  'failed-again',
  /** The message was sent, but its result was not proven within the time that its attempts take. */
  'unconfirmed',
  /** The job ended before the item did. */
  'still-running',
  /** The item changed after the plan was made, so it was not touched. */
  'skipped',
  /** The pipeline refused the item. */
  'refused',
  /** The item may or may not have been sent. It is never sent again automatically. */
  'uncertain',
  /** The item ended in another way, for example because another person's later run took it over. */
  'overtaken',
] as const;
export type ItemState = (typeof itemStates)[number];

const jobCounts = z.record(z.enum(itemStates), z.int());

export const jobSchema = z.strictObject({
  /** The id of the plan that the job runs. */
  jobId: id,
  kind: z.enum(jobKinds),
  connection: z.strictObject({ id: z.string(), name: z.string(), environment: environmentSchema }),
  /** Null for a job about a queue, whose messages may belong to any tenant. */
  tenantId: text,
  batchId: text,
  queue: text,
  /** The day or the batch of a job about downloads, if it has a single one. */
  downloads: z.strictObject({ date: text, batchId: text }).optional(),
  /** For a job over many batches: how many it is about, and which tenants; null if they are too many to be listed. */
  many: z
    .strictObject({
      batches: z.int(),
      tenants: z.int(),
      tenantIds: z.array(anyId).nullable(),
      /** The batches with something to send, where they are few enough to be listed. */
      listed: z.array(z.strictObject({ tenantId: anyId, projectId: anyId, batchId: anyId })).optional(),
    })
    .optional(),
  fingerprint: text,
  /** The person who started the job, and the reason. */
  by: z.string(),
  reason: text,
  hash: z.string(),
  total: z.int(),
  counts: jobCounts,
  /** Counts the messages that failed again as downloads, which are not back in their queue. */
  failedDownloads: z.int().optional(),
  /**
   * The number of uncertain items without an answer. Resuming sends them again under the same key; ending the job
   * leaves them uncertain.
   */
  unanswered: z.int().optional(),
  /**
   * For messages only: `lacking` means that the job braked because the pipeline wrote nothing about the first messages,
   * and that resuming sends the rest without confirmation. `waived` means that a person has resumed it that way.
   */
  confirmation: z.enum(['lacking', 'waived']).optional(),
  state: z.enum(jobStates),
  /** The reason why it is braked, stopped or interrupted. */
  because: text,
  /** The current step, counted from 1, and the number of steps. */
  step: z.strictObject({ at: z.int(), of: z.int() }),
  startedAt: z.iso.datetime(),
  /** The time at which a scheduled job begins. */
  beginsAt: z.iso.datetime().optional(),
  /** Nothing more goes until a condition can be read or met, or until a person lets the job go on. */
  isHeld: z.literal(true).optional(),
  /** The alarm that has to be quiet before the job begins. */
  beginsWhenQuiet: z.string().optional(),
  endedAt: text,
  secondsLeft: z.number().nullable(),
  /** The actual cost of the documents that have ended, by the plan's price book. */
  usd: text,
  estimatedUsd: text,
});
export type Job = z.infer<typeof jobSchema>;

/** A journal whose plan cannot be read, so that its job cannot go on. */
export const lostJournalSchema = z.strictObject({
  /** The id by the file's name. */
  jobId: id,
  file: z.string(),
  /** Says what is wrong with the file. */
  why: z.string(),
  /** The time at which it was last written. */
  at: text,
  /** The items that its other lines name, the first 100 of them. They may have been sent. */
  ids: z.array(z.string()),
  idsTotal: z.int(),
});
export type LostJournal = z.infer<typeof lostJournalSchema>;

/** The result of one item, with its proof. */
export const itemReceiptSchema = z.strictObject({
  /** The place in the plan, counted from 1. */
  number: z.int(),
  id: anyId,
  /** The batch of the item, if the job is about many. */
  of: z.strictObject({ tenantId: anyId, projectId: anyId, batchId: anyId }).optional(),
  name: text,
  step: z.int().nullable(),
  state: z.enum(itemStates),
  status: documentStatus.nullable(),
  stage: stage.nullable(),
  run: count,
  /** The download batch that a file went with, or under which a day was run again. */
  downloadBatchId: text.optional(),
  sentAt: text,
  endedAt: text,
  /** The time from being sent to the end. */
  ms: z.number().nullable(),
  usd: text,
  /** The reason why it was skipped or refused or is uncertain, or the error of the new failure. */
  note: text,
});
export type ItemReceipt = z.infer<typeof itemReceiptSchema>;

/** The receipts of one batch of a job about many, counted. */
export const batchReceiptsSchema = z.strictObject({
  /** The place of the batch in the plan, counted from 1. */
  place: z.int(),
  tenantId: id,
  projectId: id,
  batchId: id,
  workflowId: text,
  total: z.int(),
  counts: jobCounts,
  /** The runs that the job began in it. */
  runs: z.array(z.int()),
  usd: text,
});
export type BatchReceipts = z.infer<typeof batchReceiptsSchema>;

export const jobDetailSchema = z.strictObject({
  job: jobSchema,
  /** Each step with the state of each of its items, in the plan's order. A large step has only counts. */
  steps: z.array(
    z.strictObject({
      size: z.int(),
      state: z.enum(['waiting', 'running', 'done']),
      items: z.array(z.enum(itemStates)),
      counts: jobCounts,
    }),
  ),
  /** The items that changed last, newest first. The complete list is read in pages. */
  latest: z.array(itemReceiptSchema),
  brakes: z.array(z.strictObject({ says: z.string(), now: z.number(), limit: z.number() })),
  pace: jobPaceSchema,
  /** The file on this machine that holds the receipts. */
  file: z.string(),
  /**
   * The file in which a discard saves the messages it has deleted. It is null for other kinds of jobs, and until it has
   * content.
   */
  kept: text,
  /**
   * The messages that were seen in their dead-letter queue again after the job had ended, by samples on this machine.
   * Left out if there are none.
   */
  cameBackLater: z
    .strictObject({
      messages: z.int(),
      /** How many of them had counted as processed. */
      processed: z.int(),
      lastAt: z.iso.datetime(),
    })
    .optional(),
});
export type JobDetail = z.infer<typeof jobDetailSchema>;

/** Items as an action left them, read by their base keys. They are newer than any list. */
export const changesSchema = z.strictObject({
  connectionId: z.string(),
  batches: z.array(batchSchema),
  documents: z.array(documentSchema),
  /** Left out if there are none, or if the person may not see downloads. */
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
  /** The code of an outcome: `ok`, or the failure's code. */
  code: text,
});
export type AuditEntry = z.infer<typeof auditEntrySchema>;

export const auditInput = z.strictObject({
  /** The text that one of an entry's words must contain. */
  filter: z.string().max(200).optional(),
  offset: z.int().min(0).max(10_000_000).optional(),
});

/**
 * A verified chain is vouched for up to its end, by an anchor or by a later chain of the folder. A whole one holds as far
 * as it goes: entries could be missing at its end. A torn chain ends in half a line, as after a crash. That is no sign of
 * tampering.
 */
const chainStateSchema = z.enum(['verified', 'whole', 'broken', 'being-written', 'torn']);

export const auditPageSchema = z.strictObject({
  /** The newest entry comes first. */
  entries: z.array(auditEntrySchema),
  total: z.int(),
});
export type AuditPage = z.infer<typeof auditPageSchema>;

/** Counts the actions from this machine on the open connection that its pipeline API is not told of yet. */
export const untoldSchema = z.strictObject({
  untold: z.int(),
  /** When the oldest of them was done. */
  since: text,
  /** These were told and are not kept, such as actions about a tenant that the person no longer sees. */
  notKept: z.int(),
  why: text,
});

export const auditVerificationSchema = z.strictObject({
  checkedAt: z.string(),
  /** Each file is a chain of its own. The newest comes first, and anchored chains whose file is gone are included. */
  chains: z.array(
    z.strictObject({
      file: z.string(),
      entries: z.int(),
      state: chainStateSchema,
      /** The first line that fails, counted from 1, and its problem. */
      line: z.int().nullable(),
      problem: text,
      /** The time of the newest anchor that fits. A change to any entry before it would be detected. */
      anchoredAt: text,
    }),
  ),
  /** The reason why the chains were not compared with the pipeline API's anchors, or null if they were. */
  notCompared: text,
  /** The state of the chain that this console writes, or null before its first entry. */
  writing: z
    .strictObject({
      anchoredAt: text,
      /** The time of the first entry that is not anchored yet. */
      notSince: text,
      why: text,
    })
    .nullable(),
});
export type AuditVerification = z.infer<typeof auditVerificationSchema>;
