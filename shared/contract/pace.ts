import { z } from 'zod';
import { queueName } from './dead-letters.ts';

const alarmName = z.string().trim().min(1).max(255);
const items = z.int().min(1).max(50_000);
/** Whole numbers from 1 on, because a call has whole items; below 1 it is one item in several seconds. */
const perSecond = z
  .number()
  .min(0.01)
  .max(500)
  .refine((rate) => rate < 1 || Number.isInteger(rate), { message: 'a whole number, or a fraction below 1' });
const atOnce = z.int().min(1).max(10_000);

const stopConditionSchema = z.union([
  /** The alarm fires. */
  z.strictObject({ alarm: alarmName }),
  /** So many messages and more are waiting in the queue. */
  z.strictObject({ queue: queueName, over: z.int().min(0).max(100_000_000) }),
]);
export type StopCondition = z.infer<typeof stopConditionSchema>;

/** How fast and how carefully a plan is carried out. Null means that there is no such limit. */
export const paceSchema = z.strictObject({
  /** Only the first so many items go. The others are not in this plan. */
  first: items.nullable(),
  /** The sizes of the steps. What is left after a list of one's own goes in one more step. */
  steps: z.union([z.enum(['usual', 'doubling']), z.array(items).min(1).max(20)]),
  perSecond: perSecond.nullable(),
  /** The most items that are under way at a time. */
  atOnce: atOnce.nullable(),
  perSecondOfTenant: perSecond.nullable(),
  atOnceOfTenant: atOnce.nullable(),
  stopWhen: z.array(stopConditionSchema).max(5),
  /** The job begins once this alarm is quiet. */
  beginWhen: z.strictObject({ alarm: alarmName }).nullable(),
});
export type Pace = z.infer<typeof paceSchema>;

/** The pace that was chosen the last time for the same queue or workflow. */
export const lastPaceSchema = z.strictObject({
  pace: paceSchema,
  at: z.iso.datetime(),
  /** Names the queue or the workflow. */
  of: z.string(),
});
export type LastPace = z.infer<typeof lastPaceSchema>;

/** The alarms and queues that a condition may name. */
export const paceChoicesSchema = z.strictObject({
  alarms: z.array(z.strictObject({ name: z.string(), state: z.string() })),
  queues: z.array(z.string()),
  /** Why the alarms could not be listed, or null if they were. */
  alarmsUnread: z.string().nullable(),
});

/** How a job goes beside how it was meant to go. */
export const jobPaceSchema = z.strictObject({
  pace: paceSchema,
  /** The pace that was confirmed when the job started. */
  planned: paceSchema,
  /** Waiting items, which a change of the pace concerns. */
  waiting: z.int(),
  /** How many items were sent by the end of each period, as planned and really; null where that is not known. */
  chart: z.strictObject({
    from: z.iso.datetime(),
    periodMs: z.int(),
    planned: z.array(z.number().nullable()),
    real: z.array(z.number().nullable()),
  }),
  marks: z.array(
    z.strictObject({
      at: z.iso.datetime(),
      kind: z.enum(['begun', 'changed', 'held', 'released', 'braked', 'stopped', 'resumed']),
      says: z.string(),
    }),
  ),
  /** The conditions as they were last read. */
  watched: z.array(z.strictObject({ says: z.string(), state: z.enum(['good', 'bad', 'unread']) })),
});
export type JobPace = z.infer<typeof jobPaceSchema>;
