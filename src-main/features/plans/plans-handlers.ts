import { z } from 'zod';
import type { Job } from '#shared/contract/jobs.ts';
import { paceSchema, type Pace } from '#shared/contract/pace.ts';
import type { ManyBatches, Plan, PlannedBatch, PlanItem } from '#shared/contract/plans.ts';
import { ok, refused, type Failure, type Result } from '#shared/contract/result.ts';
import type { Session } from '#shared/contract/session.ts';
import { grouped } from '#shared/domain/formatting.ts';
import { ulidAt } from '#shared/domain/id-forms.ts';
import { findJobKind } from '#shared/domain/job-kinds/job-kinds.ts';
import { sendsMessages } from '#shared/domain/job-kinds/message-jobs.ts';
import { findDownloadsPlace, findTargetPlace } from '#shared/domain/job-words.ts';
import { countTenants, parseItemId, writeBatchNames } from '#shared/domain/many-batches.ts';
import {
  describePace,
  isSamePace,
  leaveOutAfterFirst,
  limitToFirst,
  usualPace,
} from '#shared/domain/pace-rules.ts';
import { findRoles, findStarters } from '#shared/permissions.ts';
import type { ConnectionDoors } from '../../aws/doors.ts';
import type { Handlers } from '../../gate/gate.ts';
import type { JobEngine } from '../../jobs/engine.ts';
import type { LookAtReview } from '../../jobs/plans/plan-draft.ts';
import type { PlannedMessages } from '../../jobs/plans/plan-messages.ts';
import { whyNotOffered } from '../../reads/api-offers.ts';
import { getScope } from '../../session/session-store.ts';
import { keepLastPace, type LastPaces } from './last-paces.ts';
import { makePlan } from './make-plan.ts';
import { listPaceChoices, toPage, whyNotConditions, withPace } from './plan-pace.ts';
import { maySeePlan, refuseRole } from './rights-to-plan.ts';

interface Parts {
  readonly engine: Pick<JobEngine, 'start' | 'open'>;
  readonly doors: () => ConnectionDoors;
  readonly session: () => Session;
  readonly now: () => number;
  readonly messages: PlannedMessages;
  readonly review?: LookAtReview | undefined;
  readonly lastPaces?: LastPaces | undefined;
  /** Returns a number with 0 ≤ n < 1. */
  readonly random: () => number;
}

export interface Plans {
  readonly handlers: Pick<Handlers, Extract<keyof Handlers, `plans.${string}`>>;
  /** Adds the plan's ids to the audit entry, because the plan itself is lost when the console ends. */
  readonly auditedIds: (operation: string, input: unknown) => Readonly<Record<string, string>>;
}

export function openPlans(parts: Parts): Plans {
  const { engine, doors, session, messages, review, lastPaces, now, random } = parts;
  const plans = storePlans(now);
  return {
    handlers: {
      async 'plans.make'({ target }) {
        // Both are read now, because another connection may be opened while this reads.
        const asked = { session: session(), doors: doors() };
        const { connection, who, sandboxResets } = asked.session;
        if (who === null) return refuseNotSignedIn();
        const notTheirs = refuseRole(findRoles(target.kind), who);
        if (notTheirs !== undefined) return notTheirs;
        const openJobs = () => engine.open(connection.id);
        const newId = () => ulidAt(now(), random);
        const made = await makePlan(target, {
          doors: asked.doors,
          connection,
          who,
          now,
          newId,
          messages,
          review: review?.(asked),
          openJobs,
          lastPaces,
        });
        if (!made.ok) return made;
        plans.keep(made.value, sandboxResets);
        return { ...made, value: toPage(made.value) };
      },
      'plans.items'(asked) {
        const kept = plans.find(asked.planId);
        const refusal = whyNotTheirs(kept, session());
        if (refusal !== undefined || kept === undefined) return refusal ?? gone();
        return ok(listItems(kept.plan, asked));
      },
      async 'plans.offers'() {
        const { who } = session();
        if (who === null) return refuseNotSignedIn();
        const { pipeline } = doors();
        const [sendToReview, accept] = await Promise.all([
          whyNotOffered(pipeline, 'sendToReview', who.id),
          whyNotOffered(pipeline, 'acceptDocuments', who.id),
        ]);
        return ok({ sendToReview, accept });
      },
      'plans.setPace'({ planId, pace }) {
        const kept = plans.find(planId);
        const refusal = whyNotTheirs(kept, session()) ?? (kept && whyNotOpen(kept, now()));
        if (refusal !== undefined || kept === undefined) return refusal ?? gone();
        const tooMuch = whyNotConditions(pace, { before: usualPace, who: getScope(session()) });
        if (tooMuch !== undefined) return tooMuch;
        const paced = withPace(kept.made, pace);
        if (!paced.ok) return paced;
        kept.plan = paced.value;
        return ok(toPage(kept.plan));
      },
      'plans.paceChoices': listPaceChoices(doors),
      'plans.start': startPlan({ plans, engine, session, now, lastPaces }),
    },
    auditedIds(operation, input) {
      if (operation === 'jobs.setPace') return auditPace(pacedJob.safeParse(input).data?.pace);
      if (operation !== 'plans.start') return {};
      const { success, data } = startedPlan.safeParse(input);
      if (!success) return {};
      const plan = plans.find(data.planId)?.plan;
      if (plan === undefined) return { hash: data.hash };
      const { kind, tenantId, target } = plan;
      const { batchId, queue } = findTargetPlace(target);
      const { downloads } = findDownloadsPlace(target);
      return {
        hash: data.hash,
        kind,
        ...(tenantId !== null && { tenantId }),
        ...(batchId !== null && { batchId }),
        ...(queue !== null && { queue }),
        ...(downloads !== undefined && auditedDownloads(downloads)),
        ...(plan.many !== undefined && {
          tenants: String(countTenants(plan.many)),
          batches: String(plan.many.batches.length),
          ...writeBatchNames(listBatchesToSend(plan.many, data.reason !== undefined)),
        }),
        ...('editedBody' in target && target.editedBody !== undefined && { edited: 'yes' }),
        go: String(goingWith(plan, undefined)),
        ...auditPace(plan.pace),
        ...(data.beginsAt !== undefined && { beginsAt: data.beginsAt }),
      };
    },
  };
}

function auditPace(pace: Pace | undefined): Record<string, string> {
  return pace === undefined || isSamePace(pace, usualPace) ? {} : { pace: describePace(pace) };
}

/** Lists the batches with something to send; a reason sends also what needs one. */
function listBatchesToSend({ batches }: ManyBatches, hasReason: boolean): readonly PlannedBatch[] {
  return batches.filter(({ go, needsReason }) => go > 0 || (hasReason && needsReason > 0));
}

const pageSize = 200;

/** Lists a page of the items, in the order of the plan. */
function listItems(
  { items, pace = usualPace }: Plan,
  { offset, batch, verdict }: Parameters<Handlers['plans.items']>[0],
): { items: PlanItem[]; total: number } {
  const asked = leaveOutAfterFirst(items, pace, false).filter(
    (item) =>
      (verdict === undefined || item.verdict === verdict) &&
      (batch === undefined || parseItemId(item.id).place === batch),
  );
  return { items: asked.slice(offset, offset + pageSize), total: asked.length };
}

function auditedDownloads({ date, batchId }: NonNullable<Job['downloads']>): Record<string, string> {
  return { ...(date !== null && { date }), ...(batchId !== null && { downloadBatchId: batchId }) };
}

const startedPlan = z.object({
  planId: z.string(),
  hash: z.string(),
  reason: z.string().optional(),
  beginsAt: z.string().optional(),
});

const pacedJob = z.object({ pace: paceSchema });

function refuseNotSignedIn(): ReturnType<typeof refused> {
  const message = 'You are not identified on this connection. Nothing was planned. Sign in first.';
  return refused({ code: 'sign-in-expired', message });
}

interface StartParts {
  readonly plans: StoredPlans;
  readonly engine: Pick<JobEngine, 'start'>;
  readonly session: () => Session;
  readonly now: () => number;
  readonly lastPaces: LastPaces | undefined;
}

type Input = Parameters<Handlers['plans.start']>[0];

/** Starts exactly the plan that was seen, by the person and on the connection it was made for, once. */
function startPlan({ plans, engine, session, now, lastPaces }: StartParts): Handlers['plans.start'] {
  return (input) => {
    const kept = plans.find(input.planId);
    const { who } = session();
    const refusal = whyNotTheirs(kept, session()) ?? (kept && whyNotNow(kept, input, now()));
    if (refusal !== undefined) return refusal;
    if (kept === undefined || who === null) return gone();
    const started = engine.start(kept.plan, {
      by: who.id,
      reason: input.reason,
      beginsAt: input.beginsAt,
    });
    if (!started.ok) return started;
    kept.isStarted = true;
    const { connection, kind, pace, pacedAs: of } = kept.plan;
    keepLastPace(lastPaces, { connectionId: connection.id, kind, of }, pace);
    return started;
  };
}

/** Counts the items to be sent; a reason includes those that need one. */
function goingWith(
  { counts, items, pace }: Pick<Plan, 'counts' | 'items' | 'pace'>,
  reason: string | undefined,
): number {
  const more = reason === undefined ? 0 : items.filter(({ needsReason }) => needsReason).length;
  return limitToFirst(counts.go + more, pace);
}

function whyNotTheirs(kept: StoredPlan | undefined, session: Session) {
  const { connection, who, sandboxResets } = session;
  if (kept === undefined) return gone();
  const { plan } = kept;
  if (who === null || plan.by !== who.id || plan.connection.id !== connection.id) {
    return no(
      'another-plan',
      'This plan was made by another person or on another connection',
      'Make a new plan.',
    );
  }
  // The rights may be fewer than when it was made, and its job would act with those of the connection.
  if (!maySeePlan(getScope(session), plan)) {
    return no('another-plan', 'This plan has tenants that you have no access to now', 'Make a new plan.');
  }
  if (kept.sandboxResets !== sandboxResets) {
    return no('expired', 'The sandbox was reset after this plan was made, so its documents are gone', again);
  }
  return refuseRole(findStarters(plan.kind), who);
}

/** Refuses a plan that was started, or that is too old. */
function whyNotOpen({ plan, isStarted }: StoredPlan, now: number): Result<never> | undefined {
  if (isStarted) {
    return no('already-started', 'This plan was already started', 'Open Activity to see its progress.');
  }
  if (Date.parse(plan.expiresAt) > now) return undefined;
  return no('expired', 'This plan has expired: its data may have changed', again);
}

function whyNotNow(kept: StoredPlan, { hash, typed, reason, beginsAt }: Input, now: number) {
  const { plan } = kept;
  if (beginsAt !== undefined) {
    const refusal = whyNotBeginAt(plan, Date.parse(beginsAt) - now);
    if (refusal !== undefined) return refusal;
  }
  const notOpen = whyNotOpen(kept, now);
  if (notOpen !== undefined) return notOpen;
  if (hash !== plan.hash) {
    return no('another-plan', 'This plan differs from the one on screen: its hash is different', again);
  }
  const going = goingWith(plan, reason);
  const always = findJobKind(plan.kind).reason;
  if (always !== null && going > 0 && reason === undefined) {
    return no('reason-required', always.why, always.say);
  }
  if (going === 0 && goingWith(plan, 'any') > 0) {
    return no('reason-required', whyReason(plan), 'Enter a reason to send them anyway.');
  }
  if (going === 0)
    return no('nothing-to-do', 'None of its items can be sent', 'See the reason next to each item.');
  return whyMistyped(plan, typed, going, reason);
}

function whyNotBeginAt({ kind }: Plan, ahead: number) {
  if (findJobKind(kind).canBeginLater !== true) {
    return no('begins-wrong', 'A plan of this kind can only begin now', 'Start it without a time.');
  }
  if (ahead > 0 && ahead <= latestBeginning) return undefined;
  return no('begins-wrong', 'The time to begin is not within the next 24 hours', 'Choose another time.');
}

/** Sign-ins and the state of the documents seldom last longer. */
const latestBeginning = 24 * 3_600_000;

function whyReason({ kind }: Plan): string {
  return sendsMessages(kind)
    ? 'Every message left came back too often, may have been sent already, or was edited into a different structure'
    : 'Every item left is expected to fail the same way again';
}

function whyMistyped({ typing }: Plan, typed: Input['typed'], going: number, reason: string | undefined) {
  if (typing === null) return undefined;
  if (typed?.environment.trim() !== typing.environment) {
    const here = `This is ${typing.environment}`;
    return no('typed-wrong', here, `Type ${typing.environment}.`);
  }
  if (typed.count.trim() === String(going)) return undefined;
  const why = reason === undefined ? 'The plan has' : 'With this reason the plan has';
  return no('typed-wrong', `${why} ${grouped(going)} to go`, `Type ${going}.`);
}

type Why = Extract<Failure, { code: 'plan-refused' }>['why'];

const again = 'Make a new plan.';

function gone(): Result<never> {
  return no('expired', 'This plan no longer exists: plans last ten minutes and end with the console', again);
}

function no(why: Why, what: string, next: string): Result<never> {
  return refused({ code: 'plan-refused', why, message: `${what}. ${next} Nothing was started.` });
}

interface StoredPlan {
  /** The plan with the pace that was chosen last. */
  plan: Plan;
  /** The plan as it was made. */
  readonly made: Plan;
  /** Tells in which of the sandbox's worlds it was made. */
  readonly sandboxResets: number;
  isStarted: boolean;
}

interface StoredPlans {
  keep(plan: Plan, sandboxResets: number): void;
  find(planId: string): StoredPlan | undefined;
}

/** An expired plan is remembered for a while, so that a late start gets the reason. */
const keptAfterwards = 3_600_000;
const mostKept = 20;
/** A plan over many batches may have 50,000 items, of some 300 bytes each. */
const mostItemsKept = 150_000;

/** Plans are kept in memory only, because one that was never started is not worth storing. */
function storePlans(now: () => number): StoredPlans {
  const plans = new Map<string, StoredPlan>();
  return {
    keep(plan, sandboxResets) {
      plans.set(plan.planId, { plan, made: plan, sandboxResets, isStarted: false });
      let items = [...plans.values()].reduce((sum, kept) => sum + kept.plan.items.length, 0);
      for (const [planId, { plan: old }] of plans) {
        const isLongGone = Date.parse(old.expiresAt) + keptAfterwards < now();
        const areTooMany = plans.size > mostKept || items > mostItemsKept;
        if (planId === plan.planId || !(isLongGone || areTooMany)) continue;
        plans.delete(planId);
        items -= old.items.length;
      }
    },
    find: (planId) => plans.get(planId),
  };
}
