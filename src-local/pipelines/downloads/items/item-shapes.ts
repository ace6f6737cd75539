import type { batchStatuses, fileStatuses } from '#shared/catalogue/systems/downloads/entities.ts';

export type FileStatus = (typeof fileStatuses)[number];
export type BatchStatus = (typeof batchStatuses)[number];

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
  /** What somebody did to it last. */
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
  /** When it was given up. */
  readonly TimeoutAt?: string;
  /** Not there in a batch of the daily schedule. */
  readonly TriggeredBy?: string;
  readonly TriggerReason?: string;
  readonly ClosedBy?: string;
  readonly CloseReason?: string;
  readonly TTL: number;
}
