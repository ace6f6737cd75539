import { z } from 'zod';
import { queueName } from '../../contract/dead-letters.ts';
import { id, runNumber } from '../../contract/pipeline-items.ts';
import { mostInPlan } from './job-kind.ts';

/** The exact targets of every kind: a list of ids and never a query, so nothing joins a plan later. */
const targets = {
  reprocess: z.strictObject({
    kind: z.literal('reprocess'),
    tenantId: id,
    projectId: id,
    batchId: id,
    documentIds: z.array(id).min(1).max(mostInPlan),
    /** The failure group that was chosen, for display. */
    fingerprint: z.string().max(64).optional(),
  }),
  'redrive-execution': z.strictObject({ kind: z.literal('redrive-execution'), batchId: id, run: runNumber }),
  'stop-execution': z.strictObject({ kind: z.literal('stop-execution'), batchId: id, run: runNumber }),
  'redrive-messages': z.strictObject({
    kind: z.literal('redrive-messages'),
    queue: queueName,
    /** The ids of messages that this console holds. */
    messageIds: z.array(id).min(1).max(mostInPlan),
    fingerprint: z.string().max(64).optional(),
    /** The new body for a single message, if the connection allows editing. */
    editedBody: z.string().min(1).max(1_048_576).optional(),
  }),
  'discard-messages': z.strictObject({
    kind: z.literal('discard-messages'),
    queue: queueName,
    messageIds: z.array(id).min(1).max(mostInPlan),
    fingerprint: z.string().max(64).optional(),
  }),
  'requeue-files': z.strictObject({
    kind: z.literal('requeue-files'),
    fileIds: z.array(id).min(1).max(mostInPlan),
    /** The download batch that the files were chosen from, for display. */
    batchId: id.optional(),
  }),
  /** Runs a day's downloads again, as a new batch. */
  'trigger-downloads': z.strictObject({ kind: z.literal('trigger-downloads'), date: z.iso.date() }),
  'close-downloads': z.strictObject({ kind: z.literal('close-downloads'), batchId: id }),
};

type Targets = typeof targets;
export type JobKind = keyof Targets;
export type TargetOf<Kind extends JobKind> = z.infer<Targets[Kind]>;
export type PlanTarget = { [Kind in JobKind]: TargetOf<Kind> }[JobKind];

type TargetSchema = Targets[JobKind];

/** The action and its exact targets. */
export const planTargetSchema = z.discriminatedUnion(
  'kind',
  Object.values(targets) as [TargetSchema, ...TargetSchema[]],
);
