import { z } from 'zod';
import { documentStatus, id, text, count, share } from '../triage/words.ts';

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
export const boxSchema = z.tuple([z.number(), z.number(), z.number(), z.number()]);
export type Box = z.infer<typeof boxSchema>;

export const reviewFieldSchema = z.strictObject({
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

export const reviewLineSchema = z.strictObject({
  description: z.string(),
  quantity: z.string(),
  unit: z.string(),
  amount: z.string(),
  confidence: share,
  page: count,
  box: boxSchema.nullable(),
});
export type ReviewLine = z.infer<typeof reviewLineSchema>;

export const opinionSchema = z.strictObject({
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
