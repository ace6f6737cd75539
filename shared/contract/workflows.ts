import { z } from 'zod';
import { usageTotalsSchema } from './costs.ts';
import { command, query } from './define.ts';
import { count, cursor, id, pageOf, pageSize, share, text, workflowSchema } from './pipeline-items.ts';

const workflowKeyInput = z.strictObject({ tenantId: id, projectId: id, workflowId: id });
export type WorkflowKey = z.infer<typeof workflowKeyInput>;

const threshold = z.number().min(0).max(1);

/** What people have found of a document; null where nobody has looked. */
const judgement = z.enum(['right', 'corrected', 'unusable']);
export type Judged = z.infer<typeof judgement>;

/** A document that has a score, without any of its values. */
const scoredDocumentSchema = z.strictObject({
  score: z.number().min(0).max(1),
  /** Where its score had put it, by the thresholds of its batch. */
  put: z.enum(['FAILED', 'REVIEW_REQUIRED', 'SUCCEEDED']),
  judged: judgement.nullable(),
  /** Whether somebody looked although it had been accepted: a check of quality, or another opinion afterwards. */
  wasChecked: z.boolean(),
});
export type ScoredDocument = z.infer<typeof scoredDocumentSchema>;

const sampleInput = workflowKeyInput.extend({
  /** How many documents are read at most. */
  most: z.int().min(50).max(10_000),
});

/** Documents of a workflow's newest batches, as many as were asked for and not older than `days`. */
const workflowSampleSchema = z.strictObject({
  workflowId: id,
  documents: z.array(scoredDocumentSchema),
  /** Read, and without a score: they failed for another reason, or are not through yet. */
  withoutScore: z.int(),
  /** Of these how many failed for another reason than their score, whatever the thresholds are. */
  failedOtherwise: z.int(),
  read: z.int(),
  batches: z.int(),
  /** When its oldest and its newest batch were submitted. */
  from: text,
  to: text,
  /** Why it ends where it does: there is no more, the days are over, or as many were read as were asked for. */
  endedBy: z.enum(['all', 'days', 'most']),
  days: z.int(),
  /** After how many of the project's batches reading ended, where newer ones than these may be left; else null. */
  cutAfter: z.int().nullable(),
  /** What comes in, by the counts of the workflow's batches over the days that were listed. */
  intake: z.strictObject({
    documents: z.int(),
    days: z.number(),
    /** More batches than were listed. */
    isAtLeast: z.boolean(),
  }),
  /** From claim to decision, as passports have it; null where too few are known. */
  reviewSeconds: z.strictObject({ median: z.number(), n: z.int() }).nullable(),
  /** What the documents that were read consumed, so that a page can price one more by any book. */
  usage: usageTotalsSchema,
  /** Batches in work, which keep the thresholds of their submission. */
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
  /** Of a change of thresholds; null in any other line. */
  before: thresholdsSchema.nullable(),
  after: thresholdsSchema.nullable(),
  problems: z.array(z.string()),
});
export type WorkflowEvent = z.infer<typeof workflowEventSchema>;

export const saveThresholdsInput = workflowKeyInput.extend({
  /** As it was seen: with another one nothing is saved. */
  version: z.int(),
  confidenceThreshold: threshold,
  reviewThreshold: threshold,
  reason: z.string().trim().min(1).max(500),
  /** As it was typed, where the environment asks for it. */
  typedEnvironment: z.string().max(100).nullable(),
  /** The same for the same intent: asked again after an unclear answer, it is one change. */
  intentKey: z.string().min(8).max(128),
});

/** A lost race is an answer with the winner's workflow, and not a failure. */
const savedSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('saved'), workflow: workflowSchema }),
  z.strictObject({
    kind: z.literal('overtaken'),
    workflow: workflowSchema,
    /** The change that won, where its history tells. */
    by: workflowEventSchema.nullable(),
  }),
]);
export type Saved = z.infer<typeof savedSchema>;
const savedAnswer = z.strictObject({ outcome: savedSchema });

/** How sure the readers have to be. `workflows.ofProject` lists them, with the rest of what a tenant has. */
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
    roles: ['admin'],
    remembered: false,
  }),
} as const;
