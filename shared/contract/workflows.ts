import { z } from 'zod';
import { objectiveSchema } from '../domain/objective.ts';
import { dueHoursRange } from '../domain/review/review-order.ts';
import { thresholdSavers } from './allowed-roles.ts';
import { usageTotalsSchema } from './costs.ts';
import { command, query } from './define.ts';
import { count, cursor, id, pageOf, pageSize, share, text, workflowSchema } from './pipeline-items.ts';
import { customerSchema, prioritySchema, weightsSchema } from './review-rules.ts';
import { listOperations } from './tenant-lists.ts';

const workflowKeyInput = z.strictObject({ tenantId: id, projectId: id, workflowId: id });
export type WorkflowKey = z.infer<typeof workflowKeyInput>;

const threshold = z.number().min(0).max(1);

/** A reviewer's judgement of a document, or null if it was not reviewed. */
const judgement = z.enum(['right', 'corrected', 'unusable']);
export type Judged = z.infer<typeof judgement>;

/** A document that has a score, without any of its values. */
const scoredDocumentSchema = z.strictObject({
  score: z.number().min(0).max(1),
  /** The status that its score gave it under the thresholds of its batch. */
  put: z.enum(['FAILED', 'REVIEW_REQUIRED', 'SUCCEEDED']),
  judged: judgement.nullable(),
  /** It was reviewed although it had been accepted, in a quality check or as a later opinion. */
  wasChecked: z.boolean(),
});
export type ScoredDocument = z.infer<typeof scoredDocumentSchema>;

const sampleInput = workflowKeyInput.extend({
  /** The largest number of documents to read. */
  most: z.int().min(50).max(10_000),
});

/** Documents of a workflow's newest batches, up to the requested number and not older than `days`. */
const workflowSampleSchema = z.strictObject({
  workflowId: id,
  documents: z.array(scoredDocumentSchema),
  /** The documents that were read but have no score: they failed for another reason or are still in progress. */
  withoutScore: z.int(),
  /** The documents among these that failed for a reason other than their score, which no threshold changes. */
  failedOtherwise: z.int(),
  read: z.int(),
  batches: z.int(),
  /** The times at which its oldest and its newest batch were submitted. */
  from: text,
  to: text,
  /** The reason why the sample ends: it is complete, or it reached the limit of days or of documents. */
  endedBy: z.enum(['all', 'days', 'most']),
  days: z.int(),
  /** The number of the project's batches after which reading ended, if newer ones may be missing; otherwise null. */
  cutAfter: z.int().nullable(),
  /** The incoming documents, by the counts of the workflow's batches over the listed days. */
  intake: z.strictObject({
    documents: z.int(),
    days: z.number(),
    /** There are more batches than were listed. */
    isAtLeast: z.boolean(),
  }),
  /** The time from claim to decision, from passports; null if too few are known. */
  reviewSeconds: z.strictObject({ median: z.number(), n: z.int() }).nullable(),
  /** The usage of the documents that were read, so that a page can estimate the price of one more by any book. */
  usage: usageTotalsSchema,
  /** Batches in progress, which keep the thresholds they were submitted with. */
  running: z.strictObject({
    batches: z.array(
      z.strictObject({
        batchId: id,
        projectId: id,
        documentCount: count,
        confidenceThreshold: share,
        reviewThreshold: share,
      }),
    ),
    isAtLeast: z.boolean(),
  }),
  readAt: z.iso.datetime(),
});
export type WorkflowSample = z.infer<typeof workflowSampleSchema>;

const thresholdsSchema = z.strictObject({ confidenceThreshold: share, reviewThreshold: share });

/** A line of a workflow's history. */
export const workflowEventSchema = z.strictObject({
  eventId: id,
  at: text,
  what: text,
  actor: text,
  reason: text,
  requestId: text,
  /** The values of a change of thresholds; null in any other line. */
  before: thresholdsSchema.nullable(),
  after: thresholdsSchema.nullable(),
  /** The settings of review that a change of them changed, as they were and are; empty in any other line. */
  settings: z.array(z.strictObject({ name: z.string(), before: text, after: text })),
  problems: z.array(z.string()),
});
export type WorkflowEvent = z.infer<typeof workflowEventSchema>;

export const saveThresholdsInput = workflowKeyInput.extend({
  /** The version that was seen. If it has changed, nothing is saved. */
  version: z.int(),
  confidenceThreshold: threshold,
  reviewThreshold: threshold,
  reason: z.string().trim().min(1).max(500),
  /** The environment's name as typed, if it is required. */
  typedEnvironment: z.string().max(100).nullable(),
  /** The same intent has the same key, so that asking again after an unclear answer makes only one change. */
  intentKey: z.string().min(8).max(128),
});

export const saveReviewInput = workflowKeyInput.extend({
  /** The version that was seen. If it has changed, nothing is saved. */
  version: z.int(),
  /** All rules whose weight differs from the usual one. */
  rules: weightsSchema,
  dueHours: z.int().min(dueHoursRange.least).max(dueHoursRange.most).nullable(),
  priority: prioritySchema.nullable(),
  customer: customerSchema.nullable(),
  reason: z.string().trim().min(1).max(500),
  typedEnvironment: z.string().max(100).nullable(),
  intentKey: z.string().min(8).max(128),
});

export const saveObjectiveInput = workflowKeyInput.extend({
  /** The version that was seen. If it has changed, nothing is saved. */
  version: z.int(),
  /** Null takes the objective away. */
  objective: objectiveSchema.nullable(),
  reason: z.string().trim().min(1).max(500),
  typedEnvironment: z.string().max(100).nullable(),
  intentKey: z.string().min(8).max(128),
});

/** A lost race is an answer with the other person's workflow, and not a failure. */
const savedSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('saved'), workflow: workflowSchema }),
  z.strictObject({
    kind: z.literal('overtaken'),
    workflow: workflowSchema,
    /** The change that won, if the workflow's history shows it. */
    by: workflowEventSchema.nullable(),
  }),
]);
export type Saved = z.infer<typeof savedSchema>;
const savedAnswer = z.strictObject({ outcome: savedSchema });

/** The thresholds of workflows. `workflows.ofProject` lists the workflows with the rest of a tenant's data. */
export const workflowOperations = {
  'workflows.read': query({
    does: 'Reads a workflow by its key, as the table has it now.',
    input: workflowKeyInput,
    output: workflowSchema,
  }),
  'workflows.sample': query({
    does: "Reads the scores of a workflow's newest documents, what people found of them, and what comes in.",
    input: sampleInput,
    output: workflowSampleSchema,
  }),
  'workflows.history': query({
    does: 'Lists the changes of a workflow, newest first.',
    input: workflowKeyInput.extend({ cursor, pageSize }),
    output: pageOf(workflowEventSchema),
  }),
  'workflows.saveThresholds': command({
    does: 'Changes the thresholds of a workflow, for batches that are submitted later.',
    input: saveThresholdsInput,
    output: savedAnswer,
    roles: thresholdSavers,
    remembered: false,
  }),
  'workflows.saveReview': command({
    does: 'Changes what the rules of review weigh, when documents are due and how urgent they are.',
    input: saveReviewInput,
    output: savedAnswer,
    roles: thresholdSavers,
    remembered: false,
  }),
  'workflows.saveObjective': command({
    does: 'Changes how many percent of the batches of a workflow should take at most how many minutes.',
    input: saveObjectiveInput,
    output: savedAnswer,
    roles: thresholdSavers,
    remembered: false,
  }),
  ...listOperations,
} as const;
