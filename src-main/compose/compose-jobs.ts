import { randomUUID } from 'node:crypto';
import type { jobOperations } from '#shared/contract/job-operations.ts';
import type { ItemReceipt, Job, JobDetail } from '#shared/contract/jobs.ts';
import type { Session } from '#shared/contract/session.ts';
import { sandboxConnectionId } from '#shared/domain/connection.ts';
import type { ConnectionDoors } from '../aws/doors.ts';
import type { LookAtReview } from '../jobs/plans/plan-draft.ts';
import { giveBackLeft, type HeldMessages } from '../dead-letters/held-messages.ts';
import type { HoldClock } from '../dead-letters/hold-clock.ts';
import type { Redrive } from '../dead-letters/open-redrive.ts';
import { auditHandlers, type AuditAnchors, type AuditParts } from '../features/audit/audit-handlers.ts';
import { openChanges } from '../features/changes/changes-store.ts';
import { changesWatchers } from '../features/changes/changes-handlers.ts';
import { jobsHandlers } from '../features/plans/jobs-handlers.ts';
import type { LastPaces } from '../features/plans/last-paces.ts';
import { openPlans, type Plans } from '../features/plans/plans-handlers.ts';
import { whyNotGoOn } from '../features/plans/rights-to-plan.ts';
import { openJobEngine, type JobEngine } from '../jobs/engine.ts';
import type { SeenItems } from '../jobs/job-action.ts';
import { findKindInMain } from '../jobs/job-kinds.ts';
import { openConditionReader, type ConditionReader } from '../jobs/pace-conditions.ts';
import type { Log } from '../log/open-log.ts';
import type { Handlers, Watchers } from '../gate/gate.ts';

interface JobParts {
  readonly home: string;
  /** Returns the doors of any connection; only `scopedDoors` is limited to the person's tenants. */
  readonly doorsOf: (connectionId: string) => ConnectionDoors;
  readonly scopedDoors: () => ConnectionDoors;
  readonly session: () => Session;
  readonly onSession: (listener: (session: Session) => void) => () => void;
  /** These carry out the jobs on messages, and keep the messages that are held. */
  readonly redrive: Pick<Redrive, 'action' | 'discarded' | 'forget' | 'sentBefore'>;
  readonly held: HeldMessages;
  /** Looks at documents that wait for review, for a plan to approve them. */
  readonly review?: LookAtReview | undefined;
  /** Reports how the audit chain is anchored; without it no chain is compared with its anchors. */
  readonly anchorStanding?: AuditAnchors['standing'];
  /** Counts the actions that colleagues are not told of yet. */
  readonly telling?: AuditParts['telling'];
  /** Is called whenever a job has changed, so that its end is audited. */
  readonly onJob?: (job: Job) => void;
  /** Remembers the pace that was chosen for each queue and workflow. */
  readonly lastPaces?: LastPaces | undefined;
  readonly log: Log;
  readonly now: () => number;
  readonly passed?: HoldClock['passed'];
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

type Names = keyof typeof jobOperations;

export interface Jobs {
  readonly handlers: Pick<Handlers, Extract<Names, keyof Handlers>> &
    Pick<Watchers, Extract<Names, keyof Watchers>>;
  /** Returns the ids that the audit trail adds to its entries about these operations. */
  readonly auditedIds: Plans['auditedIds'];
  /** Records what was done outside all jobs, for every list that is on a screen. */
  readonly seen: (connectionId: string, items: SeenItems) => void;
  /**
   * Returns the messages of a queue that a running job has not reached yet, or that any job is sending or deleting.
   */
  readonly worksOn: (connectionId: string, queue: string) => ReadonlySet<string>;
  readonly jobOf: (connectionId: string, jobId: string) => Job | null;
  readonly detailOf: (connectionId: string, jobId: string) => JobDetail | null;
  /** Lists the jobs of the open connection. */
  readonly listNow: () => readonly Job[];
  close(): Promise<void>;
}

/** Runs jobs as plan, journal, run and receipts (decision 004). */
export function openJobs(parts: JobParts): Jobs {
  const { home, doorsOf, scopedDoors, session, onSession, redrive, held, log, now, passed, sleep } = parts;
  const { anchorStanding, telling } = parts;
  const lastPaces = parts.lastPaces && logLastPaces(parts.lastPaces, log);
  const conditionsOf = new Map<string, ConditionReader>();
  const closing = new AbortController();
  const sleepWhileOpen = (ms: number): Promise<void> => sleep(ms, closing.signal);
  const changes = openChanges(now);
  const seen = (connectionId: string, items: SeenItems): void => changes.add(connectionId, items);
  const engine = openJobEngine({
    home,
    action(kind, connectionId) {
      const begunIn = session().sandboxResets;
      const seenByJob = (items: SeenItems): void => {
        // A read that was in flight during a sandbox reset reports items that no longer exist.
        const isGone = connectionId === sandboxConnectionId && session().sandboxResets !== begunIn;
        if (!isGone) seen(connectionId, items);
      };
      return findKindInMain(kind).action({
        connectionId,
        doors: () => doorsOf(connectionId),
        seen: seenByJob,
        redrive,
        now,
        sleep: sleepWhileOpen,
      });
    },
    conditions(connectionId) {
      const known = conditionsOf.get(connectionId);
      const reader = known ?? openConditionReader({ doors: () => doorsOf(connectionId), now });
      conditionsOf.set(connectionId, reader);
      return reader;
    },
    seen,
    log,
    now,
    sleep,
    newKey: randomUUID,
  });
  let resets = session().sandboxResets;
  /**
   * Nothing resumes automatically on a read-only connection, nor because production was unlocked for another
   * purpose, nor for a person who may no longer do it. A job at work is braked when its person may no longer run it, also
   * on a locked connection. A person who is signed out has lost no right, so their jobs go on.
   */
  const resume = ({ connection: { id, readOnly, unlockable }, who }: Session): void => {
    if (who !== null) engine.brakeWithoutRight(id, who.id, (plan) => whyNotGoOn(plan, who));
    engine.resumeInterrupted(id, readOnly || unlockable ? null : (who?.id ?? null), (plan) =>
      who === null ? null : whyNotGoOn(plan, who),
    );
  };
  const stopListening = onSession((changed) => {
    const { sandboxResets } = changed;
    if (sandboxResets !== resets) {
      resets = sandboxResets;
      engine.voidAll(sandboxConnectionId, 'The sandbox was reset, so its documents are gone.');
      changes.forget(sandboxConnectionId);
      redrive
        .forget(sandboxConnectionId)
        .catch((error: unknown) =>
          log.error({ err: error }, 'what was sent in the old sandbox was not forgotten'),
        );
    }
    resume(changed);
  });
  const stopTelling = engine.onChange((connectionId, jobId) => {
    const job = engine.job(connectionId, jobId);
    if (job !== null) parts.onJob?.(job);
  });
  resume(session());
  const worksOn: Jobs['worksOn'] = (connectionId, queue) => messagesAtWork(engine, connectionId, queue);
  const giving = {
    held,
    worksOn,
    now,
    passed,
    queuesOf: (connectionId: string) => doorsOf(connectionId).queues,
    sleep: sleepWhileOpen,
  };
  const stopGiving = engine.onChange((connectionId) => {
    // The messages return automatically when their visibility timeout ends.
    giveBackLeft(giving, connectionId).catch((error: unknown) =>
      log.warn({ connectionId, err: error }, 'messages of a job were not given back'),
    );
  });

  const messages = { held, sentBefore: redrive.sentBefore, discarded: redrive.discarded };
  const plans = openPlans({
    engine,
    doors: scopedDoors,
    session,
    messages,
    now,
    review: parts.review,
    lastPaces,
    random: Math.random,
  });

  return {
    auditedIds: plans.auditedIds,
    seen,
    worksOn,
    jobOf: (connectionId, jobId) => engine.job(connectionId, jobId),
    detailOf: (connectionId, jobId) => engine.detail(connectionId, jobId),
    listNow: () => engine.jobs(session().connection.id),
    handlers: {
      ...plans.handlers,
      ...jobsHandlers({ engine, session, onSession, now, lastPaces }),
      ...changesWatchers({ changes, session, onSession }),
      ...auditHandlers({
        home,
        session,
        now,
        telling,
        anchors: anchorStanding && { pipeline: () => scopedDoors().pipeline, standing: anchorStanding },
      }),
    },
    async close() {
      stopListening();
      stopGiving();
      closing.abort();
      await engine.close();
      stopTelling();
    },
  };
}

/** A pace that cannot be remembered is no reason to refuse a plan that has started. */
function logLastPaces({ find, keep }: LastPaces, log: Log): LastPaces {
  return {
    find,
    keep(key, pace) {
      try {
        keep(key, pace);
      } catch (error) {
        log.error({ err: error }, 'the pace of a plan was not remembered');
      }
    },
  };
}

function messagesAtWork(
  engine: Pick<JobEngine, 'jobs' | 'receipts'>,
  connectionId: string,
  queue: string,
): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const job of engine.jobs(connectionId)) {
    const { jobId, kind, state, counts } = job;
    const isRunning = state === 'running';
    // A stopped job still has messages in flight, and a discard deletes the messages in its file even when it was
    // stopped.
    const atWork: ReadonlySet<ItemReceipt['state']> = new Set([
      'sending',
      ...(isRunning ? (['waiting'] as const) : []),
      ...(kind === 'discard-messages' && state !== 'interrupted' ? (['running'] as const) : []),
    ]);
    if (job.queue !== queue || ![...atWork].some((one) => counts[one] > 0)) continue;
    for (const { id, state: now } of engine.receipts(connectionId, jobId) ?? []) {
      if (atWork.has(now)) ids.add(id);
    }
  }
  return ids;
}
