import { z } from 'zod';
import { count, documentStatus, id, share, text } from './pipeline-items.ts';

/** Where a document that waits for review lies. The project leads to its batch's thresholds and its workflow. */
export const reviewKeyInput = z.strictObject({ tenantId: id, projectId: id, batchId: id, documentId: id });
export type ReviewKey = z.infer<typeof reviewKeyInput>;

export const flags = ['below threshold', 'readers disagree', 'check failed'] as const;
export const flagSchema = z.enum(flags);
export type Flag = (typeof flags)[number];

/**
 * Whose turn it is. `second`: another person has decided it, unseen by this one. `third`: the two differ, and a third
 * person sees both.
 */
export const reviewStep = z.enum(['first', 'second', 'third']);
export type ReviewStep = z.infer<typeof reviewStep>;

/** "total", or "lineItems.2.amount" for a cell of the table of lines. */
export const place = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9_]{0,63}(\.\d{1,3}\.(description|quantity|unit|amount))?$/);

export const correctionSchema = z.union([
  z.strictObject({ field: place, value: z.string().max(2_000) }),
  z.strictObject({ field: place, unreadable: z.literal(true) }),
]);
export type Correction = z.infer<typeof correctionSchema>;

/** Left, top, width and height, as shares of the page. */
const boxSchema = z.tuple([z.number(), z.number(), z.number(), z.number()]);
export type Box = z.infer<typeof boxSchema>;

const reviewFieldSchema = z.strictObject({
  name: z.string(),
  /** As the workflow's schema types it: `text`, `date`, `money`, `number`, `iban`, `vat`, `enum:EUR|GBP`, `/^HPF-\d+$/`. Null: the schema does not name it. */
  type: text,
  /** Null where no reader has found it. */
  value: text,
  confidence: share,
  /** `textract`, `gap-fill` or `reviewer`. */
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

/** Everything a reviewer decides on, values included. It leaves main for who may review, and each reading of it is audited. */
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
  /** Of its batch: what it was read under. */
  thresholds: z.strictObject({ confidence: z.number(), review: z.number() }).nullable(),
  /** The workflow asks for two people, neither of whom sees what the other has decided. */
  fourEyes: z.boolean(),
  step: reviewStep,
  /** Why this person may not decide it, as a sentence; null where they may. */
  whyNot: text,
  claimedBy: text,
  claimExpiresAt: text,
  assigned: z.strictObject({ to: z.string(), by: z.string(), note: text, at: text }).nullable(),
  fields: z.array(reviewFieldSchema),
  lines: z.array(reviewLineSchema),
  checks: z.array(z.strictObject({ name: z.string(), passed: z.boolean(), detail: z.string() })),
  /** Only in the third step: the two that differ, and where. Blind before. */
  opinions: z.array(opinionSchema),
  differs: z.array(z.string()),
  reviewedBy: text,
  reviewedAt: text,
  decision: z.enum(['approve', 'reject']).nullable(),
  holdUntil: text,
  problems: z.array(z.string()),
});
export type ReviewDocument = z.infer<typeof reviewDocumentSchema>;

/** The file as it lies in S3, for the page to be drawn from. */
export const reviewFileSchema = z.strictObject({
  base64: z.string(),
  bytes: z.int(),
  contentType: text,
});
export type ReviewFile = z.infer<typeof reviewFileSchema>;

/** The version that was seen: what has changed since is not overwritten. */
export const seenInput = reviewKeyInput.extend({ version: z.int() });

/** Chosen by the page and kept with the draft: the same intent has the same key, after a crash too. */
const intentKey = z.string().regex(/^[A-Za-z0-9-]{8,64}$/);
const reason = z.string().trim().min(1).max(500);

export const decideInput = seenInput.extend({
  decision: z.enum(['approve', 'reject']),
  corrections: z.array(correctionSchema).max(500),
  /** Of a rejection; of an approval a comment. */
  reason: reason.nullable(),
  intentKey,
  /** How long a person looked at it; for their own median. */
  seconds: z.number().min(0).max(86_400),
});

export const handOverInput = seenInput.extend({ to: id, note: reason.nullable(), intentKey });
export const checkInput = seenInput.extend({
  /** What was found wrong; nothing: all of it is right. */
  corrections: z.array(correctionSchema).max(500),
  intentKey,
  seconds: z.number().min(0).max(86_400),
});

/** What became of an action on one document. A lost race is an outcome, not a failure: the page has to show it. */
const outcomeSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('done'),
    version: z.int(),
    status: documentStatus.nullable(),
    step: reviewStep,
    claimExpiresAt: text,
    /** Until then it can be taken back. */
    holdUntil: text,
    /** With a second review: whether it agrees with the first, or a third has to decide. */
    differs: z.array(z.string()),
  }),
  /** Somebody else holds it. */
  z.strictObject({ kind: z.literal('held'), by: z.string(), until: text }),
  /** It has changed: as it is now, with the winner's values. */
  z.strictObject({ kind: z.literal('changed'), document: reviewDocumentSchema }),
  /** This person may not: the same one twice, not theirs to undo, the hold is over. */
  z.strictObject({ kind: z.literal('refused'), problem: z.string(), message: z.string() }),
  /** No certain answer. The same key again finds out. */
  z.strictObject({ kind: z.literal('unclear'), message: z.string() }),
]);
export type Outcome = z.infer<typeof outcomeSchema>;
export const outcomeAnswer = z.strictObject({ outcome: outcomeSchema });

const edit = z.union([
  z.strictObject({ kind: z.literal('value'), value: z.string().max(2_000) }),
  z.strictObject({ kind: z.literal('unreadable') }),
  /** As it was read, and a person has looked at it. */
  z.strictObject({ kind: z.literal('accepted') }),
]);
export type Edit = z.infer<typeof edit>;

/** What a person has made of a document so far. */
export const draftSchema = z.strictObject({
  key: reviewKeyInput,
  fileName: text,
  version: z.int(),
  edits: z.record(place, edit),
  comment: z.string().max(500),
  /** Of the decision that this draft becomes. */
  intentKey,
  /** It was sent, and no certain answer came. */
  sent: z
    .strictObject({
      kind: z.enum(['approve', 'reject', 'check', 'hand-over']),
      reason: reason.nullable(),
      to: id.nullable(),
      at: z.iso.datetime(),
    })
    .nullable(),
  savedAt: z.iso.datetime(),
});
export type Draft = z.infer<typeof draftSchema>;

export const postponedSchema = z.strictObject({
  key: reviewKeyInput,
  fileName: text,
  until: z.iso.datetime(),
});

export const deskSchema = z.strictObject({
  drafts: z.array(draftSchema),
  postponed: z.array(postponedSchema),
  today: z.strictObject({
    approved: z.int(),
    rejected: z.int(),
    /** Those among them with a correction. */
    corrected: z.int(),
    checked: z.int(),
    handedOver: z.int(),
    undone: z.int(),
    /** Null before the third decision: fewer say nothing. */
    medianSeconds: z.number().nullable(),
    of: z.int(),
  }),
});
export type Desk = z.infer<typeof deskSchema>;
