import { z } from 'zod';
import type { ApiOperation } from '../operation.ts';
import { documentSchema, idSchema, reasonSchema } from '../words.ts';

const params = z.object({ tenantId: idSchema, batchId: idSchema, documentId: idSchema });
const answers = { status: 200, schema: z.object({ document: documentSchema }) } as const;
const who = ['reviewer', 'admin'] as const;
const path = '/documents/{tenantId}/{batchId}/{documentId}';

/** `total`, or `lineItems.2.amount` for a cell of the table of lines. */
const fieldPath = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9_]{0,63}(\.\d{1,3}\.(description|quantity|unit|amount))?$/);
const correction = z.union([
  z.strictObject({ field: fieldPath, value: z.string().max(2_000) }),
  z.strictObject({ field: fieldPath, unreadable: z.literal(true) }),
]);

export const reviewBody = z.discriminatedUnion('decision', [
  z.strictObject({
    decision: z.literal('approve'),
    corrections: z.array(correction).max(500).default([]),
    reason: reasonSchema.optional(),
  }),
  z.strictObject({
    decision: z.literal('reject'),
    corrections: z.array(correction).max(0).default([]),
    reason: reasonSchema,
  }),
]);

export const handOverBody = z.strictObject({ to: idSchema, note: reasonSchema.optional() });
export const checkBody = z.strictObject({ corrections: z.array(correction).max(500).default([]) });

export const documentCalls = {
  claimDocument: {
    method: 'POST',
    path: `${path}/claim`,
    summary: 'Takes a document for ten minutes, or holds on to it for ten more.',
    who,
    params,
    answers,
    changes: 'an item',
    problems: ['not-in-review', 'claimed-by-another', 'not-twice-by-you'],
  },
  releaseDocument: {
    method: 'POST',
    path: `${path}/release`,
    summary: 'Gives a claimed document back.',
    who,
    params,
    answers,
    changes: 'an item',
    problems: ['not-claimed-by-you'],
  },
  reviewDocument: {
    method: 'POST',
    path: `${path}/review`,
    summary: 'Approves a document, with corrections, or rejects it.',
    who,
    params,
    body: reviewBody,
    answers,
    changes: 'an item',
    problems: ['not-in-review', 'claimed-by-another', 'not-twice-by-you'],
  },
  handOverDocument: {
    method: 'POST',
    path: `${path}/hand-over`,
    summary: 'Gives a document that waits for review to a colleague, with a word.',
    who,
    params,
    body: handOverBody,
    answers,
    changes: 'an item',
    problems: ['not-in-review', 'claimed-by-another', 'not-a-reviewer'],
  },
  checkDocument: {
    method: 'POST',
    path: `${path}/check`,
    summary: 'Notes what a check of quality has found in a document that was accepted without a person.',
    who,
    params,
    body: checkBody,
    answers,
    changes: 'an item',
    problems: ['not-accepted-unseen', 'already-checked'],
  },
  undoReview: {
    method: 'POST',
    path: `${path}/undo-review`,
    summary: 'Takes a review back, by whom it was made, while the hold is open.',
    who,
    params,
    answers,
    changes: 'an item',
    problems: ['not-your-review', 'hold-over'],
  },
} as const satisfies Record<string, ApiOperation>;
