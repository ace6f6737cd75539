import { z } from 'zod';
import { priorities, sortColumns } from '../domain/review/review-order.ts';
import { reviewers } from './allowed-roles.ts';
import { command, nothing, query } from './define.ts';
import { answeredFromSchema } from './fleet.ts';
import { count, id, share, text } from './pipeline-items.ts';
import {
  checkInput,
  decideInput,
  deskSchema,
  draftSchema,
  flagSchema,
  handOverInput,
  outcomeAnswer,
  reviewDocumentSchema,
  reviewFileSchema,
  reviewWordsSchema,
  reviewKeyInput,
  reviewStep,
  seenInput,
  typedBy,
  typedInput,
} from './review-document.ts';
import { accuracyInput, accuracySchema, reviewersInput, reviewersSchema } from './review-figures.ts';
import { filingOperations } from './review-filing.ts';
import { earlierDocumentSchema } from './review-rules.ts';

const queueInput = z.strictObject({
  /** Left out if the top bar shows all tenants. Every tenant in scope is then asked. */
  tenantId: id.optional(),
  workflowId: id.optional(),
  /** A document matches if it has at least one of these flags. */
  reasons: z.array(flagSchema).max(3).optional(),
  /** The shortest time that a document has been waiting. */
  olderThanMinutes: z.int().min(1).max(1_000_000).optional(),
  /** The range of the document's amount in its own notation. The amount itself stays in the main process. */
  amountFrom: z.number().min(0).max(1e12).optional(),
  amountTo: z.number().min(0).max(1e12).optional(),
  /** The number of hours after which a waiting document is due, if its workflow does not say it. */
  dueHours: z.int().min(1).max(720),
  /** Left out: the longest waiting first. */
  sort: z.strictObject({ by: z.enum(sortColumns), direction: z.enum(['asc', 'desc']) }).optional(),
  cursor: z.string().max(256).optional(),
  pageSize: z.int().min(1).max(100).optional(),
});
export type QueueInput = z.infer<typeof queueInput>;

const filters = {
  tenantId: true,
  workflowId: true,
  reasons: true,
  olderThanMinutes: true,
  amountFrom: true,
  amountTo: true,
  dueHours: true,
} as const;
const nextInput = queueInput.pick(filters).extend({
  /** Documents on the desk, on their way, or skipped by this person. */
  not: z.array(reviewKeyInput).max(100),
  /** Another document is still being reviewed. One is given only while enough are free for everyone. */
  ahead: z.boolean(),
  /** The same intent has the same key, so that asking again after a lost answer gives the same document. */
  intentKey: z.string().min(8).max(64),
});
export type NextInput = z.infer<typeof nextInput>;
export type NextFilters = Omit<NextInput, 'not' | 'ahead' | 'intentKey'>;

const nextAnswer = z.discriminatedUnion('kind', [
  /** This person holds it from now on, at this version. */
  z.strictObject({
    kind: z.literal('given'),
    row: z.strictObject({
      ...reviewKeyInput.shape,
      fileName: text,
      waitingSince: text,
      version: z.int(),
      claimExpiresAt: text,
    }),
  }),
  /** None is free now, with the number of documents by reason. */
  z.strictObject({
    kind: z.literal('none'),
    held: z.int(),
    handedOver: z.int(),
    fourEyes: z.int(),
    /** False where the search ended before the end of the queue. */
    isAll: z.boolean(),
  }),
  /** This deployment hands out no documents, so the order of the list is followed. */
  z.strictObject({ kind: z.literal('not-offered'), why: z.string() }),
]);
export type NextAnswer = z.infer<typeof nextAnswer>;

const queueRowSchema = z.strictObject({
  ...reviewKeyInput.shape,
  tenantName: text,
  workflowId: text,
  fileName: text,
  score: share,
  version: count,
  run: count,
  waitingSince: text,
  /** The kinds of doubt in its fields, and the number of fields that have any. */
  reasons: z.array(flagSchema),
  flagged: z.int(),
  step: reviewStep,
  /** The hours after which it is due: those of its workflow, or the usual ones. */
  dueHours: z.int(),
  priority: z.enum(priorities),
  claimedBy: text,
  claimExpiresAt: text,
  /** The person it was assigned to, the person who assigned it, and their note. */
  assigned: z.strictObject({ to: z.string(), by: z.string(), note: text, at: text }).nullable(),
  /** This person has postponed it until then. */
  postponedUntil: text,
  hasDraft: z.boolean(),
  /** The reason why this person may not decide it; null if they may. */
  whyNot: text,
  catchingUp: z.boolean(),
  problems: z.array(z.string()),
});
export type QueueRow = z.infer<typeof queueRowSchema>;

/** Groups by the time left until due. A count is exact once the merge has passed the end of its bucket. */
const bucketSchema = z.strictObject({ count: z.int(), exact: z.boolean() });
const queuePageSchema = z.strictObject({
  answeredFrom: answeredFromSchema,
  rows: z.array(queueRowSchema),
  /** Null once every waiting document is included. */
  cursor: z.string().nullable(),
  /** The number of waiting documents by the counts of the batches, ignoring filters. */
  waiting: z.int(),
  /** Every batch of every requested tenant was counted. */
  waitingExact: z.boolean(),
  buckets: z.strictObject({
    overdue: bucketSchema,
    under1h: bucketSchema,
    under4h: bucketSchema,
    under24h: bucketSchema,
    later: bucketSchema,
  }),
  /**
   * Present where no index has the order: so many of the longest waiting were read and sorted. `isAll`: these are all
   * that wait.
   */
  sorted: z.strictObject({ documents: z.int(), isAll: z.boolean() }).nullable(),
  /** The number of documents read for these pages. With filters it exceeds the number shown. */
  read: z.int(),
  /** The number of those that a range of amounts leaves out because they have none that is a number. */
  withoutAmount: z.int(),
  batches: z.int(),
  throttled: z.int(),
  /** The tenants that could not be asked, with the reason. The rest is still shown. */
  notAsked: z.array(z.strictObject({ tenantId: z.string(), why: z.string() })),
});
export type QueuePage = z.infer<typeof queuePageSchema>;

const amountsInput = z.strictObject({ documents: z.array(reviewKeyInput).min(1).max(100) });
const amountsSchema = z.strictObject({
  amounts: z.array(
    z.strictObject({
      ...reviewKeyInput.omit({ projectId: true }).shape,
      /** Null if there is none or it is unclear. */
      amount: z.strictObject({ value: z.number(), currency: text }).nullable(),
    }),
  ),
});
export type DocumentAmounts = z.infer<typeof amountsSchema>['amounts'];

/** A sample of accepted documents, for a quality check. */
const sampleInput = z.strictObject({
  tenantId: id,
  /** The documents were accepted by the pipeline alone, or by other reviewers. Left out: by the pipeline. */
  acceptedBy: z.enum(['machine', 'reviewers']).optional(),
  percent: z.number().min(0.1).max(100),
  cursor: z.string().max(256).optional(),
});
const samplePageSchema = z.strictObject({
  rows: z.array(
    z.strictObject({
      ...reviewKeyInput.shape,
      workflowId: text,
      fileName: text,
      score: share,
      version: count,
      acceptedAt: text,
      hasDraft: z.boolean(),
    }),
  ),
  cursor: z.string().nullable(),
  /** The number of accepted documents that were read, and of sampled ones that are already checked. */
  accepted: z.int(),
  checked: z.int(),
  batches: z.int(),
  /** The reason why these may not be from the newest batches, as a sentence. */
  cut: text,
  throttled: z.int(),
});
export type SamplePage = z.infer<typeof samplePageSchema>;

/** The supplier and number as they are typed. The document itself is left out of the answer. */
const earlierInput = reviewKeyInput.extend({
  supplier: z.string().max(2_000),
  vatNumber: z.string().max(2_000).nullable(),
  number: z.string().max(2_000),
  amount: z.string().max(2_000).nullable(),
});
const earlierSchema = z.strictObject({
  /** Null if the deployment does not keep accepted documents, or if supplier and number make no key. */
  earlier: z.array(earlierDocumentSchema).nullable(),
});

/** Review operations for values that the readers were unsure of. Decisions go through the pipelines' own API. */
export const reviewOperations = {
  'review.queue': query({
    does: 'Lists the documents that wait for review, those first that wait longest, over all batches.',
    input: queueInput,
    output: queuePageSchema,
    roles: reviewers,
  }),
  'review.amounts': command({
    does: 'Reads the amounts of listed documents; who read them is audited.',
    input: amountsInput,
    output: amountsSchema,
    roles: reviewers,
    remembered: false,
    writes: false,
  }),
  'review.sample': query({
    does: 'Picks one in so many of the documents that were accepted, for a quality check.',
    input: sampleInput,
    output: samplePageSchema,
    roles: reviewers,
  }),
  'review.read': command({
    does: 'Reads a document with its values, to be reviewed; who read it is audited.',
    // A check of quality does not show who decided the document.
    input: reviewKeyInput.extend({ isBlind: z.literal(true).optional() }),
    output: reviewDocumentSchema,
    roles: reviewers,
    remembered: false,
    writes: false,
  }),
  'review.findEarlier': query({
    does: 'Finds the accepted documents with the same supplier and number, for values that are being typed.',
    input: earlierInput,
    output: earlierSchema,
    roles: reviewers,
  }),
  'review.file': query({
    does: 'Reads the file of a document from S3, so that its pages can be drawn.',
    input: reviewKeyInput,
    output: reviewFileSchema,
    roles: reviewers,
  }),
  'review.words': query({
    does: 'Reads the words that a reader found on the pages of a document, for pages without text of their own.',
    input: reviewKeyInput,
    output: reviewWordsSchema,
    roles: reviewers,
  }),
  'review.claim': command({
    does: 'Reserves a document for ten minutes, or for ten more.',
    input: seenInput,
    output: outcomeAnswer,
    roles: reviewers,
    // The answer may contain a document with its values, so it is not remembered.
    remembered: false,
  }),
  'review.next': command({
    does: 'Reserves the next free document: handed to this person first, then by priority, due time and waiting time.',
    input: nextInput,
    output: z.strictObject({ next: nextAnswer }),
    roles: reviewers,
    remembered: false,
  }),
  'review.release': command({
    does: 'Gives back a reserved document.',
    input: seenInput,
    output: outcomeAnswer,
    roles: reviewers,
    // The answer may contain a document with its values, so it is not remembered.
    remembered: false,
  }),
  'review.decide': command({
    does: 'Approves a document with its corrections, or rejects it with a reason.',
    input: decideInput,
    output: outcomeAnswer,
    roles: reviewers,
    remembered: false,
  }),
  'review.undo': command({
    does: 'Takes back your own decision while it is held.',
    input: typedInput,
    output: outcomeAnswer,
    roles: reviewers,
    // The answer may contain a document with its values, so it is not remembered.
    remembered: false,
  }),
  'review.handOver': command({
    does: 'Hands a document over to a colleague, with a comment.',
    input: handOverInput,
    output: outcomeAnswer,
    roles: reviewers,
    remembered: false,
  }),
  ...filingOperations,
  'review.check': command({
    does: 'Records the result of a quality check of an accepted document.',
    input: checkInput,
    output: outcomeAnswer,
    roles: reviewers,
    remembered: false,
  }),
  'review.postpone': command({
    does: 'Postpones a document for this person until a time, or undoes that.',
    input: reviewKeyInput.extend({
      fileName: z.string().max(1_024).nullable(),
      until: z.iso.datetime().nullable(),
      typedBy: typedBy.optional(),
    }),
    output: nothing,
    roles: reviewers,
    writes: false,
  }),
  'review.saveDraft': command({
    does: 'Saves a draft of a document on this machine, or discards it.',
    input: z.strictObject({
      key: reviewKeyInput,
      draft: draftSchema.nullable(),
      typedBy: typedBy.optional(),
    }),
    output: nothing,
    // For every role: a reviewer's text also arrives after a sign-out or on another connection, where there is none.
    audited: false,
    remembered: false,
    writes: false,
  }),
  'review.desk': query({
    does: 'Reads the drafts, what is set aside, and what this person has done today.',
    input: nothing,
    output: deskSchema,
    roles: reviewers,
  }),
  'review.reviewers': query({
    does: 'Reads who reviews now, how fast, and how often decisions were found right: one’s own, or everyone’s for an administrator.',
    input: reviewersInput,
    output: reviewersSchema,
    roles: reviewers,
  }),
  'review.accuracy': query({
    does: 'Returns how often reviewers found the readings right, by field and score.',
    input: accuracyInput,
    output: accuracySchema,
  }),
} as const;
