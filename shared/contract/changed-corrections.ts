import { z } from 'zod';
import { countedReaders, seriesKinds } from '../domain/review/correction-counts.ts';
import { query } from './define.ts';
import { id, share, text } from './pipeline-items.ts';
import { ruleName, ruleWeight } from './review-rules.ts';

const kind = z.enum(seriesKinds);
const readAndCorrected = z.strictObject({ read: z.int(), corrected: z.int() });
const day = z.iso.date();

/** The documents that are counted: those with a field, of a reader, or of a supplier. */
const seriesKey = {
  kind,
  /** The field, the reader, or the hash of the supplier; empty for all documents. */
  name: z.string(),
  /** The supplier’s name where it is known. */
  supplierName: text,
};

const driftSchema = z.strictObject({
  ...seriesKey,
  /** The day on which it began, by UTC. */
  beganOn: day,
  usual: readAndCorrected,
  recent: readAndCorrected,
  /** How probable so many corrections are if nothing has changed. */
  p: z.number(),
});
export type FoundDrift = z.infer<typeof driftSchema>;

const driftOfWorkflowSchema = z.strictObject({
  tenantId: id,
  tenantName: text,
  projectId: id,
  workflowId: id,
  /** The clearest change in the workflow. */
  drift: driftSchema,
});
export type DriftOfWorkflow = z.infer<typeof driftOfWorkflowSchema>;

const changedSchema = z.strictObject({
  /** `no one`: the tenants would have to be asked one by one, and there are too many. */
  asked: z.enum(['attention', 'tenants', 'no one']),
  /** Why all tenants could not be asked together; null where one was meant or they could. */
  whyNotAttention: text,
  workflows: z.array(driftOfWorkflowSchema),
  /** False where no counts of these tenants were found: nothing was decided, or the pipeline does not count yet. */
  isCounted: z.boolean(),
  isAll: z.boolean(),
  problems: z.array(z.string()),
  calls: z.int(),
  readAt: z.iso.datetime(),
});
export type ChangedCorrections = z.infer<typeof changedSchema>;

const seriesSchema = z.strictObject({
  ...seriesKey,
  usual: readAndCorrected,
  recent: readAndCorrected,
  /** Null where the series has not changed. */
  p: z.number().nullable(),
});
export type SeriesRow = z.infer<typeof seriesSchema>;

const correctedDocumentSchema = z.strictObject({
  batchId: id,
  documentId: id,
  fileName: text,
  at: text,
  score: share,
  supplierName: text,
  /** It has the new layout that is listed with the changes. */
  hasNewLayout: z.boolean(),
  fields: z.array(
    z.strictObject({ name: z.string(), reader: z.enum(countedReaders), confidence: z.number().nullable() }),
  ),
});
export type CorrectedDocument = z.infer<typeof correctedDocumentSchema>;

const changeSchema = z.discriminatedUnion('what', [
  z.strictObject({
    what: z.literal('workflow'),
    at: text,
    /** As the history lists it: "thresholds changed". */
    event: text,
    actor: text,
    reason: text,
  }),
  z.strictObject({ what: z.enum(['model', 'version']), name: z.string(), day }),
  z.strictObject({
    what: z.literal('layout'),
    supplierName: text,
    /** The day on which it was first seen. */
    day,
    /** The corrected documents that have it, of `of`. */
    having: z.int(),
    of: z.int(),
  }),
]);
export type ChangeThen = z.infer<typeof changeSchema>;

const openedSchema = z.strictObject({
  tenantId: id,
  workflowId: id,
  projectId: text,
  workflowName: text,
  reviewThreshold: share,
  /** False where no counts were found. */
  isCounted: z.boolean(),
  /** The change that the page is about; null where corrections are as usual. */
  drift: driftSchema.nullable(),
  /** The other series that have changed. */
  others: z.array(driftSchema),
  /** Its documents by day, the oldest first; those of all documents where nothing has changed. */
  days: z.array(z.strictObject({ day, read: z.int(), corrected: z.int() })),
  /** Every series since the change and before it, the most changed first. */
  series: z.array(seriesSchema),
  documents: z.array(correctedDocumentSchema),
  /** There are more of them than were read. */
  areMoreDocuments: z.boolean(),
  changes: z.array(changeSchema),
  /** The history of the workflow could not be read as far back. */
  isHistoryCut: z.boolean(),
  cost: z
    .strictObject({
      extra: z.number(),
      seconds: z.number(),
      from: z.enum(['timed', 'assumed']),
      secondsEach: z.number(),
      n: z.int(),
    })
    .nullable(),
  threshold: z
    .strictObject({
      value: z.number(),
      now: z.number(),
      passing: z.int(),
      sent: z.int(),
      of: z.int(),
    })
    .nullable(),
  rule: z
    .strictObject({ rule: ruleName, now: ruleWeight, weight: ruleWeight, stopped: z.int(), of: z.int() })
    .nullable(),
  problems: z.array(z.string()),
  readAt: z.iso.datetime(),
});
export type OpenedCorrections = z.infer<typeof openedSchema>;

/** These questions are about what reviewers correct. People ask about the tenants that they see. */
export const correctionOperations = {
  'incidents.corrections': query({
    does: 'Lists the workflows in which reviewers correct more than they used to.',
    input: z.strictObject({ tenantId: id.nullable() }),
    output: changedSchema,
  }),
  'incidents.correctionsOf': query({
    does: 'Reads what is corrected in a workflow by day, with the documents, the changes of that day, and what would stop it.',
    input: z.strictObject({
      tenantId: id,
      workflowId: id,
      /** The series that the page is about; if left out, the most changed one. */
      of: z.strictObject({ kind, name: z.string().max(200) }).optional(),
    }),
    output: openedSchema,
  }),
} as const;
