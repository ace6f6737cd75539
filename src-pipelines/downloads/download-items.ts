import type { batchStatuses, fileStatuses } from '#shared/catalogue/systems/downloads-system.ts';
import type { PipelineParts } from '../parts.ts';

type FileStatus = (typeof fileStatuses)[number];
type BatchStatus = (typeof batchStatuses)[number];

/** An item of the table of jobs, attribute by attribute. */
export interface FileItem {
  readonly FileID: string;
  readonly BatchID: string;
  readonly Status: FileStatus;
  readonly Entity: string;
  readonly DownloadDate: string;
  readonly PresignedURL: string;
  readonly EncryptedAESKey: string;
  readonly EncodedAESIV: string;
  readonly CreatedAt: string;
  /** Milliseconds. It grows with each status, so it is the file's version, too. */
  readonly StatusUpdatedAt: number;
  readonly CompletedAt?: string;
  readonly ErrorMessage?: string;
  /** The last thing that a person did to it. */
  readonly LastEvent?: FileEvent;
  readonly TTL: number;
}

export interface FileEvent {
  readonly What: 'requeued' | 'taken over';
  readonly By: string;
  readonly At: string;
  readonly Reason?: string;
  readonly RequestId?: string;
}

/** An item of the table of batches. An empty set is not there: DynamoDB has none. */
export interface BatchItem {
  readonly BatchID: string;
  readonly PollingDate: string;
  readonly Status: BatchStatus;
  readonly StartTime: string;
  readonly ExpectedFiles?: ReadonlySet<string>;
  readonly CompletedFiles?: ReadonlySet<string>;
  readonly FailedFiles?: ReadonlySet<string>;
  readonly CreatedAt: string;
  /** It grows with each change, so it is the batch's version, too. */
  readonly UpdatedAt: string;
  /** The time at which it was given up. */
  readonly TimeoutAt?: string;
  /** Absent in a batch of the daily schedule. */
  readonly TriggeredBy?: string;
  readonly TriggerReason?: string;
  readonly ClosedBy?: string;
  readonly CloseReason?: string;
  readonly TTL: number;
}

/** `available` again: requeued, or taken over by a second batch of its day. */
const fileMoves: Readonly<Record<FileStatus, readonly FileStatus[]>> = {
  available: ['downloading', 'available'],
  downloading: ['completed', 'failed', 'error', 'available'],
  completed: [],
  failed: ['available'],
  error: ['available'],
};

/** A batch that is closed by hand goes from `initiated` to `failed`. */
const batchMoves: Readonly<Record<BatchStatus, readonly BatchStatus[]>> = {
  initiated: ['queued', 'failed'],
  queued: ['completed', 'timeout', 'failed'],
  completed: [],
  timeout: [],
  failed: [],
};

export function isOpen({ Status }: { readonly Status: BatchStatus }): boolean {
  return Status === 'initiated' || Status === 'queued';
}

export type FileChanges = {
  readonly [Name in keyof Omit<FileItem, 'FileID' | 'StatusUpdatedAt'>]?: FileItem[Name] | undefined;
};

export type BatchChanges = {
  readonly [Name in keyof Omit<BatchItem, 'BatchID' | 'UpdatedAt'>]?: BatchItem[Name] | undefined;
};

/** Returns the changed file. Its time of status moves on with each status, and by a millisecond at least. */
export function nextFile(
  parts: Pick<PipelineParts, 'now'>,
  before: FileItem,
  changes: FileChanges,
): FileItem {
  const { Status } = changes;
  const moves = Status !== undefined;
  if (moves && !fileMoves[before.Status].includes(Status)) {
    throw new Error(`A file that is ${before.Status} does not become ${Status}`);
  }
  return {
    ...before,
    ...(changes as Partial<FileItem>),
    ...(moves && { StatusUpdatedAt: Math.max(parts.now(), (before.StatusUpdatedAt ?? 0) + 1) }),
  };
}

export function nextBatch(
  parts: Pick<PipelineParts, 'now'>,
  before: BatchItem,
  changes: BatchChanges,
): BatchItem {
  const { Status = before.Status } = changes;
  if (Status !== before.Status && !batchMoves[before.Status].includes(Status)) {
    throw new Error(`A batch that is ${before.Status} does not become ${Status}`);
  }
  const last = Date.parse(before.UpdatedAt ?? '');
  const now = Number.isNaN(last) ? parts.now() : Math.max(parts.now(), last + 1);
  return { ...before, ...(changes as Partial<BatchItem>), UpdatedAt: new Date(now).toISOString() };
}

export function buildFileId(entity: string, date: string): string {
  return `${entity}-${date}`;
}

/** It waits or is fetched, and does so for too long. */
export function hasStalled({ Status, StatusUpdatedAt }: FileItem, now: number): boolean {
  return (Status === 'available' || Status === 'downloading') && now - StatusUpdatedAt > standsStillAfter;
}

/** Its time is over; DynamoDB has not deleted it yet. */
export function isExpired({ TTL }: FileItem, now: number): boolean {
  return TTL * 1000 <= now;
}

export function hasFailed({ Status }: FileItem): boolean {
  return Status === 'failed' || Status === 'error';
}

/** Times are in milliseconds unless stated otherwise. */
const minute = 60_000;
const daySeconds = 86_400;

/** A file without progress for so long is stuck, or was never picked up. */
const standsStillAfter = 30 * minute;
export const batchTakes = 60 * minute;
/** The time between two checks of a batch in work. */
export const looksEvery = 5 * minute;

/** Epoch seconds, or DynamoDB would keep the items for ever. */
export function fileExpiry(now: number): number {
  return Math.floor(now / 1000) + 30 * daySeconds;
}
export function batchExpiry(now: number): number {
  return Math.floor(now / 1000) + 90 * daySeconds;
}

/** A day further back has no files any more, so there is nothing that a new batch of it could take over. */
export const daysToRunAgain = 30;

export const fileReceives = 3;
export const fileDeadLetterDays = 14;
