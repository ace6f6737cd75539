import {
  system,
  type EntityDeclaration,
  type ParameterDeclaration,
  type PatternDeclaration,
  type TableDeclaration,
  type WriteDeclaration,
} from '../declaration.ts';
import { downloadSamples } from './downloads-samples.ts';

export const downloadTables = {
  jobs: {
    name: 'data-download-jobs',
    about: 'One item for each file of a day. Kept for 30 days.',
    partition: { name: 'FileID', type: 'S' },
    timeToLive: 'TTL',
    indexes: {
      StatusIndex: {
        partition: { name: 'Status', type: 'S' },
        // The attribute is a Number, because as text 999 would come after 1000.
        sort: { name: 'StatusUpdatedAt', type: 'N' },
        projection: 'ALL',
        about: 'Files in a status by when they came into it.',
      },
      BatchIndex: {
        partition: { name: 'BatchID', type: 'S' },
        sort: { name: 'Status', type: 'S' },
        projection: 'ALL',
        about: 'Files of a batch, all or those in one status.',
      },
    },
  },
  batches: {
    name: 'data-download-batches',
    about: 'One item for each run. Kept for 90 days, so that a quarter can be audited.',
    partition: { name: 'BatchID', type: 'S' },
    timeToLive: 'TTL',
    indexes: {
      PollingDateIndex: {
        partition: { name: 'PollingDate', type: 'S' },
        sort: { name: 'Status', type: 'S' },
        projection: 'ALL',
        about: 'Batches of a day; a second one where it was triggered again.',
      },
    },
  },
} as const satisfies Record<string, TableDeclaration>;

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
        // Only a requeue leads back to available.
        available: ['downloading'],
        downloading: ['completed', 'failed', 'error', 'available'],
        completed: [],
        failed: ['available'],
        error: ['available'],
      },
    },
    // The address takes about 1,400 bytes, the wrapped key 344 in Base64, and names and the rest 450.
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
      // A set cannot be empty in DynamoDB, so the attribute is absent while it has no entries.
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
    // It has 10 files of 22 bytes, both expected and completed, and 300 bytes for the rest.
    bytes: 750,
    // The source estimates 8 KB for a set of 400, and there are two such sets.
    largestBytes: 17_000,
  },
} as const satisfies Record<string, EntityDeclaration>;

const downloadParameters = {
  fileId: { label: 'File', about: 'Entity and day.', example: 'accounts-2026-11-20' },
  batchId: { label: 'Batch', example: 'batch-2026-11-20-f47ac10b-58cc-4372-a567-0e02b2c3d479' },
  fileStatus: { label: 'Status', oneOf: fileStatuses, example: 'downloading' },
  batchStatus: { label: 'Status', oneOf: batchStatuses, example: 'queued' },
  date: { label: 'Day', example: '2026-11-20' },
  olderThan: {
    label: 'Older than',
    about: 'In milliseconds since 1970. A file is stuck when it has not moved for 30 minutes.',
    // This is 2026-11-20 14:30 UTC.
    example: '1795185000000',
  },
  from: { label: 'From', about: 'In milliseconds since 1970.', example: '1795132800000' },
  to: { label: 'To', about: 'In milliseconds since 1970.', example: '1795219199999' },
} as const satisfies Record<string, ParameterDeclaration>;

/**
 * The source counts a day of 10 files and 60 checks of whether one is done. The other calls are estimates: support
 * looks at today every few minutes in working hours.
 */
const downloadPatterns = {
  fileById: {
    number: 'AP1',
    asks: 'How is this file?',
    title: 'File by id',
    on: 'jobs',
    partition: '{fileId}',
    returns: ['File'],
    gives: 'one',
    // The source counts a whole unit for each call: 6 polls of 10 files make 60.
    usage: { callsPerDay: 60, rru: 1, items: 1 },
  },
  filesOfBatch: {
    number: 'AP2',
    asks: 'Which files has this batch?',
    title: 'Files of a batch',
    on: 'jobs.BatchIndex',
    partition: '{batchId}',
    returns: ['File'],
    gives: 'many',
    usage: { callsPerDay: 60, items: 10 },
  },
  filesOfBatchByStatus: {
    number: 'AP3',
    asks: 'Which files of this batch have a status?',
    title: 'Files of a batch by status',
    on: 'jobs.BatchIndex',
    partition: '{batchId}',
    sort: { equals: '{fileStatus}' },
    returns: ['File'],
    gives: 'many',
    usage: { callsPerDay: 30, items: 5 },
  },
  filesByStatus: {
    number: 'AP4',
    asks: 'Which files have a status, the longest first?',
    title: 'Files by status',
    on: 'jobs.StatusIndex',
    partition: '{fileStatus}',
    order: 'oldest first',
    returns: ['File'],
    gives: 'many',
    usage: { callsPerDay: 20, items: 25 },
  },
  stuckFiles: {
    number: 'AP5',
    asks: 'Which files have been downloading for too long?',
    title: 'Stuck files',
    on: 'jobs.StatusIndex',
    partition: 'downloading',
    sort: { before: '{olderThan:epochMs}' },
    order: 'oldest first',
    returns: ['File'],
    gives: 'many',
    usage: { callsPerDay: 100, items: 2 },
  },
  filesNeverPickedUp: {
    number: 'AP6',
    asks: 'Which available files were never picked up?',
    title: 'Files never picked up',
    on: 'jobs.StatusIndex',
    partition: 'available',
    sort: { before: '{olderThan:epochMs}' },
    order: 'oldest first',
    returns: ['File'],
    gives: 'many',
    usage: { callsPerDay: 100, items: 1 },
  },
  batchById: {
    number: 'AP7',
    asks: 'How is this batch?',
    title: 'Batch by id',
    on: 'batches',
    partition: '{batchId}',
    returns: ['Batch'],
    gives: 'one',
    usage: { callsPerDay: 60, items: 1 },
  },
  batchesOfDate: {
    number: 'AP8',
    asks: 'Which batches has this day?',
    title: 'Batches of a day',
    on: 'batches.PollingDateIndex',
    partition: '{date:date}',
    returns: ['Batch'],
    gives: 'many',
    usage: { callsPerDay: 200, items: 1 },
  },
  batchesOfDateByStatus: {
    number: 'AP9',
    asks: 'Which batches of this day have a status?',
    title: 'Batches of a day by status',
    on: 'batches.PollingDateIndex',
    partition: '{date:date}',
    sort: { equals: '{batchStatus}' },
    returns: ['Batch'],
    gives: 'many',
    usage: { callsPerDay: 30, items: 1 },
  },
  filesById: {
    number: 'AP10',
    asks: 'How are these files?',
    title: 'Several files by id',
    on: 'jobs',
    partition: '{fileId}',
    returns: ['File'],
    gives: 'many',
    each: true,
    // Reads the files that a batch expects, to find those that were never written.
    usage: { callsPerDay: 20, items: 10 },
  },
  filesByStatusBetween: {
    number: 'AP11',
    asks: 'Which files came into a status between two times?',
    title: 'Files by status, between',
    on: 'jobs.StatusIndex',
    partition: '{fileStatus}',
    sort: { between: ['{from:epochMs}', '{to:epochMs}'] },
    order: 'oldest first',
    returns: ['File'],
    gives: 'many',
    usage: { callsPerDay: 20, items: 10 },
  },
} as const satisfies Record<string, PatternDeclaration>;

/** The source's table of a day: 33 units, which do not include entries of indexes. */
const downloadWrites = {
  createBatch: {
    title: 'Create a batch',
    about: 'A put of the batch.',
    callsPerDay: 1,
    wru: 1,
    items: { Batch: 1 },
  },
  createFile: {
    title: 'Create a file',
    about: 'A put on condition that the file is not there, for about 10 entities.',
    callsPerDay: 10,
    wru: 1,
    items: { File: 1 },
  },
  claimFile: {
    title: 'Claim a file',
    about: 'An update on condition that it is available.',
    callsPerDay: 10,
    wru: 1,
    items: { File: 1 },
  },
  updateBatch: {
    title: 'Update a batch',
    about: 'Its status, its files and its timeout.',
    callsPerDay: 2,
    wru: 1,
    items: { Batch: 1 },
  },
  endFile: {
    title: 'End a file',
    about: 'An update to completed, failed or error.',
    callsPerDay: 10,
    wru: 1,
    items: { File: 1 },
  },
} as const satisfies Record<string, WriteDeclaration>;

/**
 * The two tables are deliberate: files and batches are asked for separately and kept for different times (domain,
 * section 2).
 */
export const downloads = system({
  id: 'downloads',
  name: 'Downloads',
  about: 'One file for each entity and day, fetched from a provider in a daily batch.',
  tables: downloadTables,
  entities: downloadEntities,
  patterns: downloadPatterns,
  parameters: downloadParameters,
  writes: downloadWrites,
  examplesWrittenOn: '2026-11-20',
  samples: downloadSamples,
});
