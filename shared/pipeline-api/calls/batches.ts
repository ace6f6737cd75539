import { z } from 'zod';
import { documentsPerBatch } from '../../domain/pipeline-limits.ts';
import type { ApiOperation } from '../operation.ts';
import { batchSchema, fileNameSchema, idSchema, reasonSchema } from '../words.ts';

export const reprocessOutcomes = [
  'started',
  'not found',
  /** It is QUEUED or PROCESSING: a run is on it already. */
  'already in work',
  /** It waits for a reviewer; that is no failure. */
  'waits for review',
] as const;

export const batchCalls = {
  submitBatch: {
    method: 'POST',
    path: '/batches',
    summary: 'Submits a batch. Its run begins when all of its files have arrived.',
    who: 'everyone',
    body: z.strictObject({
      tenantId: idSchema,
      projectId: idSchema,
      workflowId: idSchema,
      documents: z
        .array(z.strictObject({ fileName: fileNameSchema }))
        .min(1)
        .max(documentsPerBatch),
    }),
    answers: {
      status: 202,
      schema: z.object({
        batch: batchSchema,
        /** In the order of the request. A file goes to its `uploadUrl` with PUT, within 15 minutes. */
        documents: z.array(z.object({ documentId: idSchema, fileName: z.string(), uploadUrl: z.string() })),
      }),
    },
    changes: 'something',
    problems: ['not-found'],
  },
  reprocessDocuments: {
    method: 'POST',
    path: '/batches/{batchId}/reprocess',
    summary: 'Starts a new run for these documents and no others.',
    who: ['support', 'admin'],
    params: z.object({ batchId: idSchema }),
    body: z.strictObject({
      documentIds: z.array(idSchema).min(1),
      reason: reasonSchema.optional(),
    }),
    answers: {
      status: 202,
      schema: z.object({
        /** Null where none of them could be started. */
        run: z.number().int().nullable(),
        executionArn: z.string().nullable(),
        documents: z.array(z.object({ documentId: z.string(), outcome: z.enum(reprocessOutcomes) })),
      }),
    },
    changes: 'something',
  },
} as const satisfies Record<string, ApiOperation>;
