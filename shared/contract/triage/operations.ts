import { z } from 'zod';
import { command, nothing, query } from '../define.ts';
import { batchSchema, deliverySchema } from './batches.ts';
import { documentSchema, openDocumentSchema, passportEventSchema } from './documents.ts';
import { executionSchema, historyPageSchema } from './executions.ts';
import { answeredLookupSchema, lookupInput } from './lookup.ts';
import { projectSchema, tenantPageSchema, tenantSchema, userSchema, workflowSchema } from './tenants.ts';
import {
  batchKeyInput,
  batchStatus,
  cursor,
  documentKeyInput,
  documentStatus,
  id,
  pageOf,
  pageSize,
  projectInput,
  runInput,
  tenantInput,
} from './words.ts';

const paged = { cursor, pageSize };

/** Looking: tenants, their batches, documents and executions. Each is one access pattern, or one call of Step Functions. */
export const triageOperations = {
  'lookup.find': query({
    does: 'Finds what an id names: asks for it as each kind in turn, by key or index, until one is found.',
    input: lookupInput,
    output: answeredLookupSchema,
  }),

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
    does: 'Reads the value of one field of a document; who looked is audited.',
    input: documentKeyInput.extend({ field: z.string().min(1).max(256) }),
    output: z.strictObject({
      value: z.string(),
      readings: z.array(z.strictObject({ reader: z.string(), value: z.string() })),
    }),
    remembered: false,
    writes: false,
  }),
  'documents.passport': query({
    does: 'Lists everything that ever happened to a document, newest first.',
    input: z.strictObject({ tenantId: id, documentId: id, ...paged }),
    output: pageOf(passportEventSchema),
  }),

  'executions.read': query({
    does: 'Describes the execution of a run, and says whether it can be redriven or stopped, and why.',
    input: runInput,
    output: executionSchema,
  }),
  'executions.history': query({
    does: 'Reads the events of an execution a page at a time, without inputs and outputs.',
    input: runInput.extend(paged),
    output: historyPageSchema,
  }),
  'executions.documents': query({
    does: 'Reads which document each iteration of an execution worked on.',
    input: runInput,
    output: z.strictObject({ documentIds: z.array(id) }),
  }),
} as const;
