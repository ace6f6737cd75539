import type { PipelineParts } from '../parts.ts';
import { fileExpiry } from './download-limits.ts';
import { fileIdOf } from './file-standing.ts';
import type { BatchItem, FileItem } from './items/item-shapes.ts';
import type { OfferedFile } from './provider.ts';

/** What is different in a file that is to be fetched once more. */
export function madeAvailable({ url, encryptedAesKey, encodedAesIv }: OfferedFile) {
  return {
    Status: 'available',
    PresignedURL: url,
    EncryptedAESKey: encryptedAesKey,
    EncodedAESIV: encodedAesIv,
    CompletedAt: undefined,
    ErrorMessage: undefined,
  } as const;
}

export function newFile(
  parts: Pick<PipelineParts, 'now'>,
  { BatchID, PollingDate }: BatchItem,
  { entity, url, encryptedAesKey, encodedAesIv }: OfferedFile,
): FileItem {
  const now = parts.now();
  return {
    FileID: fileIdOf(entity, PollingDate),
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
