import { z } from 'zod';
import { roleSchema } from '../contract/define.ts';
import { correctionSchema } from '../contract/review-document.ts';
import { documentsPerSubmission } from '../domain/pipeline-limits.ts';
import { budgetCalls } from './budget-calls.ts';
import { activityCalls } from './activity-calls.ts';
import { filingCalls } from './filing-call.ts';
import { nextCalls } from './next-call.ts';
import { ruleCalls } from './rule-calls.ts';
import {
  batchSchema,
  dateSchema,
  documentSchema,
  fileNameSchema,
  idSchema,
  reasonSchema,
  shareSchema,
  timeSchema,
  workflowSchema,
  type ApiOperation,
} from './operation.ts';

const params = z.object({ tenantId: idSchema, batchId: idSchema, documentId: idSchema });
const answers = { status: 200, schema: z.object({ document: documentSchema }) } as const;
const reviewers = ['reviewer', 'admin'] as const;
const path = '/documents/{tenantId}/{batchId}/{documentId}';

const reviewBody = z.discriminatedUnion('decision', [
  z.strictObject({
    decision: z.literal('approve'),
    corrections: z.array(correctionSchema).max(500).default([]),
    reason: reasonSchema.optional(),
  }),
  z.strictObject({
    decision: z.literal('reject'),
    corrections: z.array(correctionSchema).max(0).default([]),
    reason: reasonSchema,
  }),
]);

const handOverBody = z.strictObject({ to: idSchema, note: reasonSchema.optional() });
const checkBody = z.strictObject({ corrections: z.array(correctionSchema).max(500).default([]) });

const documentCalls = {
  claimDocument: {
    method: 'POST',
    path: `${path}/claim`,
    summary: 'Takes a document for ten minutes, or holds on to it for ten more.',
    who: reviewers,
    params,
    answers,
    changes: 'an item',
    problems: ['not-in-review', 'claimed-by-another', 'not-twice-by-you'],
  },
  releaseDocument: {
    method: 'POST',
    path: `${path}/release`,
    summary: 'Gives a claimed document back.',
    who: reviewers,
    params,
    answers,
    changes: 'an item',
    problems: ['not-claimed-by-you'],
  },
  reviewDocument: {
    method: 'POST',
    path: `${path}/review`,
    summary: 'Approves a document, with corrections, or rejects it.',
    who: reviewers,
    params,
    body: reviewBody,
    answers,
    changes: 'an item',
    problems: ['not-in-review', 'claimed-by-another', 'not-twice-by-you', 'against-rules'],
  },
  handOverDocument: {
    method: 'POST',
    path: `${path}/hand-over`,
    summary: 'Gives a document that waits for review to a colleague, with a word.',
    who: reviewers,
    params,
    body: handOverBody,
    answers,
    changes: 'an item',
    problems: ['not-in-review', 'claimed-by-another', 'not-a-reviewer'],
  },
  checkDocument: {
    method: 'POST',
    path: `${path}/check`,
    summary:
      'Notes what a check of quality has found in an accepted document that the caller has not decided.',
    who: reviewers,
    params,
    body: checkBody,
    answers,
    changes: 'an item',
    problems: ['not-accepted-unseen', 'not-twice-by-you', 'already-checked'],
  },
  undoReview: {
    method: 'POST',
    path: `${path}/undo-review`,
    summary: 'Takes a review back, by whom it was made, while the hold is open.',
    who: reviewers,
    params,
    answers,
    changes: 'an item',
    problems: ['not-your-review', 'hold-over'],
  },
} as const satisfies Record<string, ApiOperation>;

export const reprocessOutcomes = [
  'started',
  'not found',
  /** The document is QUEUED or PROCESSING, so a run already has it. */
  'already in work',
  /** The document is waiting for a reviewer, which is not a failure. */
  'waits for review',
  /** Another request has started the run of this one before the document was in it, and it is as it was. */
  'its run has begun',
  /** S3 has its file in an archive, from which it has to be restored first. */
  'its file is archived',
] as const;

const batchCalls = {
  submitBatch: {
    method: 'POST',
    path: '/batches',
    summary: 'Submits a batch. Its run begins when all of its files have arrived.',
    who: 'everyone',
    body: z.strictObject({
      tenantId: idSchema,
      projectId: idSchema,
      workflowId: idSchema,
      documents: z
        .array(z.strictObject({ fileName: fileNameSchema }))
        .min(1)
        .max(documentsPerSubmission),
    }),
    answers: {
      status: 202,
      schema: z.object({
        batch: batchSchema,
        /**
         * The documents are in the order of the request. Each file is sent to its `uploadUrl` with PUT, within 15
         * minutes.
         */
        documents: z.array(z.object({ documentId: idSchema, fileName: z.string(), uploadUrl: z.string() })),
      }),
    },
    changes: 'something',
    problems: ['not-found'],
  },
  reprocessDocuments: {
    method: 'POST',
    path: '/batches/{batchId}/reprocess',
    summary: 'Starts a new run for these documents and no others.',
    who: ['support', 'admin'],
    params: z.object({ batchId: idSchema }),
    body: z.strictObject({
      documentIds: z.array(idSchema).min(1),
      reason: reasonSchema.optional(),
    }),
    answers: {
      status: 202,
      schema: z.object({
        /** The run is null if none of the documents could be started. */
        run: z.number().int().nullable(),
        executionArn: z.string().nullable(),
        documents: z.array(z.object({ documentId: z.string(), outcome: z.enum(reprocessOutcomes) })),
      }),
    },
    changes: 'something',
  },
} as const satisfies Record<string, ApiOperation>;

export const settleOutcomes = [
  'sent to review',
  'accepted',
  /** The workflow asks for four eyes: the document waits in review for a second person, who decides without seeing this. */
  'waits for a second person',
  'not found',
  'changed since',
  /** Only a document that is FAILED can be settled. */
  'not failed',
  /** The document failed for another cause than its score. */
  'failed otherwise',
  /** Its results are not stored, so there is nothing to decide on. */
  'no results',
] as const;
export type SettleOutcome = (typeof settleOutcomes)[number];

/** All of them and the batch change in one transaction, which has at most 100 actions. */
export const mostSettled = 48;
/** Each accepted document is also kept under its supplier and number, so a transaction has room for fewer. */
export const mostAccepted = 32;

const batchPath = '/batches/{tenantId}/{projectId}/{batchId}';
const batchParams = z.object({ tenantId: idSchema, projectId: idSchema, batchId: idSchema });
/** A call about many documents cannot say their versions in If-Match. */
const settled = z
  .array(
    z.strictObject({ documentId: idSchema, version: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER) }),
  )
  .min(1);
const settleAnswers = {
  status: 200,
  schema: z.object({
    documents: z.array(z.object({ documentId: z.string(), outcome: z.enum(settleOutcomes) })),
  }),
} as const;

/** Documents whose only failure is their score, and whose results are stored. */
const settleCalls = {
  sendToReview: {
    method: 'POST',
    path: `${batchPath}/send-to-review`,
    summary: 'Sends documents to review that failed only because their score was too low.',
    who: 'everyone',
    params: batchParams,
    body: z.strictObject({ documents: settled.max(mostSettled), reason: reasonSchema.optional() }),
    answers: settleAnswers,
    changes: 'something',
  },
  acceptDocuments: {
    method: 'POST',
    path: `${batchPath}/accept`,
    summary: 'Accepts documents as they were read that failed only because their score was too low.',
    who: reviewers,
    params: batchParams,
    body: z.strictObject({ documents: settled.max(mostAccepted), reason: reasonSchema }),
    answers: settleAnswers,
    changes: 'something',
  },
} as const satisfies Record<string, ApiOperation>;

const supporters = ['support', 'admin'] as const;
const ofNoTenantKnown = 'A download says nowhere whose it is';

/** The address and the keys are left out, because they belong to the downloader alone. */
const fileSchema = z.object({
  FileID: z.string(),
  BatchID: z.string(),
  Status: z.string(),
  Entity: z.string(),
  DownloadDate: z.string(),
  StatusUpdatedAt: z.number(),
});
const downloadBatchSchema = z.object({
  BatchID: z.string(),
  PollingDate: z.string(),
  Status: z.string(),
  UpdatedAt: z.string(),
  ExpectedFiles: z.array(z.string()),
  CompletedFiles: z.array(z.string()),
  FailedFiles: z.array(z.string()),
});

/**
 * The version of a file is its StatusUpdatedAt and that of a batch its UpdatedAt, because their items have no other.
 */
const downloadCalls = {
  requeueFile: {
    method: 'POST',
    path: '/downloads/files/{fileId}/requeue',
    summary: 'Makes a file available again, with a fresh address.',
    who: supporters,
    ofNoTenant: ofNoTenantKnown,
    params: z.object({ fileId: idSchema }),
    body: z.strictObject({ reason: reasonSchema.optional() }),
    answers: { status: 200, schema: z.object({ file: fileSchema }) },
    changes: 'an item',
    problems: ['file-not-requeueable'],
  },
  triggerDownloads: {
    method: 'POST',
    path: '/downloads/batches',
    summary: 'Runs the download of a day again, as a batch of its own.',
    who: supporters,
    ofNoTenant: ofNoTenantKnown,
    body: z.strictObject({ date: dateSchema, reason: reasonSchema }),
    answers: { status: 202, schema: z.object({ batch: downloadBatchSchema }) },
    changes: 'something',
    problems: ['not-found'],
  },
  closeDownloads: {
    method: 'POST',
    path: '/downloads/batches/{batchId}/close',
    summary: 'Ends a batch that will not end on its own.',
    who: supporters,
    ofNoTenant: ofNoTenantKnown,
    params: z.object({ batchId: idSchema }),
    body: z.strictObject({ reason: reasonSchema }),
    answers: { status: 200, schema: z.object({ batch: downloadBatchSchema }) },
    changes: 'an item',
    problems: ['batch-already-closed'],
  },
} as const satisfies Record<string, ApiOperation>;

const thresholdsBody = z
  .strictObject({ confidenceThreshold: shareSchema, reviewThreshold: shareSchema, reason: reasonSchema })
  .refine(({ confidenceThreshold, reviewThreshold }) => confidenceThreshold <= reviewThreshold, {
    path: ['reviewThreshold'],
    message: 'expected a review threshold that is not below the confidence threshold',
  });

const otherCalls = {
  health: {
    method: 'GET',
    path: '/health',
    summary: 'Whether the API is there.',
    who: 'anonymous',
    answers: { status: 200, schema: z.object({ status: z.literal('ok'), at: timeSchema }) },
  },
  describeApi: {
    method: 'GET',
    path: '/openapi.json',
    summary: 'The description of this API. A call that it does not list is not offered.',
    who: 'anonymous',
    answers: {
      status: 200,
      schema: z.looseObject({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) }),
    },
  },
  me: {
    method: 'GET',
    path: '/me',
    summary: 'Who the caller is, and what for.',
    who: 'everyone',
    answers: {
      status: 200,
      schema: z.object({
        sub: z.string(),
        name: z.string(),
        role: roleSchema,
        tenants: z.union([z.literal('*'), z.array(z.string())]),
        /** Names more that this API keeps, so that a console offers nothing that it lacks. */
        keeps: z.array(z.string()).optional(),
      }),
    },
  },
  changeThresholds: {
    method: 'PATCH',
    path: '/workflows/{tenantId}/{projectId}/{workflowId}/thresholds',
    summary: 'Changes the thresholds of a workflow, for runs that begin later.',
    who: ['admin'],
    params: z.object({ tenantId: idSchema, projectId: idSchema, workflowId: idSchema }),
    body: thresholdsBody,
    answers: { status: 200, schema: z.object({ workflow: workflowSchema }) },
    changes: 'an item',
  },
} as const satisfies Record<string, ApiOperation>;

/** The whole API (domain, 1.4). The OpenAPI description, the server and its clients are all made from this list. */
export const operations = {
  ...otherCalls,
  ...batchCalls,
  ...settleCalls,
  ...documentCalls,
  ...filingCalls,
  ...nextCalls,
  ...downloadCalls,
  ...activityCalls,
  ...ruleCalls,
  ...budgetCalls,
} as const satisfies Record<string, ApiOperation>;
export type OperationName = keyof typeof operations;
