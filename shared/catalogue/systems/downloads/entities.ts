import type { EntityDeclaration } from '../../declaration.ts';

export const fileStatuses = ['available', 'downloading', 'completed', 'failed', 'error'] as const;
export const batchStatuses = ['initiated', 'queued', 'completed', 'timeout', 'failed'] as const;

export const downloadEntities = {
  File: {
    table: 'jobs',
    about: 'A file to fetch. The claim is a write on condition that it is available.',
    keys: {
      FileID: '{entity}-{date:date}',
      Status: '{fileStatus}',
      StatusUpdatedAt: '{statusUpdatedAt:epochMs}',
      BatchID: '{batchId}',
    },
    attributes: {
      FileID: { type: 'text' },
      BatchID: { type: 'text' },
      Status: { type: 'text', oneOf: fileStatuses },
      Entity: { type: 'text', about: 'What is in it, such as "accounts".' },
      DownloadDate: { type: 'date' },
      PresignedURL: { type: 'presigned address', secret: 'a presigned address' },
      EncryptedAESKey: { type: 'text', secret: 'a wrapped AES key' },
      EncodedAESIV: { type: 'text', secret: 'an AES initialisation vector' },
      CreatedAt: { type: 'time' },
      StatusUpdatedAt: { type: 'epoch milliseconds' },
      CompletedAt: { type: 'time', optional: true },
      ErrorMessage: { type: 'text', optional: true },
      LastEvent: { type: 'map', optional: true, about: 'Who requeued it last, when and why.' },
      TTL: { type: 'epoch seconds', about: '30 days after it was made.' },
    },
    status: {
      attribute: 'Status',
      moves: {
        // Back to available by a requeue only.
        available: ['downloading'],
        downloading: ['completed', 'failed', 'error', 'available'],
        completed: [],
        failed: ['available'],
        error: ['available'],
      },
    },
    // The address about 1,400, the wrapped key 344 in Base64, names and the rest 450.
    bytes: 2_200,
  },
  Batch: {
    table: 'batches',
    about: 'A run for a day: what it expects, what has come and what has failed.',
    keys: {
      BatchID: 'batch-{date:date}-{uuid}',
      PollingDate: '{date:date}',
      Status: '{batchStatus}',
    },
    attributes: {
      BatchID: { type: 'text' },
      PollingDate: { type: 'date' },
      Status: { type: 'text', oneOf: batchStatuses },
      StartTime: { type: 'time' },
      // A set cannot be empty in DynamoDB, so it is not there while there is nothing in it.
      ExpectedFiles: { type: 'text set', optional: true },
      CompletedFiles: { type: 'text set', optional: true },
      FailedFiles: { type: 'text set', optional: true },
      CreatedAt: { type: 'time' },
      UpdatedAt: { type: 'time' },
      TimeoutAt: { type: 'time', optional: true },
      TriggeredBy: {
        type: 'text',
        optional: true,
        about: 'Who asked for it, where it is not the daily one.',
      },
      TriggerReason: { type: 'text', optional: true },
      ClosedBy: { type: 'text', optional: true, about: 'Who ended it by hand.' },
      CloseReason: { type: 'text', optional: true },
      TTL: { type: 'epoch seconds', about: '90 days after it was made.' },
    },
    status: {
      attribute: 'Status',
      moves: {
        initiated: ['queued', 'failed'],
        queued: ['completed', 'timeout', 'failed'],
        completed: [],
        timeout: [],
        failed: [],
      },
    },
    // 10 files of 22 bytes, expected and come, and 300 of the rest.
    bytes: 750,
    // The source reckons 8 KB for a set of 400; two such sets.
    largestBytes: 17_000,
  },
} as const satisfies Record<string, EntityDeclaration>;
