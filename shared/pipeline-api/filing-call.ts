import { z } from 'zod';
import { filingKinds, mostFiled, mostJoined, mostParts } from '../domain/review/filing.ts';
import { documentSchema, fileNameSchema, idSchema, reasonSchema, type ApiOperation } from './operation.ts';

const versionSchema = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
const pageSchema = z.number().int().min(1).max(10_000);

/** A document that the call closes, or some of its pages. Without `pages` it is the whole file. */
const partSchema = z.strictObject({
  batchId: idSchema,
  documentId: idSchema,
  pages: z.strictObject({ from: pageSchema, to: pageSchema }).optional(),
});

const refileBody = z.strictObject({
  reason: reasonSchema,
  /** The new documents. Those of one workflow are a batch. */
  into: z
    .array(
      z.strictObject({
        workflow: z.strictObject({ projectId: idSchema, workflowId: idSchema }),
        /** Left out: the name of the first part, with its pages. */
        fileName: fileNameSchema.optional(),
        /** In the order of the pages of the new document. */
        parts: z.array(partSchema).min(1).max(mostParts),
      }),
    )
    .min(1)
    .max(mostFiled),
  /** Other documents of the tenant that are closed with this one, because pages of theirs belong to it. */
  also: z
    .array(z.strictObject({ batchId: idSchema, documentId: idSchema, version: versionSchema }))
    .max(mostJoined)
    .default([]),
});

export const filingCalls = {
  refileDocument: {
    method: 'POST',
    path: '/documents/{tenantId}/{batchId}/{documentId}/refile',
    summary:
      'Closes a document, and others with it, and submits their pages as new documents: in another workflow, divided or joined.',
    who: ['reviewer', 'admin'],
    params: z.object({ tenantId: idSchema, batchId: idSchema, documentId: idSchema }),
    body: refileBody,
    answers: {
      status: 200,
      schema: z.object({
        kind: z.enum(filingKinds),
        /** The closed documents, without their values. */
        document: documentSchema,
        also: z.array(documentSchema),
        /** The new documents, in the order of the request. */
        into: z.array(
          z.object({
            projectId: idSchema,
            workflowId: idSchema,
            batchId: idSchema,
            documentId: idSchema,
            fileName: z.string(),
          }),
        ),
      }),
    },
    changes: 'an item',
    problems: [
      'not-found',
      'not-in-review',
      'claimed-by-another',
      'not-claimed-by-you',
      'not-twice-by-you',
      'not-fileable',
    ],
  },
} as const satisfies Record<string, ApiOperation>;
