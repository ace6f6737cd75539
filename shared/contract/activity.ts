import { z } from 'zod';
import { activityKinds, longestNote } from '../domain/activity-kinds.ts';
import { jobRunners } from './allowed-roles.ts';
import { command, query } from './define.ts';
import { batchKeyInput, cursor, id, pageSize, text } from './pipeline-items.ts';

/** One action of a person on the connection, as its pipeline API keeps it. It holds ids and no values. */
const activityEntrySchema = z.strictObject({
  id: z.string(),
  at: text,
  /** The id of the person, as the pipeline API knows it. */
  by: text,
  isMine: z.boolean(),
  kind: z.enum(activityKinds),
  operation: text,
  /** `ok`, or the code of the failure; null for an action that has only begun. */
  outcome: text,
  tenantId: text,
  projectId: text,
  batchId: text,
  documentId: text,
  workflowId: text,
  queue: text,
  /** The cause of failures that it was about. */
  fingerprint: text,
  jobId: text,
  /** Other facts by name, such as the run, or how many documents of a job ended in each state. */
  facts: z.record(z.string(), z.string()),
  /** The text of a note or of a hand-over. */
  note: text,
  problems: z.array(z.string()),
});
export type ActivityEntry = z.infer<typeof activityEntrySchema>;

/** Each is one access pattern. Only people who see all tenants may ask for a day, a cause or another person. */
const activityOf = z.discriminatedUnion('is', [
  z.strictObject({ is: z.literal('day'), day: z.iso.date() }),
  z.strictObject({ is: z.literal('tenant'), tenantId: id }),
  z.strictObject({ is: z.literal('batch'), tenantId: id, batchId: id }),
  z.strictObject({ is: z.literal('cause'), fingerprint: id }),
  z.strictObject({ is: z.literal('person'), personId: id }),
]);
export type ActivityOf = z.infer<typeof activityOf>;

const activityInput = z.strictObject({
  of: activityOf,
  /** Only actions between these times, both included. */
  from: z.iso.datetime().optional(),
  to: z.iso.datetime().optional(),
  cursor,
  pageSize,
});

const activityPageSchema = z.strictObject({
  /** The newest comes first. */
  entries: z.array(activityEntrySchema),
  cursor: z.string().nullable(),
  /** Why this deployment keeps no activity, and so no notes and no owner either; null where it does. */
  notKept: text,
});

const noteInput = z.strictObject({
  about: z.discriminatedUnion('is', [
    batchKeyInput.extend({ is: z.literal('batch') }),
    batchKeyInput.extend({ is: z.literal('document'), documentId: id }),
    z.strictObject({ is: z.literal('cause'), fingerprint: id }),
  ]),
  text: z.string().trim().min(1).max(longestNote),
  /** The same intent has the same key, so that asking again after an unclear answer writes the note once. */
  intentKey: z.string().min(8).max(128),
});

/** Says who works on a batch. A note may stay when the work is done. */
const batchWorkSchema = z.strictObject({
  by: text,
  /** It is the person who asks. */
  isMine: z.boolean(),
  since: text,
  note: text,
  /** The version on which a change is made; 0 before the first. */
  version: z.int(),
  /** Why it cannot be noted on this deployment; null where it can. */
  notKept: text,
});
export type BatchWork = z.infer<typeof batchWorkSchema>;

/** For all tenants, attention says it of the batches that it lists. */
export const mostTenantsOfWork = 12;

/** A batch that a person works on. */
const workedBatchSchema = z.strictObject({
  tenantId: id,
  batchId: id,
  by: z.string(),
  /** It is the person who asks. */
  isMine: z.boolean(),
  since: text,
  note: text,
});
export type WorkedBatch = z.infer<typeof workedBatchSchema>;

const batchWorkInput = batchKeyInput.extend({
  /** The id of the person who works on it from now on; null when it is done. */
  by: id.nullable(),
  note: z.string().trim().min(1).max(500).nullable(),
  /** The version that was seen. If it has changed, nothing is saved. */
  version: z.int().min(0),
  intentKey: z.string().min(8).max(128),
});

/** A lost race is an answer with what the other person has noted, and not a failure. */
const batchWorkedSchema = z.strictObject({ kind: z.enum(['saved', 'overtaken']), work: batchWorkSchema });
export type BatchWorked = z.infer<typeof batchWorkedSchema>;

/** These operations tell what people did on the connection, from whichever machine, and what they want each other to know. */
export const activityOperations = {
  'activity.list': query({
    does: 'Lists what people did on this connection, by day, tenant, batch, cause or person, newest first.',
    input: activityInput,
    output: activityPageSchema,
  }),
  'activity.note': command({
    does: 'Writes a note on a batch, on a document or on a cause of failures.',
    input: noteInput,
    output: activityEntrySchema,
    remembered: false,
  }),
  'batches.readWork': query({
    does: 'Reads who works on a batch.',
    input: z.strictObject({ tenantId: id, batchId: id }),
    output: batchWorkSchema,
  }),
  'batches.listWork': query({
    does: 'Lists the batches of some tenants that people work on, by one read for each tenant.',
    input: z.strictObject({ tenantIds: z.array(id).min(1).max(mostTenantsOfWork) }),
    output: z.strictObject({
      rows: z.array(workedBatchSchema),
      /** False if there are more than were read. */
      isAll: z.boolean(),
    }),
  }),
  'batches.work': command({
    does: 'Notes who works on a batch, hands it over, or says that it is done.',
    input: batchWorkInput,
    output: batchWorkedSchema,
    roles: jobRunners,
    remembered: false,
  }),
} as const;
