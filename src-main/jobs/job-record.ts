import { z } from 'zod';
import { itemStates, jobSchema, type ItemState, type Job } from '#shared/contract/jobs.ts';
import { planSchema, type Plan, type PlanItem } from '#shared/contract/plans.ts';
import { count, documentStatus, id, stage, text, type Stage } from '#shared/contract/pipeline-items.ts';
import type { DocumentStatus } from '#shared/domain/statuses.ts';
import { lacksConfirmation, type Ended } from '#shared/domain/job-brake.ts';
import { rampOf } from '#shared/domain/pipeline-limits.ts';

export interface ItemRecord {
  /** Its place in the plan, from 1. */
  readonly number: number;
  readonly id: string;
  readonly name: string | null;
  /** From 1. */
  readonly step: number;
  readonly state: ItemState;
  readonly call: number | null;
  readonly status: DocumentStatus | null;
  readonly stage: Stage | null;
  readonly run: number | null;
  readonly downloadBatchId: string | null;
  readonly sentAt: string | null;
  readonly endedAt: string | null;
  readonly usd: string | null;
  readonly note: string | null;
}

export interface CallRecord {
  readonly number: number;
  readonly step: number;
  readonly key: string;
  readonly ids: readonly string[];
  /** Those of which is not known what came of them. */
  readonly open: readonly string[];
  readonly intendedAt: string;
  readonly sentAt: string | null;
  readonly run: number | null;
  /** `open`: on disk, and not known to be answered for each of its items. */
  readonly state: 'open' | 'sent' | 'nothing-done' | 'uncertain';
}

/** All that a journal says of its job, and nothing else: who reads it again knows as much as who wrote it. */
export interface JobRecord {
  readonly plan: Plan;
  readonly by: string;
  readonly reason: string | null;
  readonly startedAt: string;
  readonly steps: readonly number[];
  /** Those that go, in the plan's order. */
  readonly items: Map<string, ItemRecord>;
  /** Ids in the order in which they last changed. */
  readonly touched: Set<string>;
  readonly counts: Record<ItemState, number>;
  readonly calls: CallRecord[];
  /** Since a person last resumed it. */
  ended: Ended[];
  /** How many have reached a good end since then. */
  proven: number;
  /** A person resumed it knowing that the pipeline confirms nothing: the rest goes at once. */
  withoutConfirmation: boolean;
  phase: 'running' | 'braked' | 'stopped' | 'done';
  because: string | null;
  lastAt: string;
  /** No line follows. */
  endedAt: string | null;
}

export function newRecord({ at, by, reason, plan }: PlanLine): JobRecord {
  const going = goingOf(plan, reason);
  const steps = rampOf(going.length);
  const items = going.map(({ item, number }, index) => waiting(item, number, stepOf(index, steps)));
  return {
    plan,
    by,
    reason,
    startedAt: at,
    steps,
    items: new Map(items.map((item) => [item.id, item])),
    touched: new Set(),
    counts: { ...noCounts(), waiting: items.length },
    calls: [],
    ended: [],
    proven: 0,
    withoutConfirmation: false,
    phase: 'running',
    because: null,
    lastAt: at,
    endedAt: null,
  };
}

/** With a reason those go, too, that waited for one. */
export function goingOf(
  plan: Plan,
  reason: string | null,
): { readonly item: PlanItem; readonly number: number }[] {
  return plan.items
    .map((item, index) => ({ item, number: index + 1 }))
    .filter(({ item }) => item.verdict === 'go' || (item.needsReason && reason !== null));
}

/**
 * `lacking`: it braked since nothing confirmed what was sent first, so that resuming sends the rest without; `waived`: a
 * person has resumed it so.
 */
export function confirmationOf({
  phase,
  ended,
  withoutConfirmation,
}: Pick<JobRecord, 'phase' | 'ended' | 'withoutConfirmation'>): 'lacking' | 'waived' | undefined {
  if (withoutConfirmation) return 'waived';
  return phase === 'braked' && lacksConfirmation(ended) ? 'lacking' : undefined;
}

export function noCounts(): Record<ItemState, number> {
  return Object.fromEntries(itemStates.map((state) => [state, 0])) as Record<ItemState, number>;
}

function waiting(item: PlanItem, number: number, step: number): ItemRecord {
  return { number, id: item.id, name: item.name, step, state: 'waiting', ...nothingYet };
}

/** Of an item that waits. */
export const nothingYet = {
  call: null,
  status: null,
  stage: null,
  run: null,
  downloadBatchId: null,
  sentAt: null,
  endedAt: null,
  usd: null,
  note: null,
} as const;

function stepOf(index: number, steps: readonly number[]): number {
  let end = 0;
  const at = steps.findIndex((size) => index < (end += size));
  return at + 1;
}

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

const outcomeSchema = z.strictObject({
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
