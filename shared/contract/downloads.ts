import { z } from 'zod';
import { id, text } from './pipeline-items.ts';

/** In the table's own words. */
export const downloadFileStatuses = ['available', 'downloading', 'completed', 'failed', 'error'] as const;
export const downloadFileStatus = z.enum(downloadFileStatuses);
export type DownloadFileStatus = z.infer<typeof downloadFileStatus>;

export const downloadBatchStatuses = ['initiated', 'queued', 'completed', 'timeout', 'failed'] as const;
const downloadBatchStatus = z.enum(downloadBatchStatuses);
export type DownloadBatchStatus = z.infer<typeof downloadBatchStatus>;

/** A calendar day as the pipeline names it: it begins at midnight UTC, wherever somebody looks from. */
export const day = z.iso.date();

/** When DynamoDB may delete the item, and what is wrong with that. */
export const timeToLiveSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('until'), at: z.iso.datetime() }),
  /** Past its time and not yet deleted: shown, and no action offered. */
  z.strictObject({ kind: z.literal('over'), since: z.iso.datetime() }),
  /** A defect: milliseconds where seconds belong, so it would be kept for ever. `meant`: as if they were seconds. */
  z.strictObject({ kind: z.literal('in-milliseconds'), meant: z.iso.datetime() }),
  /** A defect: more than five years ago, which DynamoDB leaves alone. */
  z.strictObject({ kind: z.literal('too-old'), at: text }),
  /** A defect: none, or none that can be read. */
  z.strictObject({ kind: z.literal('none') }),
]);
export type TimeToLive = z.infer<typeof timeToLiveSchema>;

/** What has been told of a presigned address: never the address. */
const presignedSchema = z.strictObject({
  isThere: z.boolean(),
  /** Null where the address does not say, or is not there. */
  expiresAt: text,
});

export const downloadFileSchema = z.strictObject({
  fileId: id,
  batchId: text,
  entity: text,
  date: text,
  status: downloadFileStatus.nullable(),
  statusSince: text,
  /** `StatusUpdatedAt` as it stands in the item, all its digits: the version that an action says it has seen. */
  version: text,
  createdAt: text,
  completedAt: text,
  error: text,
  lastEvent: z.strictObject({ what: text, by: text, at: text, reason: text }).nullable(),
  address: presignedSchema,
  /** Whether the wrapped key and its vector are there; never what they are. */
  key: z.strictObject({ isThere: z.boolean(), vectorIsThere: z.boolean() }),
  timeToLive: timeToLiveSchema,
  /** Read by its key after an action, while an index still says otherwise. */
  catchingUp: z.boolean(),
  problems: z.array(z.string()),
});
export type DownloadFile = z.infer<typeof downloadFileSchema>;

export const downloadBatchSchema = z.strictObject({
  batchId: id,
  date: text,
  status: downloadBatchStatus.nullable(),
  startedAt: text,
  updatedAt: text,
  timedOutAt: text,
  /** Sets of file ids, sorted. */
  expected: z.array(z.string()),
  completed: z.array(z.string()),
  failed: z.array(z.string()),
  triggeredBy: text,
  triggerReason: text,
  closedBy: text,
  closeReason: text,
  timeToLive: timeToLiveSchema,
  catchingUp: z.boolean(),
  problems: z.array(z.string()),
});
export type DownloadBatch = z.infer<typeof downloadBatchSchema>;

export const downloadDaySchema = z.strictObject({
  date: day,
  /** By status as the index has them, then the one that began last first. */
  batches: z.array(downloadBatchSchema),
  /** Whether all of them are here. */
  isAll: z.boolean(),
  asOf: z.iso.datetime(),
});
export type DownloadDay = z.infer<typeof downloadDaySchema>;

/** A file that a batch expects and counts neither as completed nor as failed. */
export const openFileSchema = z.strictObject({
  fileId: id,
  /** By its key; null where there is no such item: it was never written, or its time is over. */
  file: downloadFileSchema.nullable(),
});
export type OpenFile = z.infer<typeof openFileSchema>;

const standingKinds = ['stuck', 'never-picked-up'] as const;
export const standingKind = z.enum(standingKinds);
export type StandingKind = z.infer<typeof standingKind>;

/** Of files that do not move. */
export const standingMinutes = z.int().min(1).max(43_200);
