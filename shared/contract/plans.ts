import { z } from 'zod';
import { environmentSchema } from '../domain/connection.ts';
import { queueName } from './dead-letters.ts';
import { id, runNumber, text } from './pipeline-items.ts';

export const jobKinds = [
  'reprocess',
  'redrive-execution',
  'stop-execution',
  'redrive-messages',
  'discard-messages',
  'requeue-files',
  'trigger-downloads',
  'close-downloads',
] as const;
export type JobKind = (typeof jobKinds)[number];

export const mostInPlan = 10_000;

/** What to do, to exactly what. A list of ids and never a question: nothing joins a plan later. */
export const planTargetSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('reprocess'),
    tenantId: id,
    projectId: id,
    batchId: id,
    documentIds: z.array(id).min(1).max(mostInPlan),
    /** Of the failure group that was chosen, to be shown. */
    fingerprint: z.string().max(64).optional(),
  }),
  z.strictObject({ kind: z.literal('redrive-execution'), batchId: id, run: runNumber }),
  z.strictObject({ kind: z.literal('stop-execution'), batchId: id, run: runNumber }),
  z.strictObject({
    kind: z.literal('redrive-messages'),
    queue: queueName,
    /** Of messages that this console holds. */
    messageIds: z.array(id).min(1).max(mostInPlan),
    fingerprint: z.string().max(64).optional(),
    /** Of one message alone, and only where the connection allows it: what goes in place of its body. */
    editedBody: z.string().min(1).max(1_048_576).optional(),
  }),
  z.strictObject({
    kind: z.literal('discard-messages'),
    queue: queueName,
    messageIds: z.array(id).min(1).max(mostInPlan),
    fingerprint: z.string().max(64).optional(),
  }),
  z.strictObject({
    kind: z.literal('requeue-files'),
    fileIds: z.array(id).min(1).max(mostInPlan),
    /** Of the download batch that they were chosen from, to be shown. */
    batchId: id.optional(),
  }),
  /** A day's downloads run again, as a batch of its own. */
  z.strictObject({ kind: z.literal('trigger-downloads'), date: z.iso.date() }),
  z.strictObject({ kind: z.literal('close-downloads'), batchId: id }),
]);
export type PlanTarget = z.infer<typeof planTargetSchema>;

const planItemSchema = z.strictObject({
  /** A document's id, or the name of an execution. */
  id,
  /** Its file name. */
  name: text,
  /** As it was read for the plan; an item that has another one when its turn comes is left alone. */
  version: z.int().nullable(),
  /** The same of what has no version of its own: when it was changed last, as it is stored; of a day its newest batch. */
  stamp: text.optional(),
  verdict: z.enum(['go', 'skip', 'blocked']),
  /** "Already SUCCEEDED at 14:21:40", "Failed the same way 3 times". */
  why: z.string(),
  /** Exact dollars; null where nothing is known of what it will take. */
  usd: text,
  /** It may go once somebody has given a reason. */
  needsReason: z.boolean(),
});
export type PlanItem = z.infer<typeof planItemSchema>;

const estimateSchema = z.strictObject({
  usd: text,
  /** Of the price book that every figure here comes from. */
  priceBook: z.strictObject({ id: z.string(), name: z.string() }),
  lines: z.array(z.strictObject({ what: z.string(), usd: z.string() })),
  seconds: z.number().nullable(),
  /** What the figures stand on: "mean of 184 finished documents of this batch". */
  basis: z.string(),
});
export type Estimate = z.infer<typeof estimateSchema>;

export const planSchema = z.strictObject({
  planId: id,
  kind: z.enum(jobKinds),
  target: planTargetSchema,
  /** Null: of several, or of nobody knows whom, as the messages of a queue may be. */
  tenantId: text,
  connection: z.strictObject({ id: z.string(), name: z.string(), environment: environmentSchema }),
  by: z.string(),
  madeAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  /** SHA-256 over what is frozen, in hex: start sends it back, so that nothing else than what was seen is started. */
  hash: z.string(),
  items: z.array(planItemSchema),
  counts: z.strictObject({ go: z.int(), skip: z.int(), blocked: z.int() }),
  /** How many of those that go at each step: [1, 10, 17]. */
  ramp: z.array(z.int()),
  estimate: estimateSchema,
  /** What was looked at beside the items. */
  checks: z.array(z.strictObject({ says: z.string(), state: z.enum(['good', 'warning', 'bad']) })),
  /** Which words have to be typed; null where the environment asks for none. */
  typing: z.strictObject({ environment: z.string(), count: z.int() }).nullable(),
  /** Why it could not be started at all: read-only connection, nothing to go. */
  cannotStart: text,
  reads: z.strictObject({ calls: z.int(), rru: z.number() }),
});
export type Plan = z.infer<typeof planSchema>;

export const startInput = z.strictObject({
  planId: id,
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  typed: z.strictObject({ environment: z.string().max(64), count: z.string().max(16) }).optional(),
  /** Items that wait for a reason go only with one. */
  reason: z.string().trim().min(1).max(500).optional(),
});
