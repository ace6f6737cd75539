import { z } from 'zod';
import { mostFiled, mostJoined, mostParts } from '../domain/review/filing.ts';
import { count, documentStatus, id, share, text } from './pipeline-items.ts';
import { knowledgeSchema, weightsSchema } from './review-rules.ts';

/** The key of a document that waits for review. The project leads to its batch's thresholds and its workflow. */
export const reviewKeyInput = z.strictObject({ tenantId: id, projectId: id, batchId: id, documentId: id });
export type ReviewKey = z.infer<typeof reviewKeyInput>;

export const flags = ['below threshold', 'readers disagree', 'check failed'] as const;
export const flagSchema = z.enum(flags);
export type Flag = (typeof flags)[number];

/**
 * The step of the review. `second`: another person has decided it, unseen by this one. `third`: the two differ, and a
 * third person sees both.
 */
export const reviewStep = z.enum(['first', 'second', 'third']);
export type ReviewStep = z.infer<typeof reviewStep>;

/** The place of a value: "total", or "lineItems.2.amount" for a cell of the table of lines. */
export const place = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9_]{0,63}(\.\d{1,3}\.(description|quantity|unit|amount))?$/);

/** Left, top, width and height, as shares of the page. */
const boxSchema = z.tuple([z.number(), z.number(), z.number(), z.number()]);
export type Box = z.infer<typeof boxSchema>;

const onPage = z.number().min(0).max(1);
/** Where on the page a person took a value from. */
const takenFromSchema = z.strictObject({
  page: z.int().min(1).max(10_000),
  box: z.tuple([onPage, onPage, onPage, onPage]),
});

const cell = z.string().max(2_000);
/**
 * A line where all lines are given, because some were added, removed or moved. `from` is the number of the line before
 * that it continues; two lines have the same where one was split. Null: the line is new.
 */
const editedLineSchema = z.strictObject({
  description: cell,
  quantity: cell,
  unit: cell,
  amount: cell,
  from: z.int().min(0).max(999).nullable(),
});
export type EditedLine = z.infer<typeof editedLineSchema>;

/** The place of all lines together. */
export const linesPlace = 'lineItems';
export const mostEditedLines = 500;
const editedLines = z.array(editedLineSchema).max(mostEditedLines);

export const correctionSchema = z.union([
  z.strictObject({ field: place, value: z.string().max(2_000), takenFrom: takenFromSchema.optional() }),
  z.strictObject({ field: place, unreadable: z.literal(true) }),
  /** The document does not have it. */
  z.strictObject({ field: place, absent: z.literal(true) }),
  /** Replaces all lines. No cell is corrected besides. */
  z.strictObject({ field: z.literal(linesPlace), lines: editedLines }),
]);
export type Correction = z.infer<typeof correctionSchema>;

const reviewFieldSchema = z.strictObject({
  name: z.string(),
  /**
   * The type in the workflow's schema: `text`, `date`, `money`, `number`, `iban`, `vat`, `enum:EUR|GBP`, `/^HPF-\d+$/`.
   * It is null if the schema does not name the field.
   */
  type: text,
  /** Null if no reader has found it. */
  value: text,
  /** A reviewer has decided that the document does not have it. Its value is empty. */
  absent: z.literal(true).optional(),
  confidence: share,
  /** Either `textract`, `gap-fill` or `reviewer`. */
  readBy: text,
  page: count,
  box: boxSchema.nullable(),
  flags: z.array(flagSchema),
  readings: z.array(
    z.strictObject({ reader: z.enum(['textract', 'bedrock']), value: z.string(), confidence: share }),
  ),
});
export type ReviewField = z.infer<typeof reviewFieldSchema>;

export const lineColumns = ['description', 'quantity', 'unit', 'amount'] as const;
export type LineColumn = (typeof lineColumns)[number];

const reviewLineSchema = z.strictObject({
  description: z.string(),
  quantity: z.string(),
  unit: z.string(),
  amount: z.string(),
  confidence: share,
  page: count,
  box: boxSchema.nullable(),
});
export type ReviewLine = z.infer<typeof reviewLineSchema>;

const opinionSchema = z.strictObject({
  by: z.string(),
  at: text,
  decision: z.enum(['approve', 'reject']),
  corrections: z.array(correctionSchema),
  reason: text,
});
export type Opinion = z.infer<typeof opinionSchema>;

/**
 * Everything a reviewer needs to decide, including values. The main process sends it only to people who may review, and
 * audits each reading.
 */
export const reviewDocumentSchema = z.strictObject({
  ...reviewKeyInput.shape,
  workflowId: text,
  workflowName: text,
  fileName: text,
  status: documentStatus.nullable(),
  version: z.int(),
  run: count,
  score: share,
  waitingSince: text,
  /** The thresholds of its batch, under which it was read. */
  thresholds: z.strictObject({ confidence: z.number(), review: z.number() }).nullable(),
  /** The workflow requires two people, neither of whom sees the other's decision. */
  fourEyes: z.boolean(),
  step: reviewStep,
  /** The reason why this person may not decide it, as a sentence; null if they may. */
  whyNot: text,
  claimedBy: text,
  claimExpiresAt: text,
  assigned: z.strictObject({ to: z.string(), by: z.string(), note: text, at: text }).nullable(),
  fields: z.array(reviewFieldSchema),
  lines: z.array(reviewLineSchema),
  checks: z.array(z.strictObject({ name: z.string(), passed: z.boolean(), detail: z.string() })),
  /** Present only in the third step: the two differing opinions and their differences. Earlier steps are blind. */
  opinions: z.array(opinionSchema),
  differs: z.array(z.string()),
  reviewedBy: text,
  reviewedAt: text,
  decision: z.enum(['approve', 'reject']).nullable(),
  holdUntil: text,
  /** The rules of its workflow whose weight differs from the usual one; null if the pipeline enforces no rules. */
  weights: weightsSchema.nullable(),
  knowledge: knowledgeSchema,
  /** The kinds of corrections that the pipeline API of this deployment does not know. Absent: as far as is known, none. */
  notTaken: z.array(z.enum(['absent', 'lines', 'takenFrom'])).optional(),
  problems: z.array(z.string()),
});
export type ReviewDocument = z.infer<typeof reviewDocumentSchema>;

/** The file as stored in S3, from which the page is drawn. */
export const reviewFileSchema = z.strictObject({
  base64: z.string(),
  bytes: z.int(),
  contentType: text,
});
export type ReviewFile = z.infer<typeof reviewFileSchema>;

/** The words of all pages as a reader found them, in its order; null where none are stored. */
export const reviewWordsSchema = z.strictObject({
  words: z.array(z.strictObject({ text: z.string(), page: z.int(), box: boxSchema })).nullable(),
});
export type ReviewWord = NonNullable<z.infer<typeof reviewWordsSchema>['words']>[number];

/** The version that the reviewer saw, so that later changes are not overwritten. */
export const seenInput = reviewKeyInput.extend({ version: z.int() });

/** The person at the desk, and the connection. Another one may be signed in or open by the time a call arrives. */
export const typedBy = z.strictObject({ connectionId: id, personId: id });
export type TypedBy = z.infer<typeof typedBy>;
export const typedInput = seenInput.extend({ typedBy: typedBy.optional() });

/**
 * The page chooses the key and saves it with the draft, so that the same intent has the same key even after a crash.
 */
const intentKey = z.string().regex(/^[A-Za-z0-9-]{8,64}$/);
const reason = z.string().trim().min(1).max(500);

const pageNumber = z.int().min(1).max(10_000);
/** How the pages of a document are filed as new documents. Every page is in exactly one of them. */
export const filingSchema = z.strictObject({
  into: z
    .array(
      z.strictObject({
        workflow: z.strictObject({ projectId: id, workflowId: id }),
        /** In the order of the pages. A part without pages is a whole document. */
        parts: z
          .array(
            z.strictObject({
              batchId: id,
              documentId: id,
              pages: z.strictObject({ from: pageNumber, to: pageNumber }).optional(),
            }),
          )
          .min(1)
          .max(mostParts),
      }),
    )
    .min(1)
    .max(mostFiled),
  /** The other documents that are closed with it, at the version that was seen. */
  also: z.array(z.strictObject({ batchId: id, documentId: id, version: z.int().min(0) })).max(mostJoined),
});
export type Filing = z.infer<typeof filingSchema>;

export const decideInput = typedInput.extend({
  decision: z.enum(['approve', 'reject']),
  corrections: z.array(correctionSchema).max(500),
  /** The reason for a rejection, or a comment on an approval. */
  reason: reason.nullable(),
  intentKey,
  /** The time a person spent on it, for their own median. */
  seconds: z.number().min(0).max(86_400),
});

export const handOverInput = typedInput.extend({ to: id, note: reason.nullable(), intentKey });
export const checkInput = typedInput.extend({
  /** The errors that were found. An empty list means that everything is right. */
  corrections: z.array(correctionSchema).max(500),
  intentKey,
  seconds: z.number().min(0).max(86_400),
});

/**
 * The outcome of an action on one document. A lost race is an outcome and not a failure, because the page has to show
 * it.
 */
const outcomeSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('done'),
    version: z.int(),
    status: documentStatus.nullable(),
    step: reviewStep,
    claimExpiresAt: text,
    /** The decision can be undone until then. */
    holdUntil: text,
    /** The differences from the first review, in a second one. If there are any, a third person decides. */
    differs: z.array(z.string()),
  }),
  /** Another person has claimed it. */
  z.strictObject({ kind: z.literal('held'), by: z.string(), until: text }),
  /** The document has changed. This is its present state, with the other person's values. */
  z.strictObject({ kind: z.literal('changed'), document: reviewDocumentSchema }),
  /** The action is not allowed: for example the same person twice, another person's decision, or too late to undo. */
  z.strictObject({ kind: z.literal('refused'), problem: z.string(), message: z.string() }),
  /** There was no certain answer. Sending the same key again finds out. */
  z.strictObject({ kind: z.literal('unclear'), message: z.string() }),
]);
export type Outcome = z.infer<typeof outcomeSchema>;
export const outcomeAnswer = z.strictObject({ outcome: outcomeSchema });

const edit = z.union([
  z.strictObject({
    kind: z.literal('value'),
    value: z.string().max(2_000),
    takenFrom: takenFromSchema.optional(),
  }),
  z.strictObject({ kind: z.literal('unreadable') }),
  /** The document does not have it. */
  z.strictObject({ kind: z.literal('absent') }),
  /**
   * All lines as they are arranged now, at the place "lineItems". Edits of cells name these lines, and are applied on top.
   */
  z.strictObject({ kind: z.literal('lines'), lines: editedLines }),
  /** A person has looked at the value and accepted it as read. */
  z.strictObject({ kind: z.literal('accepted') }),
]);
export type Edit = z.infer<typeof edit>;

/** A person's unfinished work on a document. */
export const draftSchema = z.strictObject({
  key: reviewKeyInput,
  fileName: text,
  version: z.int(),
  edits: z.record(place, edit),
  comment: z.string().max(500),
  /** The key of the decision that this draft becomes. */
  intentKey,
  /** The decision was sent, but no certain answer came. */
  sent: z
    .strictObject({
      kind: z.enum(['approve', 'reject', 'check', 'hand-over', 'file']),
      reason: reason.nullable(),
      to: id.nullable(),
      at: z.iso.datetime(),
      /** Present where the pages were filed as new documents. */
      filing: filingSchema.optional(),
    })
    .nullable(),
  savedAt: z.iso.datetime(),
  /** Another person has decided the document. The draft is kept for a while after this time, to be copied from. */
  lostAt: z.iso.datetime().optional(),
});
export type Draft = z.infer<typeof draftSchema>;

export const postponedSchema = z.strictObject({
  key: reviewKeyInput,
  fileName: text,
  until: z.iso.datetime(),
});

/** A decision that this person made on this machine. */
export const ownDecisionSchema = z.strictObject({
  key: reviewKeyInput,
  fileName: text,
  kind: z.enum(['approve', 'reject', 'check', 'hand-over', 'file']),
  at: z.iso.datetime(),
  version: z.int(),
  /** It can be taken back until then. */
  holdUntil: text,
});
export type OwnDecision = z.infer<typeof ownDecisionSchema>;

export const deskSchema = z.strictObject({
  drafts: z.array(draftSchema),
  postponed: z.array(postponedSchema),
  /** This person's latest decisions on this machine, the newest first. */
  decisions: z.array(ownDecisionSchema),
  today: z.strictObject({
    approved: z.int(),
    rejected: z.int(),
    /** The approved documents that had a correction. */
    corrected: z.int(),
    checked: z.int(),
    handedOver: z.int(),
    undone: z.int(),
    /** Null before the third decision, because fewer say nothing. */
    medianSeconds: z.number().nullable(),
    of: z.int(),
  }),
});
export type Desk = z.infer<typeof deskSchema>;
