import { z } from 'zod';
import { batchSchema } from './batches.ts';
import { tenantSchema } from './tenants.ts';
import { count, id, runNumber, text } from './words.ts';

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

export const lookupInput = z.strictObject({
  kind: z.enum(idKinds),
  id: z.string().min(1).max(2_000),
  /** Where a document's id came with the key of its batch. */
  within: z.strictObject({ tenantId: id, batchId: id }).optional(),
});

/** What an id led to, by its own index; or why no index could say. */
export const lookupSchema = z.discriminatedUnion('found', [
  z.strictObject({ found: z.literal('batch'), batch: batchSchema }),
  z.strictObject({
    found: z.literal('document'),
    tenantId: id,
    projectId: id.nullable(),
    batchId: id,
    documentId: id,
  }),
  z.strictObject({ found: z.literal('execution'), batch: batchSchema, run: runNumber }),
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
  /** The index was asked and has no such thing. `hint`: where it may be instead. */
  z.strictObject({ found: z.literal('nothing'), asked: z.string(), hint: z.string() }),
  /** Nothing was asked: there is no index by this. The parts of a refusal, as the Explorer counts them. */
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
