import { z } from 'zod';
import { mostAsks } from '../domain/recognise-id.ts';
import { receiptSchema } from './result.ts';
import { batchSchema, count, id, runNumber, tenantSchema, text } from './pipeline-items.ts';

export const idKinds = [
  'batch',
  'download batch',
  'document',
  'execution',
  'message',
  'file',
  'e-mail',
  'tenant',
] as const;

const askSchema = z.strictObject({
  kind: z.enum(idKinds),
  id: z.string().min(1).max(2_000),
  /** Where a document's id came with the key of its batch. */
  within: z.strictObject({ tenantId: id, batchId: id }).optional(),
  /** Where a batch's id came with its key. */
  tenantId: id.optional(),
});
export type Ask = z.infer<typeof askSchema>;

/** In the order to ask; the first that is found ends it. */
export const lookupInput = z.strictObject({ asks: z.array(askSchema).min(1).max(mostAsks) });

/** The thing that an id belongs to, or that no question found it. */
const lookupSchema = z.discriminatedUnion('found', [
  z.strictObject({ found: z.literal('batch'), batch: batchSchema }),
  z.strictObject({
    found: z.literal('document'),
    tenantId: id,
    projectId: id.nullable(),
    batchId: id,
    documentId: id,
  }),
  z.strictObject({ found: z.literal('execution'), batch: batchSchema, run: runNumber }),
  /** Ids are unique only within a tenant: a person chooses. `more`: not all of them were read. */
  z.strictObject({
    found: z.literal('several'),
    batches: z.array(batchSchema),
    run: runNumber.nullable(),
    more: z.boolean(),
  }),
  z.strictObject({
    found: z.literal('message'),
    messageId: id,
    queue: text,
    code: text,
    message: text,
    attempts: count,
    tenantId: text,
    batchId: text,
    documentId: text,
  }),
  z.strictObject({ found: z.literal('file'), fileId: id, status: text, batchId: text }),
  z.strictObject({ found: z.literal('download batch'), batchId: id, status: text, date: text }),
  z.strictObject({
    found: z.literal('user'),
    userId: id,
    name: text,
    tenantIds: z.array(id),
  }),
  z.strictObject({ found: z.literal('tenant'), tenant: tenantSchema }),
  z.strictObject({ found: z.literal('nothing') }),
  /** No index is by this. The parts of a refusal, as the Explorer counts them. */
  z.strictObject({
    found: z.literal('no-index'),
    system: z.string(),
    entity: z.string(),
    by: z.array(z.string()),
    question: z.string(),
    needs: z.string(),
    nearest: z.string(),
  }),
]);
export type Lookup = z.infer<typeof lookupSchema>;

export const answeredLookupSchema = z.strictObject({
  lookup: lookupSchema,
  /** The questions that were asked, with the cost of each; null if it was answered without reading. */
  asked: z.array(z.strictObject({ ask: askSchema, receipt: receiptSchema.nullable() })),
  /** The questions that were not asked or not answered: the id may still exist there. */
  unasked: z.array(
    z.strictObject({
      ask: askSchema,
      why: z.enum(['no-index', 'not-here', 'not-yours', 'refused']),
      message: z.string(),
    }),
  ),
});
export type AnsweredLookup = z.infer<typeof answeredLookupSchema>;
