import { z } from 'zod';
import { longestNote } from '../domain/activity-kinds.ts';
import { incidentDays, mostRemembered } from '../domain/incident-rules.ts';
import { jobRunners } from './allowed-roles.ts';
import { correctionOperations } from './changed-corrections.ts';
import { command, query } from './define.ts';
import { countedSchema, keptSchema } from './fleet.ts';
import { id, text } from './pipeline-items.ts';

const days = z.union(incidentDays.map((count) => z.literal(count)));

/** Says who works on a cause. A note may stay when the work is done. */
const workSchema = z.strictObject({
  by: text,
  /** It is the person who asks. */
  isMine: z.boolean(),
  since: text,
  note: text,
  /** The version of the known cause, on which a change is made; null if that item is missing. */
  version: z.int().nullable(),
});
export type CauseWork = z.infer<typeof workSchema>;

const causeSchema = z.strictObject({
  fingerprint: z.string(),
  pattern: z.string(),
  stage: text,
  code: text,
  /** How often documents became FAILED for it in the period. */
  count: z.int(),
  /** How many tenants it hit, by whole days: with several days, at least as many as on the worst of them. */
  tenants: countedSchema,
  /**
   * The failures of each hour that had some, by hours since 1970. It reaches further back than the period, as far as the
   * rules need.
   */
  hours: z.array(z.tuple([z.int(), z.int()])),
  /** The first failure ever; null if the item that says it is missing. */
  firstEverAt: text,
  /** The first and the last failure of the days that were read. */
  firstAt: text,
  lastAt: text,
  isNew: z.boolean(),
  isGrowing: z.boolean(),
  quietSince: text,
  work: workSchema,
  problems: z.array(z.string()),
});
export type Cause = z.infer<typeof causeSchema>;

/** The hours that are shown, the present one last. */
const periodSchema = z.strictObject({ first: z.int(), count: z.int() });

const readSchema = {
  kept: keptSchema,
  period: periodSchema,
  problems: z.array(z.string()),
  calls: z.int(),
  readAt: z.iso.datetime(),
};

const causesSchema = z.strictObject({
  ...readSchema,
  /** The causes with a failure in the period, the most frequent first. */
  causes: z.array(causeSchema),
  /** False if a day has more causes than were read. */
  isAll: z.boolean(),
});
export type Causes = z.infer<typeof causesSchema>;

const customerSchema = z.strictObject({
  tenantId: id,
  /** Null if the tenant has no name, or it could not be read. */
  name: text,
  count: z.int(),
  firstAt: text,
  lastAt: text,
  /** The batches of its last failure on each day, the newest first. There may be more. */
  batches: z.array(z.strictObject({ projectId: text, batchId: id })),
});
export type Customer = z.infer<typeof customerSchema>;

const openCauseSchema = z.strictObject({
  ...readSchema,
  cause: causeSchema,
  /** The tenants that it hit, those with the most failures first. */
  customers: z.array(customerSchema),
  /** False if a day has more tenants than were read. */
  isAll: z.boolean(),
});
export type OpenCause = z.infer<typeof openCauseSchema>;

/** The largest number of batches in which samples of a cause are looked for. */
export const mostSampledBatches = 3;

const sampledDocumentSchema = z.strictObject({
  tenantId: id,
  batchId: id,
  documentId: id,
  fileName: text,
  failedAt: text,
  message: text,
});

const samplesSchema = z.strictObject({
  documents: z.array(sampledDocumentSchema),
  /** The number of failed documents that were read, and whether the batches have more. */
  read: countedSchema,
  problems: z.array(z.string()),
  readAt: z.iso.datetime(),
});

const workInput = z.strictObject({
  fingerprint: id,
  /** The id of the person who works on it from now on; null when it is done. */
  by: id.nullable(),
  note: z.string().trim().min(1).max(500).nullable(),
  /** The version that was seen. If it has changed, nothing is saved. */
  version: z.int(),
  /** The same intent has the same key, so that asking again after an unclear answer makes only one change. */
  intentKey: z.string().min(8).max(128),
});

/** A lost race is an answer with what the other person has noted, and not a failure. */
const workedSchema = z.strictObject({ kind: z.enum(['saved', 'overtaken']), work: workSchema });
export type Worked = z.infer<typeof workedSchema>;

const attemptSchema = z.strictObject({
  jobId: id,
  kind: z.enum(['redrive', 'reprocess']),
  /** When the job ended. */
  at: z.iso.datetime(),
  by: z.string(),
  /** The items that were sent. */
  total: z.int(),
  fixed: z.int(),
  /** How many failed again or came back, also after the job had ended. */
  back: z.int(),
});
export type Attempt = z.infer<typeof attemptSchema>;

const memorySchema = z.strictObject({
  fingerprint: z.string(),
  /** The note tells colleagues what to do about the cause. */
  note: z.strictObject({ text: z.string(), by: text, at: text }).nullable(),
  /** The version of the note, on which it is changed. */
  version: z.int(),
  /** How redrives and reprocesses for it went, the newest first. */
  attempts: z.array(attemptSchema),
});
export type CauseMemory = z.infer<typeof memorySchema>;

const memoriesSchema = z.strictObject({
  memories: z.array(memorySchema),
  /** Why this deployment keeps neither notes nor outcomes; null if it does. */
  whyNotKept: text,
  readAt: z.iso.datetime(),
});

const noteInput = z.strictObject({
  fingerprint: id,
  /** Null takes the note away. */
  note: z.string().trim().min(1).max(longestNote).nullable(),
  version: z.int(),
  intentKey: z.string().min(8).max(128),
});

/** A lost race is an answer with the note of the other person, and not a failure. */
const notedSchema = z.strictObject({ kind: z.enum(['saved', 'overtaken']), memory: memorySchema });

/** Causes of failures over all tenants and time. Only people who see all tenants may ask. */
export const incidentOperations = {
  ...correctionOperations,
  'incidents.list': query({
    does: 'Lists the causes of failures of all tenants by hour, with which are new, grow or are quiet: one read a day.',
    input: z.strictObject({ days }),
    output: causesSchema,
  }),
  'incidents.cause': query({
    does: 'Reads one cause by hour, with the tenants that it hit and who works on it.',
    input: z.strictObject({ fingerprint: id, days }),
    output: openCauseSchema,
  }),
  'incidents.samples': query({
    does: 'Reads some documents that stand failed for a cause, from up to three batches.',
    input: z.strictObject({
      fingerprint: id,
      batches: z
        .array(z.strictObject({ tenantId: id, batchId: id }))
        .min(1)
        .max(mostSampledBatches),
    }),
    output: samplesSchema,
  }),
  'incidents.memory': query({
    does: 'Reads what is remembered of causes: the note of what to do, and how the last redrives and reprocesses went.',
    input: z.strictObject({ fingerprints: z.array(id).min(1).max(mostRemembered) }),
    output: memoriesSchema,
  }),
  'incidents.note': command({
    does: 'Keeps a note of what to do about a cause, for colleagues.',
    input: noteInput,
    output: notedSchema,
    roles: jobRunners,
    remembered: false,
  }),
  'incidents.work': command({
    does: 'Notes who works on a cause, hands it over, or says that it is done.',
    input: workInput,
    output: workedSchema,
    roles: jobRunners,
    remembered: false,
  }),
} as const;
