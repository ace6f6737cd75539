import { z } from 'zod';
import { query } from '../define.ts';
import { cursor, id, pageOf, pageSize } from '../triage/words.ts';
import {
  day,
  downloadBatchSchema,
  downloadDaySchema,
  downloadFileSchema,
  downloadFileStatus,
  openFileSchema,
  standingKind,
  standingMinutes,
} from './downloads.ts';

const paged = { cursor, pageSize };

/** Looking at downloads. Acting on them goes by plans; decision 015 says who may see them at all. */
export const downloadOperations = {
  'downloads.day': query({
    does: 'Lists the download batches of one day.',
    input: z.strictObject({ date: day }),
    output: downloadDaySchema,
  }),
  'downloads.batch': query({
    does: 'Reads a download batch by its id, as the table has it now.',
    input: z.strictObject({ batchId: id }),
    output: downloadBatchSchema,
  }),
  'downloads.filesOfBatch': query({
    does: 'Lists the files of a download batch, all or those in one status; addresses and keys stay in main.',
    input: z.strictObject({ batchId: id, status: downloadFileStatus.optional(), ...paged }),
    output: pageOf(downloadFileSchema),
  }),
  'downloads.openFiles': query({
    does: 'Reads, by their keys, the files that a batch expects and counts neither as completed nor as failed.',
    input: z.strictObject({ batchId: id }),
    output: z.strictObject({
      batch: downloadBatchSchema,
      files: z.array(openFileSchema),
      asOf: z.iso.datetime(),
    }),
  }),
  'downloads.standing': query({
    does: 'Lists files that have been downloading, or waiting, for longer than so many minutes, the longest first.',
    input: z.strictObject({ kind: standingKind, minutes: standingMinutes, ...paged }),
    output: pageOf(downloadFileSchema),
  }),
  'downloads.file': query({
    does: 'Reads a file by its id, as the table has it now.',
    input: z.strictObject({ fileId: id }),
    output: downloadFileSchema,
  }),
} as const;
