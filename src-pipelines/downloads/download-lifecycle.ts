import { createHash } from 'node:crypto';
import type { PipelineParts } from '../parts.ts';
import {
  batchExpiry,
  fileExpiry,
  buildFileId,
  batchTakes,
  hasFailed,
  type BatchItem,
  type FileItem,
  type BatchChanges,
} from './download-items.ts';
import type { OfferedFile } from './provider.ts';

/** A new batch has no files, since the provider has not been asked yet. */
export function createBatch(
  parts: Pick<PipelineParts, 'now'>,
  batch: Pick<BatchItem, 'BatchID' | 'PollingDate' | 'TriggeredBy' | 'TriggerReason'>,
): BatchItem {
  const now = parts.now();
  const at = new Date(now).toISOString();
  return {
    ...batch,
    Status: 'initiated',
    StartTime: at,
    CreatedAt: at,
    UpdatedAt: at,
    TTL: batchExpiry(now),
  };
}

/**
 * The daily batch of a date always has the same id, so there is only one, however often it is begun. The id is a uuid
 * by name, https://www.rfc-editor.org/rfc/rfc9562#name-uuid-version-5
 */
export function deriveDailyBatchId(
  { account, region }: Pick<PipelineParts, 'account' | 'region'>,
  date: string,
): string {
  const hash = createHash('sha1').update(`downloads/${account}/${region}/${date}`).digest('hex');
  const variant = '89ab'[Number.parseInt(hash.charAt(16), 16) % 4] ?? '8';
  const uuid = `${hash.slice(0, 8)}-${hash.slice(8, 12)}-5${hash.slice(13, 16)}-${variant}${hash.slice(17, 20)}`;
  return buildBatchId(date, `${uuid}-${hash.slice(20, 32)}`);
}

export function buildBatchId(date: string, uuid: string): string {
  return `batch-${date}-${uuid}`;
}

export function formatDate(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** Returns the changes that make a file available for another download. */
export function toAvailable({ url, encryptedAesKey, encodedAesIv }: OfferedFile) {
  return {
    Status: 'available',
    PresignedURL: url,
    EncryptedAESKey: encryptedAesKey,
    EncodedAESIV: encodedAesIv,
    CompletedAt: undefined,
    ErrorMessage: undefined,
  } as const;
}

export function createFile(
  parts: Pick<PipelineParts, 'now'>,
  { BatchID, PollingDate }: BatchItem,
  { entity, url, encryptedAesKey, encodedAesIv }: OfferedFile,
): FileItem {
  const now = parts.now();
  return {
    FileID: buildFileId(entity, PollingDate),
    BatchID,
    Status: 'available',
    Entity: entity,
    DownloadDate: PollingDate,
    PresignedURL: url,
    EncryptedAESKey: encryptedAesKey,
    EncodedAESIV: encodedAesIv,
    CreatedAt: new Date(now).toISOString(),
    StatusUpdatedAt: now,
    TTL: fileExpiry(now),
  };
}

/** Returns the changes for a queued batch, or undefined where nothing has happened since the last check. */
export function findBatchChanges(
  batch: BatchItem,
  files: readonly FileItem[],
  now: number,
): BatchChanges | undefined {
  const sets = collectEndedFiles(files);
  const ended = sets.CompletedFiles.size + sets.FailedFiles.size;
  if (ended >= (batch.ExpectedFiles?.size ?? 0)) {
    return { ...sets, Status: sets.FailedFiles.size > 0 ? 'failed' : 'completed' };
  }
  if (now >= Date.parse(batch.StartTime) + batchTakes) {
    return { ...sets, Status: 'timeout', TimeoutAt: new Date(now).toISOString() };
  }
  const isNoted =
    isSame(batch.CompletedFiles, sets.CompletedFiles) && isSame(batch.FailedFiles, sets.FailedFiles);
  return isNoted ? undefined : sets;
}

export function collectEndedFiles(
  files: readonly FileItem[],
): Required<Pick<BatchItem, 'CompletedFiles' | 'FailedFiles'>> {
  return {
    CompletedFiles: listIds(files.filter(({ Status }) => Status === 'completed')),
    FailedFiles: listIds(files.filter(hasFailed)),
  };
}

function listIds(files: readonly FileItem[]): ReadonlySet<string> {
  return new Set(files.map(({ FileID }) => FileID).toSorted());
}

function isSame(noted: ReadonlySet<string> = new Set(), found: ReadonlySet<string>): boolean {
  return noted.size === found.size && [...found].every((id) => noted.has(id));
}
