import { z } from 'zod';
import { itemStates, jobSchema, type ItemState, type Job } from '#shared/contract/jobs.ts';
import { planSchema, type Plan, type PlanItem } from '#shared/contract/plans.ts';
import { anyId, count, documentStatus, stage, text, type Stage } from '#shared/contract/pipeline-items.ts';
import type { DocumentStatus } from '#shared/domain/statuses.ts';
import { paceSchema, type JobPace, type Pace } from '#shared/contract/pace.ts';
import { lacksConfirmation, type Ended } from '#shared/domain/job-brake.ts';
import { parseItemId, planRampOverTenants } from '#shared/domain/many-batches.ts';
import { countProvingSteps, limitToFirst, planPaceSteps, usualPace } from '#shared/domain/pace-rules.ts';
import { planRamp } from '#shared/domain/pipeline-limits.ts';
import { isFailedDownload } from '#shared/domain/job-summary.ts';
import type { Decimal } from '#shared/pricing/decimal.ts';
import { sendsMessages } from '#shared/domain/job-kinds/message-jobs.ts';

export interface ItemRecord {
  /** This is its place in the plan, counted from 1. */
  readonly number: number;
  readonly id: string;
  /** This is the place of its batch in a plan over many batches; 0 in any other plan. */
  readonly batch: number;
  readonly name: string | null;
  /** Steps are counted from 1. */
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
  /** Lists items whose outcome is not known. */
  readonly open: readonly string[];
  readonly intendedAt: string;
  /** The time at which it was made again last. */
  readonly triedAt?: string | undefined;
  readonly sentAt: string | null;
  readonly run: number | null;
  /** `open`: the call is on disk, and not every one of its items is known to be answered. */
  readonly state: 'open' | 'sent' | 'nothing-done' | 'uncertain';
}

/**
 * Contains everything that a journal says about its job and nothing else, so reading it again restores the same state.
 */
export interface JobRecord {
  readonly plan: Plan;
  readonly by: string;
  readonly reason: string | null;
  readonly startedAt: string;
  /** The job waits until then; null if it began at once. */
  readonly beginsAt: string | null;
  /** Its time has come, or a person let it begin. */
  hasBegun: boolean;
  pace: Pace;
  /** The alarm of `beginWhen` was not seen quiet yet, and no person let the job go on. */
  waitsForQuiet: boolean;
  /** Why nothing more goes at the moment although the job runs. */
  held: string | null;
  /** A person let the job go on although its conditions cannot be read. */
  goesUnread: boolean;
  /** Items that a change of the pace left out. */
  leftOut: number;
  /** These are the moments from which the rest was planned again, for the drawing. */
  readonly replanned: Replanned[];
  readonly marks: JobPace['marks'];
  steps: readonly number[];
  /** The number of steps that have to succeed whole. */
  proving: number;
  /** Holds the items to be sent, in the plan's order. */
  readonly items: Map<string, ItemRecord>;
  /** Lists ids in the order in which they last changed. */
  readonly touched: Set<string>;
  readonly counts: Record<ItemState, number>;
  /** These are the counts of each step. A job of 50,000 items is shown four times a second, so nothing counts again. */
  stepCounts: readonly Record<ItemState, number>[];
  /** Counts the downloads that failed again. Their messages are used up and not back in the queue. */
  failedDownloads: number;
  /** This is the cost of the items that have ended, in exact dollars; null while none has a cost. */
  spent: Decimal | null;
  readonly calls: CallRecord[];
  /** Lists the items that ended since a person last resumed the job. */
  ended: Ended[];
  /** Counts the items that have reached a good end since then. */
  proven: number;
  /** A person resumed it knowing that the pipeline confirms nothing, so the rest is sent at once. */
  withoutConfirmation: boolean;
  phase: 'running' | 'braked' | 'stopped' | 'done';
  because: string | null;
  lastAt: string;
  /** No line follows once this is set. */
  endedAt: string | null;
}

/** Counts the items that were left in each step when a pace began to apply. */
interface Replanned {
  readonly at: string;
  readonly pace: Pace;
  readonly left: readonly number[];
}

export function newRecord({ at, by, reason, plan, beginsAt }: PlanLine): JobRecord {
  const { pace = usualPace } = plan;
  const going = listGoing(plan, reason);
  const steps = planSteps(
    plan,
    going.map(({ item }) => item),
  );
  const items = going.map(({ item, number }, index) => {
    const batch = plan.many === undefined ? 0 : parseItemId(item.id).place;
    return waiting(item, { number, batch, step: findStepIndex(index, steps) });
  });
  return {
    plan,
    by,
    reason,
    startedAt: at,
    beginsAt: beginsAt ?? null,
    hasBegun: beginsAt === undefined && pace.beginWhen === null,
    pace,
    waitsForQuiet: pace.beginWhen !== null,
    held: null,
    goesUnread: false,
    leftOut: 0,
    replanned: [{ at, pace, left: steps }],
    marks: [],
    steps,
    proving: countProvingSteps(steps),
    items: new Map(items.map((item) => [item.id, item])),
    touched: new Set(),
    counts: { ...noCounts(), waiting: items.length },
    stepCounts: steps.map((size) => ({ ...noCounts(), waiting: size })),
    failedDownloads: 0,
    spent: null,
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

/** A person may change the pace of a job that nothing works on, so such a line does not say that it was at work. */
export function noteLast(record: JobRecord, { event, at: lastAt }: Pick<JobEvent, 'event' | 'at'>): void {
  if (event !== 'paced') record.lastAt = lastAt;
}

/** Includes the items that need a reason if there is one. Only the first go if the pace says so. */
export function listGoing(
  plan: Pick<Plan, 'items' | 'pace'>,
  reason: string | null,
): { readonly item: PlanItem; readonly number: number }[] {
  const going = plan.items
    .map((item, index) => ({ item, number: index + 1 }))
    .filter(({ item }) => item.verdict === 'go' || (item.needsReason && reason !== null));
  return going.slice(0, limitToFirst(going.length, plan.pace));
}

/**
 * `lacking`: the job braked because nothing confirmed the first items, so resuming sends the rest without confirmation.
 * `waived`: a person has resumed it that way.
 */
export function findConfirmation({
  phase,
  ended,
  withoutConfirmation,
  proving,
}: Pick<JobRecord, 'phase' | 'ended' | 'withoutConfirmation' | 'proving'>): 'lacking' | 'waived' | undefined {
  if (withoutConfirmation) return 'waived';
  return phase === 'braked' && lacksConfirmation(ended, proving) ? 'lacking' : undefined;
}

export function countMove(record: JobRecord, from: ItemRecord, to: ItemRecord): void {
  for (const counts of [record.counts, record.stepCounts[from.step - 1]]) {
    if (counts === undefined) continue;
    counts[from.state] -= 1;
    counts[to.state] += 1;
  }
  record.failedDownloads += Number(isFailedDownload(to)) - Number(isFailedDownload(from));
}

export function noCounts(): Record<ItemState, number> {
  return Object.fromEntries(itemStates.map((state) => [state, 0])) as Record<ItemState, number>;
}

/** The items of the first tenant come first in a plan over many batches. */
export function planSteps(
  { many, pace = usualPace }: Pick<Plan, 'many' | 'pace'>,
  going: readonly Pick<PlanItem, 'id'>[],
): number[] {
  if (pace.steps !== 'usual') return planPaceSteps(pace, going.length);
  if (many === undefined) return planRamp(going.length);
  const first = going.filter(({ id: itemId }) => {
    const batch = many.batches[parseItemId(itemId).place - 1];
    return batch?.tenantId === many.firstTenant;
  });
  return planRampOverTenants({ first: first.length, all: going.length });
}

/** Written out, because spreading into 50,000 records takes V8 seconds. */
function waiting(
  { id: itemId, name }: PlanItem,
  { number, batch, step }: Pick<ItemRecord, 'number' | 'batch' | 'step'>,
): ItemRecord {
  return {
    number,
    id: itemId,
    batch,
    name,
    step,
    state: 'waiting',
    call: null,
    status: null,
    stage: null,
    run: null,
    downloadBatchId: null,
    sentAt: null,
    endedAt: null,
    usd: null,
    note: null,
  };
}

/** Applies to an item that waits. */
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

function findStepIndex(index: number, steps: readonly number[]): number {
  let end = 0;
  const at = steps.findIndex((size) => index < (end += size));
  return at + 1;
}

const at = z.iso.datetime();
/** Numbers the calls from 1, in the order in which they were made. */
const call = z.int().min(1);
const itemsWithReasons = z.array(z.strictObject({ id: anyId, why: z.string() }));

/** The first line of a journal holds everything that any console needs to continue it. */
export const planLineSchema = z.strictObject({
  event: z.literal('plan'),
  at,
  format: z.literal(1),
  by: z.string(),
  reason: text,
  beginsAt: z.iso.datetime().optional(),
  plan: planSchema,
});
export type PlanLine = z.infer<typeof planLineSchema>;

const outcomeSchema = z.strictObject({
  id: anyId,
  state: z.enum(itemStates).extract(['fixed', 'failed-again', 'overtaken', 'unconfirmed', 'still-running']),
  status: documentStatus.nullable(),
  stage: stage.nullable(),
  run: count,
  endedAt: text,
  usd: text,
  note: text,
});
export type Outcome = z.infer<typeof outcomeSchema>;

const callSchema = z.strictObject({
  number: call,
  step: z.int().min(1),
  key: z.string(),
  ids: z.array(anyId),
  open: z.array(anyId),
  intendedAt: at,
  triedAt: at.optional(),
  sentAt: text,
  run: count,
  state: z.enum(['open', 'sent', 'nothing-done', 'uncertain']),
});

/** Journals older than `unconfirmed` have no such count, and call such a message still running. */
const endedJobSchema = jobSchema
  .extend({ counts: z.partialRecord(z.enum(itemStates), z.int()) })
  .transform(({ counts: written, ...job }): Job => {
    const zeros = Object.fromEntries(itemStates.map((state) => [state, 0])) as Job['counts'];
    const counts = { ...zeros, ...written };
    if (sendsMessages(job.kind)) {
      counts.unconfirmed += counts['still-running'];
      counts['still-running'] = 0;
    }
    return { ...job, counts };
  });

/** Every action of a job is on disk before it is taken, and every outcome before it is reported. */
export const jobEventSchema = z.discriminatedUnion('event', [
  /** The items have changed since the plan. */
  z.strictObject({ event: z.literal('skipped'), at, items: itemsWithReasons }),
  z.strictObject({
    event: z.literal('intent'),
    at,
    call,
    step: z.int().min(1),
    key: z.string(),
    ids: z.array(anyId).min(1),
  }),
  /** The same call is sent once more under its key. */
  z.strictObject({ event: z.literal('again'), at, call, why: z.string() }),
  z.strictObject({
    event: z.literal('sent'),
    at,
    call,
    run: count,
    refused: itemsWithReasons,
    uncertain: itemsWithReasons.optional(),
    skipped: itemsWithReasons.optional(),
    /** The call stays open for these items if there are any; the outcome of the others is known. */
    unclear: itemsWithReasons.optional(),
    downloadBatches: z.array(z.strictObject({ id: anyId, batchId: anyId })).optional(),
    /** These items wait again. */
    left: z.array(anyId).optional(),
  }),
  /** Nothing was done, and a repeated call would do nothing either. */
  z.strictObject({ event: z.literal('refused'), at, call, why: z.string() }),
  /** The call never arrived, so its items wait again. */
  z.strictObject({ event: z.literal('not-sent'), at, call, why: z.string() }),
  /** The call may have taken effect, and may not be repeated. */
  z.strictObject({ event: z.literal('uncertain'), at, call, why: z.string() }),
  z.strictObject({ event: z.literal('outcomes'), at, items: z.array(outcomeSchema).min(1) }),
  /** These messages were found in their dead-letter queue again, whatever their state was before. */
  z.strictObject({
    event: z.literal('returned'),
    at,
    items: z.array(z.strictObject({ id: anyId, note: z.string() })).min(1),
  }),
  z.strictObject({ event: z.literal('braked'), at, why: z.string() }),
  z.strictObject({ event: z.literal('stopped'), at, why: z.string() }),
  /**
   * `by` is null where the job resumed without a person after a short interruption; only a person resets the brake's
   * count.
   */
  z.strictObject({
    event: z.literal('resumed'),
    at,
    by: text,
    /** The person saw that nothing confirms what was sent, and chose to send the rest anyway. */
    withoutConfirmation: z.literal(true).optional(),
  }),
  /** A person resumed or ended a job whose journal was damaged. This is all that could be read of it. */
  z.strictObject({
    event: z.literal('mended'),
    at,
    by: z.string(),
    why: z.string(),
    phase: z.enum(['running', 'braked', 'stopped']),
    because: text,
    hasBegun: z.boolean(),
    pace: paceSchema.optional(),
    waitsForQuiet: z.boolean().optional(),
    calls: z.array(callSchema),
    items: z.array(
      outcomeSchema.extend({ state: z.enum(itemStates), call: count, downloadBatchId: text, sentAt: text }),
    ),
  }),
  /** The time of a job that begins later has come; `by` is the person who did not wait for it. */
  z.strictObject({ event: z.literal('begun'), at, by: text }),
  /** A person changed the pace; `says` describes the change. */
  z.strictObject({ event: z.literal('paced'), at, by: z.string(), pace: paceSchema, says: z.string() }),
  /** Nothing more goes for now, because a condition of the pace cannot be read. */
  z.strictObject({ event: z.literal('held'), at, why: z.string() }),
  /** The job goes on; `by` is the person who did not wait for the condition. */
  z.strictObject({ event: z.literal('released'), at, by: text }),
  z.strictObject({ event: z.literal('voided'), at, why: z.string() }),
  /** The very last line holds everything that the list of jobs needs, so the list reads no more than this. */
  z.strictObject({ event: z.literal('ended'), at, job: endedJobSchema }),
]);
export type JobEvent = z.infer<typeof jobEventSchema>;
/** The time of an event is when it is written, so the caller does not pass it. */
export type NewEvent = JobEvent extends infer E ? (E extends JobEvent ? Omit<E, 'at'> : never) : never;
