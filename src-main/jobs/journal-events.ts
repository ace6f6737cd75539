import { z } from 'zod';
import { itemStates, jobSchema, type Job } from '#shared/contract/jobs/jobs.ts';
import { planSchema } from '#shared/contract/jobs/plans.ts';
import { count, documentStatus, id, stage, text } from '#shared/contract/triage/words.ts';

const at = z.iso.datetime();
/** Of a call, from 1, in the order of being made. */
const call = z.int().min(1);
const itemsWithReasons = z.array(z.strictObject({ id, why: z.string() }));

/** The first line of a journal: everything that is needed to go on, whoever reads it. */
export const planLineSchema = z.strictObject({
  event: z.literal('plan'),
  at,
  format: z.literal(1),
  by: z.string(),
  reason: text,
  plan: planSchema,
});
export type PlanLine = z.infer<typeof planLineSchema>;

export const outcomeSchema = z.strictObject({
  id,
  state: z.enum(itemStates).extract(['fixed', 'failed-again', 'overtaken', 'unconfirmed', 'still-running']),
  status: documentStatus.nullable(),
  stage: stage.nullable(),
  run: count,
  endedAt: text,
  usd: text,
  note: text,
});
export type Outcome = z.infer<typeof outcomeSchema>;

/** Journals of before `unconfirmed` have no count of it, and call such a message still running. */
const endedJobSchema = jobSchema
  .extend({ counts: z.partialRecord(z.enum(itemStates), z.int()) })
  .transform(({ counts: written, ...job }): Job => {
    const zeros = Object.fromEntries(itemStates.map((state) => [state, 0])) as Job['counts'];
    const counts = { ...zeros, ...written };
    if (job.kind === 'redrive-messages') {
      counts.unconfirmed += counts['still-running'];
      counts['still-running'] = 0;
    }
    return { ...job, counts };
  });

/** What a job does is on disk before it does it, and what came of it before anybody hears of it. */
export const jobEventSchema = z.discriminatedUnion('event', [
  /** Changed since the plan. */
  z.strictObject({ event: z.literal('skipped'), at, items: itemsWithReasons }),
  z.strictObject({
    event: z.literal('intent'),
    at,
    call,
    step: z.int().min(1),
    key: z.string(),
    ids: z.array(id).min(1),
  }),
  /** The same call goes once more under its key. */
  z.strictObject({ event: z.literal('again'), at, call, why: z.string() }),
  z.strictObject({
    event: z.literal('sent'),
    at,
    call,
    run: count,
    refused: itemsWithReasons,
    uncertain: itemsWithReasons.optional(),
    skipped: itemsWithReasons.optional(),
    /** Where there are any the call stays open for them, and what is said of the others is known. */
    unclear: itemsWithReasons.optional(),
    downloadBatches: z.array(z.strictObject({ id, batchId: id })).optional(),
    /** They wait again. */
    left: z.array(id).optional(),
  }),
  /** Nothing was done, and nothing would be if it were asked again. */
  z.strictObject({ event: z.literal('refused'), at, call, why: z.string() }),
  /** It never arrived: its items wait again. */
  z.strictObject({ event: z.literal('not-sent'), at, call, why: z.string() }),
  /** It may have happened, and may not be repeated. */
  z.strictObject({ event: z.literal('uncertain'), at, call, why: z.string() }),
  z.strictObject({ event: z.literal('outcomes'), at, items: z.array(outcomeSchema).min(1) }),
  /** Messages that were found in their dead-letter queue again, whatever was thought of them before. */
  z.strictObject({
    event: z.literal('returned'),
    at,
    items: z.array(z.strictObject({ id, note: z.string() })).min(1),
  }),
  z.strictObject({ event: z.literal('braked'), at, why: z.string() }),
  z.strictObject({ event: z.literal('stopped'), at, why: z.string() }),
  /** `by` is null where it went on by itself after a short while away; only a person makes the brake count anew. */
  z.strictObject({
    event: z.literal('resumed'),
    at,
    by: text,
    /** The person was told that nothing confirms what was sent, and sends the rest all the same. */
    withoutConfirmation: z.literal(true).optional(),
  }),
  z.strictObject({ event: z.literal('voided'), at, why: z.string() }),
  /** The last line of all, with what the list of jobs needs: so that list reads no more than this. */
  z.strictObject({ event: z.literal('ended'), at, job: endedJobSchema }),
]);
export type JobEvent = z.infer<typeof jobEventSchema>;
/** The time of an event is that of its being written. */
export type NewEvent = JobEvent extends infer E ? (E extends JobEvent ? Omit<E, 'at'> : never) : never;
