import { z } from 'zod';
import { queueName } from '../../contract/dead-letters.ts';
import { anyId, documentStatus, id, runNumber } from '../../contract/pipeline-items.ts';
import { flags } from '../../contract/review-document.ts';
import { mostBatchesChosen, mostInPlan, mostLeftOut } from './job-kind.ts';

/** A batch that a person chose from a list of all tenants. */
const chosenBatch = z.strictObject({
  tenantId: anyId,
  projectId: anyId,
  batchId: anyId,
  /** Left out: every document of the batch that stands FAILED for the cause when the plan is made. */
  documentIds: z.array(anyId).min(1).max(mostInPlan).optional(),
});

const batchOfTenant = z.strictObject({ tenantId: anyId, batchId: anyId });

const documentsOfBatch = {
  tenantId: id,
  projectId: id,
  batchId: id,
  documentIds: z.array(anyId).min(1).max(mostInPlan),
  /** The failure group that was chosen, for display. */
  fingerprint: z.string().max(64).optional(),
};
/** Describes documents of one batch by what they are when the plan is made. */
const matchingDocuments = z.strictObject({
  statuses: z.array(documentStatus).min(1).max(6),
  /** Only documents whose run has ended without them. A run in progress keeps its own. */
  leftBehind: z.literal(true).optional(),
  /** Only documents that contain this text in what the list shows of them. */
  text: z.string().trim().min(1).max(200).optional(),
  except: z.array(anyId).min(1).max(mostLeftOut).optional(),
});
export type MatchingDocuments = z.infer<typeof matchingDocuments>;

/**
 * The targets of every kind. Nothing joins a plan later: most targets list ids, and where one describes documents, they
 * are found once, when the plan is made, and then stand in it.
 */
const targets = {
  /** Documents of one batch: those that are listed, or those that match a description. */
  reprocess: z
    .strictObject({
      kind: z.literal('reprocess'),
      tenantId: id,
      projectId: id,
      batchId: id,
      documentIds: z.array(anyId).min(1).max(mostInPlan).optional(),
      matching: matchingDocuments.optional(),
      /** The failure group that was chosen. Listed documents only show it; described ones must have failed for it. */
      fingerprint: z.string().min(1).max(64).optional(),
    })
    .refine(({ documentIds, matching }) => (documentIds === undefined) !== (matching === undefined), {
      path: ['documentIds'],
      message: 'either the documents or their description',
    }),
  /** Documents of many batches, also of several tenants: those of chosen batches, or of all failed ones that match. */
  'reprocess-many': z.strictObject({
    kind: z.literal('reprocess-many'),
    /** The cause. Without it, every failed document of the batches is meant. */
    fingerprint: z.string().min(1).max(64).optional(),
    of: z.discriminatedUnion('is', [
      z.strictObject({
        is: z.literal('batches'),
        batches: z.array(chosenBatch).min(1).max(mostBatchesChosen),
      }),
      z.strictObject({
        is: z.literal('matching'),
        /** Only this tenant. Left out: every tenant that the person may see. */
        tenantId: id.optional(),
        workflowId: id.optional(),
        /** Only batches that have been FAILED for longer than this. */
        olderThanMinutes: z.int().min(1).max(1_000_000).optional(),
        /** Batches that match and were deselected. */
        except: z.array(batchOfTenant).min(1).max(mostLeftOut).optional(),
      }),
    ]),
  }),
  /** Documents that failed only because of their score wait for a reviewer. */
  'send-to-review': z.strictObject({ kind: z.literal('send-to-review'), ...documentsOfBatch }),
  /** The same documents are accepted as they were read. */
  'accept-documents': z.strictObject({ kind: z.literal('accept-documents'), ...documentsOfBatch }),
  /** Waiting documents that nothing speaks against: those that are listed, or those of the queue that match. */
  'approve-documents': z.strictObject({
    kind: z.literal('approve-documents'),
    of: z.discriminatedUnion('is', [
      z.strictObject({
        is: z.literal('documents'),
        documents: z
          .array(z.strictObject({ tenantId: anyId, projectId: anyId, batchId: anyId, documentId: anyId }))
          .min(1)
          .max(500),
      }),
      z.strictObject({
        is: z.literal('matching'),
        tenantId: id.optional(),
        workflowId: id.optional(),
        reasons: z.array(z.enum(flags)).max(3).optional(),
        olderThanMinutes: z.int().min(1).max(1_000_000).optional(),
        amountFrom: z.number().min(0).max(1e12).optional(),
        amountTo: z.number().min(0).max(1e12).optional(),
      }),
    ]),
  }),
  'redrive-execution': z.strictObject({ kind: z.literal('redrive-execution'), batchId: id, run: runNumber }),
  'stop-execution': z.strictObject({ kind: z.literal('stop-execution'), batchId: id, run: runNumber }),
  'redrive-messages': z.strictObject({
    kind: z.literal('redrive-messages'),
    queue: queueName,
    /** The ids of messages that this console holds. */
    messageIds: z.array(anyId).min(1).max(mostInPlan),
    fingerprint: z.string().max(64).optional(),
    /** The new body for a single message, if the connection allows editing. */
    editedBody: z.string().min(1).max(1_048_576).optional(),
  }),
  'discard-messages': z.strictObject({
    kind: z.literal('discard-messages'),
    queue: queueName,
    messageIds: z.array(anyId).min(1).max(mostInPlan),
    fingerprint: z.string().max(64).optional(),
  }),
  /** Discarded messages, from the files in which this machine saved them, go to the queues that they came from. */
  'resend-messages': z.strictObject({
    kind: z.literal('resend-messages'),
    /** The dead-letter queue that they were discarded from. */
    queue: queueName,
    messageIds: z.array(anyId).min(1).max(mostInPlan),
    /** The cause of all of them, which remembers how it went. */
    fingerprint: z.string().max(64).optional(),
  }),
  'requeue-files': z.strictObject({
    kind: z.literal('requeue-files'),
    fileIds: z.array(anyId).min(1).max(mostInPlan),
    /** The download batch that the files were chosen from, for display. */
    batchId: id.optional(),
  }),
  /** Runs a day's downloads again, as a new batch. */
  'trigger-downloads': z.strictObject({ kind: z.literal('trigger-downloads'), date: z.iso.date() }),
  'close-downloads': z.strictObject({ kind: z.literal('close-downloads'), batchId: id }),
};

type Targets = typeof targets;
export type JobKind = keyof Targets;
export type TargetOf<Kind extends JobKind> = z.infer<Targets[Kind]>;
export type PlanTarget = { [Kind in JobKind]: TargetOf<Kind> }[JobKind];

type TargetSchema = Targets[JobKind];

/** The action and its exact targets. */
export const planTargetSchema = z.discriminatedUnion(
  'kind',
  Object.values(targets) as [TargetSchema, ...TargetSchema[]],
);
