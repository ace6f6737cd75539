import { z } from 'zod';
import { id, text } from './pipeline-items.ts';

/** The statuses as the table spells them. */
export const downloadFileStatuses = ['available', 'downloading', 'completed', 'failed', 'error'] as const;
export const downloadFileStatus = z.enum(downloadFileStatuses);
export type DownloadFileStatus = z.infer<typeof downloadFileStatus>;

export const downloadBatchStatuses = ['initiated', 'queued', 'completed', 'timeout', 'failed'] as const;
const downloadBatchStatus = z.enum(downloadBatchStatuses);
export type DownloadBatchStatus = z.infer<typeof downloadBatchStatus>;

/** A calendar day as the pipeline names it. It begins at midnight UTC in every time zone. */
export const day = z.iso.date();

/** The time at which DynamoDB may delete the item, and any defect of it. */
export const timeToLiveSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('until'), at: z.iso.datetime() }),
  /** The time has passed, but the item is not deleted yet. It is shown without actions. */
  z.strictObject({ kind: z.literal('over'), since: z.iso.datetime() }),
  /**
   * A defect: the value is in milliseconds instead of seconds, so the item would stay for ever. `meant` is the intended
   * time.
   */
  z.strictObject({ kind: z.literal('in-milliseconds'), meant: z.iso.datetime() }),
  /** A defect: the time is more than five years ago, and DynamoDB does not delete such items. */
  z.strictObject({ kind: z.literal('too-old'), at: text }),
  /** A defect: the time is missing or unreadable. */
  z.strictObject({ kind: z.literal('none') }),
]);
export type TimeToLive = z.infer<typeof timeToLiveSchema>;

/** The facts about a presigned address, without the address itself. */
const presignedSchema = z.strictObject({
  isThere: z.boolean(),
  /** Null if the address is missing or has no expiry. */
  expiresAt: text,
});

export const downloadFileSchema = z.strictObject({
  fileId: id,
  batchId: text,
  entity: text,
  date: text,
  status: downloadFileStatus.nullable(),
  statusSince: text,
  /** The exact digits of `StatusUpdatedAt` in the item. An action sends them as the version it has seen. */
  version: text,
  createdAt: text,
  completedAt: text,
  error: text,
  lastEvent: z.strictObject({ what: text, by: text, at: text, reason: text }).nullable(),
  address: presignedSchema,
  /** The key and its vector are only reported as present or absent. Their values are never sent. */
  key: z.strictObject({ isThere: z.boolean(), vectorIsThere: z.boolean() }),
  timeToLive: timeToLiveSchema,
  /** The file was read by its key after an action, and an index still has the old state. */
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
  /** Batches are sorted by status, and within a status the latest start comes first. */
  batches: z.array(downloadBatchSchema),
  /** The list is complete. */
  isAll: z.boolean(),
  asOf: z.iso.datetime(),
});
export type DownloadDay = z.infer<typeof downloadDaySchema>;

/** A file that a batch expects and counts neither as completed nor as failed. */
export const openFileSchema = z.strictObject({
  fileId: id,
  /** The item read by its key, or null if there is none: it was never written, or it has expired. */
  file: downloadFileSchema.nullable(),
});
export type OpenFile = z.infer<typeof openFileSchema>;

const standingKinds = ['stuck', 'never-picked-up'] as const;
export const standingKind = z.enum(standingKinds);
export type StandingKind = z.infer<typeof standingKind>;

/** The number of minutes without a change of status. */
export const standingMinutes = z.int().min(1).max(43_200);
