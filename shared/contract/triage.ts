import { z } from 'zod';
import { filingKinds } from '../domain/review/filing.ts';
import { command, nothing, query } from './define.ts';
import {
  asRead,
  batchKeyInput,
  batchSchema,
  batchStatus,
  count,
  cursor,
  deliverySchema,
  documentKeyInput,
  documentStatus,
  anyId,
  id,
  pageOf,
  pageSize,
  projectInput,
  projectSchema,
  share,
  stage,
  tenantInput,
  tenantPageSchema,
  tenantSchema,
  text,
  userSchema,
  workflowSchema,
} from './pipeline-items.ts';

const modelUsage = z.strictObject({
  /** The model as the price books name it: `claudeHaiku45.regional`. */
  model: text,
  inputTokens: count,
  outputTokens: count,
  ms: count,
});
export type ModelUsage = z.infer<typeof modelUsage>;

const usageSchema = z.strictObject({
  textract: z
    .strictObject({
      pages: count,
      ms: count,
      /** Missing where the pipeline does not record it. */
      analysis: z.enum(['expense', 'tablesAndForms']).optional(),
    })
    .nullable(),
  gapFill: modelUsage.nullable(),
  verify: modelUsage.nullable(),
});
export type Usage = z.infer<typeof usageSchema>;

const documentErrorSchema = z.strictObject({ stage: stage.nullable(), code: text, message: text });
export type DocumentError = z.infer<typeof documentErrorSchema>;

/** A row of a list, without extracted values. */
export const documentSchema = z.strictObject({
  tenantId: anyId,
  batchId: anyId,
  documentId: anyId,
  status: documentStatus.nullable(),
  /** The status as written, if it is not one that the console knows. */
  otherStatus: text,
  statusSince: text,
  fileName: text,
  run: count,
  receivedAt: text,
  score: share,
  /** The stage it has reached, or in which it failed. */
  stage: stage.nullable(),
  error: documentErrorSchema.nullable(),
  usage: usageSchema.nullable(),
  claimedBy: text,
  claimExpiresAt: text,
  reviewedBy: text,
  ...asRead,
});
export type DocumentRow = z.infer<typeof documentSchema>;

/** A field's value stays in the main process until it is requested, and revealing it is audited. */
const fieldSchema = z.strictObject({
  name: z.string(),
  confidence: share,
  readBy: text,
  /** A reviewer has decided that the document does not have it. */
  absent: z.literal(true).optional(),
  page: count,
  flags: z.array(z.string()),
  /** The readers that gave a candidate, with the confidence of each. */
  readings: z.array(z.strictObject({ reader: z.string(), confidence: share })),
});
export type Field = z.infer<typeof fieldSchema>;

const relatedSchema = z.strictObject({
  batchId: anyId,
  documentId: anyId,
  fileName: text,
  /** The pages of the closed document; null for all of them. */
  pages: z.strictObject({ from: z.int(), to: z.int() }).nullable(),
});
/** The documents that have the pages of another one, or that a document was made of. */
const filingSchema = z.strictObject({
  kind: z.enum(filingKinds),
  documents: z.array(relatedSchema),
});
export type DocumentFiling = z.infer<typeof filingSchema>;

export const openDocumentSchema = documentSchema.extend({
  fields: z.array(fieldSchema),
  lineItems: z.int(),
  /** The details of checks quote values, so they stay in the main process. */
  checks: z.array(z.strictObject({ name: z.string(), passed: z.boolean() })),
  /** The values are in S3 because the item would be too large. */
  resultsInS3: z.boolean(),
  objectKey: text,
  reviewedAt: text,
  decision: z.enum(['approve', 'reject']).nullable(),
  /** Its pages were filed as these new documents; null where they were not. */
  filed: filingSchema.nullable(),
  /** Its file was made of these documents; null where it was sent like this. */
  madeOf: filingSchema.nullable(),
  /** The message of the error if it is longer than a row has; null otherwise. */
  wholeMessage: text,
});
export type OpenDocument = z.infer<typeof openDocumentSchema>;

const revealedSchema = z.strictObject({
  value: z.string(),
  readings: z.array(z.strictObject({ reader: z.string(), value: z.string() })),
});
export type RevealedField = z.infer<typeof revealedSchema>;

const fieldName = z.string().min(1).max(256);

/** More fields than any workflow has. */
export const mostFieldsAtOnce = 500;

/** A document that succeeded, to compare with. Suppliers are compared in main, and only the outcome leaves it. */
const goodDocumentSchema = z.strictObject({
  tenantId: anyId,
  batchId: anyId,
  documentId: anyId,
  fileName: text,
  score: share,
  statusSince: text,
  supplier: z.enum(['same', 'other', 'unknown']),
});
export type GoodDocument = z.infer<typeof goodDocumentSchema>;

export const goodDocumentsSchema = z.strictObject({
  /** The best match comes first. */
  documents: z.array(goodDocumentSchema),
  /** False if the compared document has no supplier that was read. */
  isSupplierKnown: z.boolean(),
  /** The numbers of documents and of batches that were looked at. */
  looked: z.int(),
  batches: z.int(),
  /** There are no other documents of this workflow to look at. */
  isAll: z.boolean(),
});
export type GoodDocuments = z.infer<typeof goodDocumentsSchema>;

/** One line of a passport. The states before and after leave out extracted values. */
export const passportEventSchema = z.strictObject({
  eventId: anyId,
  at: text,
  what: text,
  actor: text,
  batchId: text,
  run: count,
  stage: stage.nullable(),
  reason: text,
  requestId: text,
  before: z.record(z.string(), z.string()),
  after: z.record(z.string(), z.string()),
  /** The number of values that were left out. */
  hidden: z.int(),
  problems: z.array(z.string()),
});
export type PassportEvent = z.infer<typeof passportEventSchema>;

const paged = { cursor, pageSize };

/**
 * Read operations on tenants, their batches and documents. Each is one access pattern.
 */
export const triageOperations = {
  'tenants.list': query({
    does: 'Lists the tenants of the directory, beside those pinned or opened before.',
    input: z.strictObject({ ...paged }),
    output: tenantPageSchema,
  }),
  'tenants.read': query({
    does: 'Reads one tenant, and remembers that it was opened.',
    input: tenantInput,
    output: tenantSchema,
  }),
  'tenants.pin': command({
    does: 'Pins a tenant to the top of the list, or takes it off.',
    input: tenantInput.extend({ name: z.string().max(256).nullable(), pinned: z.boolean() }),
    output: nothing,
    audited: false,
    writes: false,
  }),
  'projects.ofTenant': query({
    does: 'Lists the projects of a tenant.',
    input: tenantInput.extend(paged),
    output: pageOf(projectSchema),
  }),
  'users.ofTenant': query({
    does: 'Lists who works for a tenant.',
    input: tenantInput.extend(paged),
    output: pageOf(userSchema),
  }),
  'workflows.ofProject': query({
    does: 'Lists the workflows of a project, the last changed first.',
    input: projectInput.extend(paged),
    output: pageOf(workflowSchema),
  }),

  'batches.byStatus': query({
    does: 'Lists the batches of a tenant in a status, newest first.',
    input: tenantInput.extend({ status: batchStatus, ...paged }),
    output: pageOf(batchSchema),
  }),
  'batches.ofProject': query({
    does: 'Lists the batches of a project from the base table, newest first.',
    input: projectInput.extend(paged),
    output: pageOf(batchSchema),
  }),
  'batches.byId': query({
    does: 'Reads a batch by its id; the tenant tells apart batches of the same id.',
    input: z.strictObject({ batchId: id, tenantId: id.optional() }),
    output: batchSchema,
  }),
  'batches.read': query({
    does: 'Reads a batch by its key, as the table has it now.',
    input: batchKeyInput,
    output: batchSchema,
  }),
  'batches.deliveries': query({
    does: 'Lists the attempts to tell the customer that a run of a batch has ended.',
    input: z.strictObject({ tenantId: id, batchId: id, ...paged }),
    output: pageOf(deliverySchema),
  }),

  'documents.byStatus': query({
    does: 'Lists the documents of a batch in a status, newest first.',
    input: z.strictObject({ tenantId: id, batchId: id, status: documentStatus, ...paged }),
    output: pageOf(documentSchema),
  }),
  'documents.ofBatch': query({
    does: 'Lists the documents of a batch from the base table.',
    input: z.strictObject({ tenantId: id, batchId: id, ...paged }),
    output: pageOf(documentSchema),
  }),
  'documents.read': query({
    does: 'Reads a document with what is known of its fields, their values left in main.',
    input: documentKeyInput,
    output: openDocumentSchema,
  }),
  'documents.reveal': command({
    does: 'Reads the value of one field of a document; reading it is audited.',
    input: documentKeyInput.extend({ field: fieldName }),
    output: revealedSchema,
    remembered: false,
    writes: false,
  }),
  'documents.revealFields': command({
    does: 'Reads the values of the named fields of a document once; the names are audited as one entry.',
    input: documentKeyInput.extend({ fields: z.array(fieldName).min(1).max(mostFieldsAtOnce) }),
    output: z.strictObject({
      shown: z.array(revealedSchema.extend({ field: z.string() })),
      /** The fields whose values stay in main, each with the reason. */
      kept: z.array(z.strictObject({ field: z.string(), why: z.string() })),
    }),
    remembered: false,
    writes: false,
  }),
  'documents.findGood': query({
    does: 'Looks within a budget for documents of the same workflow that succeeded, of the same supplier if it is known.',
    input: documentKeyInput.extend({ projectId: id, workflowId: id }),
    output: goodDocumentsSchema,
  }),
  'documents.passport': query({
    does: 'Lists everything that happened to a document, newest first.',
    input: z.strictObject({
      tenantId: id,
      documentId: id,
      ...paged,
      /** Leaves out who decided what, which a second reviewer must not see. */
      commentsOnly: z.boolean().optional(),
    }),
    output: pageOf(passportEventSchema),
  }),
} as const;
