import { z } from 'zod';
import { flagSchema } from '../contract/review-document.ts';
import { dueHoursRange } from '../domain/review/review-order.ts';
import { documentSchema, idSchema, type ApiOperation } from './operation.ts';

/** The most documents that one call can leave out. */
export const mostLeftOut = 100;

const nextBody = z.strictObject({
  /** Left out where every tenant of the caller is meant. */
  tenantIds: z.array(idSchema).min(1).max(100).optional(),
  workflowId: idSchema.optional(),
  /** A document matches if it has at least one of these flags. */
  flags: z.array(flagSchema).max(3).optional(),
  /** The shortest time that a document has been waiting. */
  olderThanMinutes: z.number().int().min(1).max(1_000_000).optional(),
  amountFrom: z.number().min(0).max(1e12).optional(),
  amountTo: z.number().min(0).max(1e12).optional(),
  /** The hours after which a document is due whose workflow says nothing about it. */
  dueHours: z.number().int().min(dueHoursRange.least).max(dueHoursRange.most).default(24),
  /** Documents that the caller has on the desk, has skipped or has postponed. */
  not: z
    .array(z.strictObject({ tenantId: idSchema, batchId: idSchema, documentId: idSchema }))
    .max(mostLeftOut)
    .default([]),
  /**
   * The caller still reviews another document. One is then given only while enough are free for everyone who reviews
   * now.
   */
  ahead: z.boolean().default(false),
});

export const nextCalls = {
  nextDocument: {
    method: 'POST',
    path: '/review/next',
    summary:
      'Claims one document that is free: handed to the caller first, then by priority, due time and waiting time.',
    who: ['reviewer', 'admin'],
    body: nextBody,
    answers: {
      status: 200,
      schema: z.object({
        /** The claimed document without its values, with its project and workflow; null if none is free. */
        document: documentSchema.extend({ projectId: idSchema, workflowId: idSchema.optional() }).nullable(),
        /** Why documents before it, or all of them, were not given. */
        skipped: z.object({
          held: z.number().int(),
          decided: z.number().int(),
          /** The caller has given one of the opinions that the document needs. */
          fourEyes: z.number().int(),
          /** Handed over to another reviewer. */
          handedOver: z.number().int(),
        }),
        /** False where the search ended before the end of the queue. */
        isAll: z.boolean(),
      }),
    },
    changes: 'something',
  },
} as const satisfies Record<string, ApiOperation>;
