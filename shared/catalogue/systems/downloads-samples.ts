import type { SampleItem } from '../declaration.ts';

const today = 'batch-2026-11-20-f47ac10b-58cc-4372-a567-0e02b2c3d479';
const again = 'batch-2026-11-20-9b2d7c14-3e5f-4a60-8c71-d2e4f6a8b0c2';
const yesterday = 'batch-2026-11-19-1c0de5a7-6b24-4f83-9d1e-7a5b3c2d4e6f';
const lastMonth = 'batch-2026-10-20-5e8f2a9c-0b1d-4c3e-a7f6-1d2c3b4a5968';

/** The samples show the afternoon of 20 November 2026, 15:00 UTC. One file is stuck and one was never picked up. */
export const downloadSamples: Readonly<Record<'jobs' | 'batches', readonly SampleItem[]>> = {
  jobs: [
    aFile('accounts', today, { Status: 'downloading', StatusUpdatedAt: 1_795_179_900_000 }),
    aFile('transactions', today, { Status: 'available', StatusUpdatedAt: 1_795_178_700_000 }),
    aFile('positions', today, { Status: 'downloading', StatusUpdatedAt: 1_795_186_320_000 }),
    aFile('fund-prices', today, {
      Status: 'failed',
      StatusUpdatedAt: 1_795_180_440_000,
      ErrorMessage: 'The provider answered 403 to the download.',
    }),
    aFile('holdings', today, {
      Status: 'completed',
      StatusUpdatedAt: 1_795_180_020_000,
      CompletedAt: '2026-11-20T13:07:00.000Z',
    }),
    aFile('accounts', yesterday, {
      Status: 'completed',
      StatusUpdatedAt: 1_795_092_900_000,
      CompletedAt: '2026-11-19T12:55:00.000Z',
    }),
    // This defect is deliberate: the time is in milliseconds, so DynamoDB will never delete the item.
    aFile('transactions', yesterday, {
      Status: 'completed',
      StatusUpdatedAt: 1_795_093_200_000,
      CompletedAt: '2026-11-19T13:00:00.000Z',
      TTL: 1_797_684_300_000,
    }),
    // Its 30 days ended yesterday, and it has not been deleted yet.
    aFile('accounts', lastMonth, {
      Status: 'error',
      StatusUpdatedAt: 1_792_501_800_000,
      ErrorMessage: 'The key could not be unwrapped.',
    }),
  ],
  batches: [
    aBatch(today, {
      Status: 'queued',
      ExpectedFiles: listFiles(today, [
        'accounts',
        'transactions',
        'positions',
        'fund-prices',
        'holdings',
        'rates',
      ]),
      CompletedFiles: listFiles(today, ['holdings']),
      FailedFiles: listFiles(today, ['fund-prices']),
      UpdatedAt: '2026-11-20T13:14:00.000Z',
    }),
    aBatch(again, { Status: 'initiated', UpdatedAt: '2026-11-20T12:45:00.000Z' }),
    aBatch(yesterday, {
      Status: 'completed',
      ExpectedFiles: listFiles(yesterday, ['accounts', 'transactions']),
      CompletedFiles: listFiles(yesterday, ['accounts', 'transactions']),
      UpdatedAt: '2026-11-19T13:00:30.000Z',
    }),
    aBatch(lastMonth, {
      Status: 'timeout',
      ExpectedFiles: listFiles(lastMonth, ['accounts', 'transactions']),
      FailedFiles: listFiles(lastMonth, ['accounts']),
      UpdatedAt: '2026-10-20T14:45:00.000Z',
      TimeoutAt: '2026-10-20T14:45:00.000Z',
    }),
  ],
};

/** Days start at 12:45. The secrets are words that cannot be mistaken for real secrets. */
function aFile(entity: string, batchId: string, rest: SampleItem): SampleItem {
  const day = readDay(batchId);
  const started = `${day.replaceAll('-', '')}T124500Z`;
  return {
    FileID: `${entity}-${day}`,
    BatchID: batchId,
    Entity: entity,
    DownloadDate: day,
    PresignedURL: `https://provider.example/${day}/${entity}.csv.enc?X-Amz-Date=${started}&X-Amz-Expires=1800&X-Amz-Signature=not-a-real-signature`,
    EncryptedAESKey: `not-a-real-wrapped-key-of-${entity}`,
    EncodedAESIV: `not-a-real-vector-of-${entity}`,
    CreatedAt: `${day}T12:45:00.000Z`,
    TTL: toSeconds(day) + 30 * 86_400,
    ...rest,
  };
}

function aBatch(batchId: string, rest: SampleItem): SampleItem {
  const day = readDay(batchId);
  return {
    BatchID: batchId,
    PollingDate: day,
    StartTime: `${day}T12:45:00.000Z`,
    CreatedAt: `${day}T12:45:00.000Z`,
    TTL: toSeconds(day) + 90 * 86_400,
    ...rest,
  };
}

function listFiles(batchId: string, entities: readonly string[]): readonly string[] {
  return entities.map((entity) => `${entity}-${readDay(batchId)}`);
}

function readDay(batchId: string): string {
  return batchId.slice('batch-'.length, 'batch-2026-11-20'.length);
}

function toSeconds(day: string): number {
  return Date.parse(`${day}T12:45:00.000Z`) / 1_000;
}
