import { z } from 'zod';
import type { ApiOperation } from '../operation.ts';
import { dateSchema, idSchema, reasonSchema } from '../words.ts';

const who = ['support', 'admin'] as const;

/** Never with its address and its keys: they are the downloader's alone. */
const fileSchema = z.object({
  FileID: z.string(),
  BatchID: z.string(),
  Status: z.string(),
  Entity: z.string(),
  DownloadDate: z.string(),
  StatusUpdatedAt: z.number(),
});
const downloadBatchSchema = z.object({
  BatchID: z.string(),
  PollingDate: z.string(),
  Status: z.string(),
  UpdatedAt: z.string(),
  ExpectedFiles: z.array(z.string()),
  CompletedFiles: z.array(z.string()),
  FailedFiles: z.array(z.string()),
});

/** The version of a file is its StatusUpdatedAt, that of a batch its UpdatedAt: their items have no other. */
export const downloadCalls = {
  requeueFile: {
    method: 'POST',
    path: '/downloads/files/{fileId}/requeue',
    summary: 'Makes a file available again, with a fresh address.',
    who,
    ofNoTenant: true,
    params: z.object({ fileId: idSchema }),
    body: z.strictObject({ reason: reasonSchema.optional() }),
    answers: { status: 200, schema: z.object({ file: fileSchema }) },
    changes: 'an item',
    problems: ['file-not-requeueable'],
  },
  triggerDownloads: {
    method: 'POST',
    path: '/downloads/batches',
    summary: 'Runs the download of a day again, as a batch of its own.',
    who,
    ofNoTenant: true,
    body: z.strictObject({ date: dateSchema, reason: reasonSchema }),
    answers: { status: 202, schema: z.object({ batch: downloadBatchSchema }) },
    changes: 'something',
    problems: ['not-found'],
  },
  closeDownloads: {
    method: 'POST',
    path: '/downloads/batches/{batchId}/close',
    summary: 'Ends a batch that will not end by itself.',
    who,
    ofNoTenant: true,
    params: z.object({ batchId: idSchema }),
    body: z.strictObject({ reason: reasonSchema }),
    answers: { status: 200, schema: z.object({ batch: downloadBatchSchema }) },
    changes: 'an item',
    problems: ['batch-already-closed'],
  },
} as const satisfies Record<string, ApiOperation>;
