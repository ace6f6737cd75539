import { z } from 'zod';
import { asRead, count, documentStatus, id, share, stage, text } from './words.ts';

const modelUsage = z.strictObject({
  /** As the price books call it: `claudeHaiku45.regional`. */
  model: text,
  inputTokens: count,
  outputTokens: count,
  ms: count,
});
export type ModelUsage = z.infer<typeof modelUsage>;

export const usageSchema = z.strictObject({
  textract: z.strictObject({ pages: count, ms: count }).nullable(),
  gapFill: modelUsage.nullable(),
  verify: modelUsage.nullable(),
});
export type Usage = z.infer<typeof usageSchema>;

export const documentErrorSchema = z.strictObject({ stage: stage.nullable(), code: text, message: text });
export type DocumentError = z.infer<typeof documentErrorSchema>;

/** A line of a list: no extracted values. */
export const documentSchema = z.strictObject({
  tenantId: id,
  batchId: id,
  documentId: id,
  status: documentStatus.nullable(),
  /** As it is written, where it is none that the console knows. */
  otherStatus: text,
  statusSince: text,
  fileName: text,
  run: count,
  receivedAt: text,
  score: share,
  /** How far it came, or where it failed. */
  stage: stage.nullable(),
  error: documentErrorSchema.nullable(),
  usage: usageSchema.nullable(),
  claimedBy: text,
  claimExpiresAt: text,
  reviewedBy: text,
  ...asRead,
});
export type DocumentRow = z.infer<typeof documentSchema>;

/** Its values stay in main until one is asked for: who looked is audited. */
export const fieldSchema = z.strictObject({
  name: z.string(),
  confidence: share,
  readBy: text,
  page: count,
  flags: z.array(z.string()),
  /** How many readers gave a candidate, and how sure each was. */
  readings: z.array(z.strictObject({ reader: z.string(), confidence: share })),
});
export type Field = z.infer<typeof fieldSchema>;

export const openDocumentSchema = documentSchema.extend({
  fields: z.array(fieldSchema),
  lineItems: z.int(),
  /** Their details quote values and stay in main. */
  checks: z.array(z.strictObject({ name: z.string(), passed: z.boolean() })),
  /** The values are in S3 because the item would be too large. */
  resultsInS3: z.boolean(),
  objectKey: text,
  reviewedAt: text,
  decision: z.enum(['approve', 'reject']).nullable(),
});
export type OpenDocument = z.infer<typeof openDocumentSchema>;

/** One line of a passport. Of before and after only what is no extracted value. */
export const passportEventSchema = z.strictObject({
  eventId: id,
  at: text,
  what: text,
  actor: text,
  batchId: text,
  run: count,
  stage: stage.nullable(),
  reason: text,
  requestId: text,
  before: z.record(z.string(), z.string()),
  after: z.record(z.string(), z.string()),
  /** How many values of before and after stay in main. */
  hidden: z.int(),
  problems: z.array(z.string()),
});
export type PassportEvent = z.infer<typeof passportEventSchema>;
