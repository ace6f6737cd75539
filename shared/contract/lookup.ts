import { z } from 'zod';
import { idKinds, mostAsks, mostNamesAtOnce } from '../domain/recognise-id.ts';
import { command, nothing, query } from './define.ts';
import { receiptSchema } from './result.ts';
import { batchSchema, count, id, runNumber, tenantSchema, text } from './pipeline-items.ts';

const askSchema = z.strictObject({
  kind: z.enum(idKinds),
  id: z.string().min(1).max(2_000),
  /** Set if a document's id came with its batch. Without a tenant, the batch is looked up by its id first. */
  within: z.strictObject({ tenantId: id.optional(), batchId: id }).optional(),
  /** Set if a batch's id came with its key. */
  tenantId: id.optional(),
});
export type Ask = z.infer<typeof askSchema>;

/** The questions in the order to ask them. The first match ends the search. */
const lookupInput = z.strictObject({ asks: z.array(askSchema).min(1).max(mostAsks) });

/** The item that the id belongs to, or the fact that no question found one. */
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
  /** Ids are unique only within a tenant, so the person chooses. `more` means that not all matches were read. */
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
  /** No index supports this question. The fields are those of a refused question in the Explorer. */
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

/** A document id alone may stand in several batches. */
const documentSearchOutput = z.strictObject({
  documentId: id,
  found: z.array(z.strictObject({ tenantId: id, batchId: id })),
  /** The number of batches that were asked for it. */
  asked: z.int(),
  /** There are no other batches of this kind. */
  isAll: z.boolean(),
  where: z.enum(['newest batches', 'batches that need attention', 'choose a tenant']),
});
export type DocumentSearch = z.infer<typeof documentSearchOutput>;

const documentSearchInput = z.strictObject({
  documentId: id,
  /** The tenant that is chosen; null asks all that the person may see. */
  tenantId: id.nullable(),
});

const answeredLookupSchema = z.strictObject({
  lookup: lookupSchema,
  /** The questions that were asked, with the cost of each. The cost is null if nothing had to be read. */
  asked: z.array(z.strictObject({ ask: askSchema, receipt: receiptSchema.nullable() })),
  /** The questions that were not asked or not answered. The id may still exist there. */
  unasked: z.array(
    z.strictObject({
      ask: askSchema,
      why: z.enum(['no-index', 'not-here', 'not-yours', 'refused']),
      message: z.string(),
    }),
  ),
});
export type AnsweredLookup = z.infer<typeof answeredLookupSchema>;

/** The key of a name. A person's id is unique over all tenants; with a tenant it is read where that tenant is. */
const nameKeySchema = z.discriminatedUnion('of', [
  z.strictObject({ of: z.literal('tenant'), tenantId: id }),
  z.strictObject({ of: z.literal('project'), tenantId: id, projectId: id }),
  z.strictObject({ of: z.literal('workflow'), tenantId: id, projectId: id, workflowId: id }),
  z.strictObject({ of: z.literal('person'), tenantId: id.nullable(), personId: id }),
]);
export type NameKey = z.infer<typeof nameKeySchema>;

/** A place that was opened, by ids only. */
export const openedPlaceSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('tenant'), tenantId: id }),
  z.strictObject({ kind: z.literal('batch'), tenantId: id, batchId: id }),
  z.strictObject({ kind: z.literal('document'), tenantId: id, batchId: id, documentId: id }),
  z.strictObject({ kind: z.literal('execution'), tenantId: id, batchId: id, run: runNumber }),
  z.strictObject({ kind: z.literal('job'), jobId: id }),
  z.strictObject({ kind: z.literal('cause'), cause: id }),
]);
export type OpenedPlace = z.infer<typeof openedPlaceSchema>;

export const lookupOperations = {
  'lookup.find': query({
    does: 'Finds what an id names: asks for it as each kind in turn, by key or index, until one is found.',
    input: lookupInput,
    output: answeredLookupSchema,
  }),
  'lookup.searchDocument': query({
    does: 'Looks for a document by its id alone in the newest batches, by key, within a budget.',
    input: documentSearchInput,
    output: documentSearchOutput,
  }),
  'lookup.opened': query({
    does: 'Lists what this person opened last on this connection, on this machine.',
    input: nothing,
    output: z.strictObject({ places: z.array(openedPlaceSchema) }),
  }),
  'lookup.noteOpened': command({
    does: 'Remembers that a place was opened, on this machine.',
    input: z.strictObject({ place: openedPlaceSchema }),
    output: z.strictObject({ places: z.array(openedPlaceSchema) }),
    audited: false,
    // Noting a place again changes nothing, and a day's answers would be kept with all their places.
    remembered: false,
    writes: false,
  }),
  'names.read': query({
    does: 'Reads the names of tenants, projects, workflows and people, each once by its key.',
    input: z.strictObject({ keys: z.array(nameKeySchema).min(1).max(mostNamesAtOnce) }),
    /** A key that could not be read is left out. A name is null if the item has none or does not exist. */
    output: z.strictObject({ names: z.array(z.strictObject({ key: nameKeySchema, name: text })) }),
  }),
} as const;
