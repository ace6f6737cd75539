import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { deadLetterOperations } from '#shared/contract/job-operations.ts';
import type { ReviewKey } from '#shared/contract/review-document.ts';
import type { reviewOperations } from '#shared/contract/review.ts';
import type { Session } from '#shared/contract/session.ts';
import type { workflowOperations } from '#shared/contract/workflows.ts';
import { openJobEnds } from '../audit/job-ends.ts';
import { openAudit, type Audit } from '../audit/open-audit.ts';
import type { ConnectionDoors } from '../aws/doors.ts';
import { heldMessages, type HeldMessages } from '../dead-letters/held-messages.ts';
import { countPassedTime, type HoldClock } from '../dead-letters/hold-clock.ts';
import type { SentBefore } from '../dead-letters/open-ledgers.ts';
import { openRedrive } from '../dead-letters/open-redrive.ts';
import { activityIds, activityOutcome } from '../features/activity/activity-handlers.ts';
import {
  nothingBefore,
  sampleShelf,
  type DeadLetterParts,
} from '../features/dead-letters/dead-letter-parts.ts';
import {
  deadLetterIds,
  deadLetterOutcome,
  deadLettersHandlers,
} from '../features/dead-letters/dead-letters-handlers.ts';
import { releaseOnChange } from '../features/dead-letters/hold-and-release.ts';
import { messageFacts } from '../features/dead-letters/message-facts.ts';
import { auditedFields } from '../features/documents/documents-handlers.ts';
import type { Explorer } from '../features/explorer/explorer-handlers.ts';
import { batchFacts, identifyWorld } from '../features/review/batch-facts.ts';
import { openReviewQueue } from '../features/review/review-looks.ts';
import { openAttempts, type Attempts } from '../jobs/attempts.ts';
import type { LookAtReview } from '../jobs/plans/plan-draft.ts';
import { costIds } from '../features/costs/save-budget.ts';
import { incidentIds, incidentOutcome } from '../features/incidents/work-on-cause.ts';
import { openDeskStore } from '../features/review/desk-store.ts';
import {
  hashedOfReview,
  reviewDocumentHandlers,
  reviewIds,
  reviewOutcome,
  type DocumentParts,
} from '../features/review/review-handlers.ts';
import { writingIds, writingOutcome } from '../features/session/writing-handlers.ts';
import { hashedOfSignIn } from '../features/sign-in/sign-in-handlers.ts';
import { workflowIds, workflowOutcome, workflowsHandlers } from '../features/workflows/workflows-handlers.ts';
import type { Handlers } from '../gate/gate.ts';
import type { Log } from '../log/open-log.ts';
import type { AttentionStore } from '../reads/attention.ts';
import { openIdOrders, type IdOrders } from '../reads/batches-by-time.ts';
import type { PreferencesStore } from '../features/preferences/preferences-handlers.ts';
import type { SessionStore } from '../session/session-store.ts';
import { openJobs, type Jobs } from './compose-jobs.ts';
import type { OpenDoors } from './open-doors.ts';

interface Parts {
  readonly home: string;
  readonly doors: Pick<OpenDoors, 'ofJob' | 'ofPage'>;
  readonly explorer: Pick<Explorer, 'auditedIds'>;
  readonly session: SessionStore;
  readonly orders: IdOrders;
  readonly attention: AttentionStore;
  readonly lastPaces: PreferencesStore['lastPaces'];
  readonly log: Log;
}

interface Acting {
  readonly jobs: Jobs;
  readonly review: Review;
  readonly deadLetters: DeadLetters;
  readonly audit: Audit;
  readonly attempts: Attempts;
  /** Ends running work and gives held messages back; the audit log stays open. */
  close(): Promise<void>;
}

/** Opens all features that act, and the audit log; each feature names what its entries must contain. */
export function openActing(of: Parts): Acting {
  const { home, doors, explorer, session, orders, attention, lastPaces, log } = of;
  const passed = countPassedTime({ now: Date.now, elapsed: () => performance.now() });
  // Each second is a look at the clocks, so that one that is set is noticed soon.
  const looking = setInterval(passed, 1_000).unref();
  const parts = {
    home,
    session: () => session.current(),
    onSession: (listener: (session: Session) => void) => session.onChange(listener),
    doorsOf: doors.ofJob,
    log,
    now: Date.now,
    passed,
    sleep: (ms: number, signal: AbortSignal) => setTimeout(ms, undefined, { signal, ref: false }),
  };
  const held = heldMessages(parts);
  const redrive = openRedrive({ ...parts, held });
  const { sentBefore, discarded, returns } = redrive;
  // The audit log takes ids from the jobs, and the jobs page shows the state of the audit log, so this refers to a
  // later constant.
  const anchorStanding: Audit['anchoring']['standing'] = () => audit.anchoring.standing();
  const telling: Audit['telling'] = () => audit.telling();
  const ends = openJobEnds({ home, write: (outcome) => audit.ended(outcome), now: Date.now, log });
  const jobs = openJobs({
    ...parts,
    scopedDoors: doors.ofPage,
    // Review tells the jobs what it has seen, so it is opened after them.
    review: (asked) => review.looks(asked),
    redrive,
    held,
    lastPaces,
    anchorStanding,
    telling,
    onJob(job) {
      ends.changed(job);
      attempts.changed(job);
    },
  });
  const attempts = openAttempts({
    jobs: jobs.listNow,
    detailOf: jobs.detailOf,
    hasLaterReturns: (jobId) => returns.has(jobId),
    session: parts.session,
    pipelineOf: (connectionId) => doors.ofJob(connectionId).pipeline,
    now: Date.now,
    log,
  });
  const { worksOn, jobOf } = jobs;
  const deadLetters = openDeadLetters({
    ...parts,
    doors: doors.ofPage,
    held,
    sentBefore,
    discarded,
    returns,
    worksOn,
    jobOf,
  });
  const review = openReview({ ...parts, doors: doors.ofPage, seen: jobs.seen, orders, attention });
  const audit = openAudit({
    home,
    now: Date.now,
    session: parts.session,
    onSession: parts.onSession,
    pipelineOf: (connectionId) => doors.ofJob(connectionId).pipeline,
    log,
    idsOf: (operation, input) => ({
      ...explorer.auditedIds(operation, input),
      ...jobs.auditedIds(operation, input),
      ...review.auditedIds(operation, input),
      ...deadLetters.auditedIds(operation, input),
      ...auditedWorkflows.ids(operation, input),
      ...incidentIds(operation, input),
      ...costIds(operation, input),
      ...activityIds(operation, input),
      ...auditedFields(operation, input),
      ...writingIds(operation, input),
    }),
    hashed: (operation, input) => review.hashed(operation, hashedOfSignIn(operation, input)),
    outcomeOf: (operation, value) =>
      review.auditedOutcome(operation, value) ??
      deadLetters.auditedOutcome(operation, value) ??
      auditedWorkflows.outcome(operation, value) ??
      incidentOutcome(operation, value) ??
      activityOutcome(operation, value) ??
      writingOutcome(operation, value),
  });
  ends.open();
  let connectionId: string | undefined;
  // An earlier process may have been killed between the end of a job and its entry.
  const catchUp = ({ connection }: Session): void => {
    if (connection.id === connectionId) return;
    connectionId = connection.id;
    for (const job of jobs.listNow()) {
      ends.changed(job);
      attempts.changed(job);
    }
  };
  catchUp(session.current());
  const stopCatchingUp = session.onChange(catchUp);
  return {
    jobs,
    review,
    deadLetters,
    audit,
    attempts,
    async close() {
      clearInterval(looking);
      stopCatchingUp();
      // A step over thousands of messages ends after its current ten.
      redrive.close();
      await jobs.close();
      await deadLetters.close();
      // Its last entry is part of what is anchored.
      audit.close();
      await audit.anchoring.close();
    },
  };
}

interface ReviewParts extends Pick<DocumentParts, 'seen'> {
  readonly home: string;
  /** Returns the doors of the open connection, limited to the person's tenants. */
  readonly doors: () => ConnectionDoors;
  readonly session: () => Session;
  readonly onSession: (listener: (session: Session) => void) => () => void;
  readonly log: Log;
  readonly now: () => number;
  /** The orders are shared with the other features that look for the newest batches. */
  readonly orders?: IdOrders | undefined;
  /** It is shared with the other features that ask about all tenants. */
  readonly attention: AttentionStore;
}

export interface Review {
  /** Lists and reads waiting documents for a plan. */
  readonly looks: LookAtReview;
  readonly handlers: Pick<Handlers, keyof typeof reviewOperations>;
  /** These return what the audit trail adds to its entries about these operations and their outcomes. */
  readonly auditedIds: (operation: string, input: unknown) => Readonly<Record<string, string>>;
  readonly auditedOutcome: typeof reviewOutcome;
  /** Returns the part of an input whose hash the audit trail may record. */
  readonly hashed: (operation: string, input: unknown) => unknown;
}

/** Opens the review of documents that wait for a person, and the decisions about them. */
export function openReview(parts: ReviewParts): Review {
  const { doors, session, seen, log, now } = parts;
  const desk = openDeskStore(parts);
  const facts = batchFacts(now);
  const isFourEyes = (key: ReviewKey) => facts.isFourEyes(identifyWorld(session()), key);
  const queue = openReviewQueue({
    doors,
    session,
    desk,
    facts,
    orders: parts.orders ?? openIdOrders(now),
    attention: parts.attention,
    now,
  });
  return {
    looks: queue.looks,
    handlers: {
      ...queue.handlers,
      ...reviewDocumentHandlers({ doors, session, desk, seen, facts, log, now, newKey: randomUUID }),
    },
    auditedIds: (operation, input) => reviewIds(operation, input, isFourEyes),
    hashed: (operation, input) => hashedOfReview(operation, input, isFourEyes),
    auditedOutcome: reviewOutcome,
  };
}

interface DeadLettersParts {
  readonly doors: () => ConnectionDoors;
  readonly doorsOf: (connectionId: string) => ConnectionDoors;
  readonly session: () => Session;
  readonly onSession: (listener: (session: Session) => void) => () => void;
  readonly held: HeldMessages;
  readonly sentBefore: SentBefore;
  readonly worksOn: DeadLetterParts['worksOn'];
  /** These are left out where nothing is discarded or redriven. */
  readonly discarded?: DeadLetterParts['discarded'];
  readonly returns?: DeadLetterParts['returns'];
  readonly jobOf?: DeadLetterParts['jobOf'];
  readonly log: Log;
  readonly now: () => number;
  readonly passed?: HoldClock['passed'];
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

export interface DeadLetters {
  readonly handlers: Pick<Handlers, keyof typeof deadLetterOperations>;
  /** These return what the audit trail adds to its entries about these operations and their outcomes. */
  readonly auditedIds: typeof deadLetterIds;
  readonly auditedOutcome: typeof deadLetterOutcome;
  close(): Promise<void>;
}

/** Opens the dead letters. A look does no harm: received messages are held in memory for a while and given back. */
export function openDeadLetters(parts: DeadLettersParts): DeadLetters {
  const { sleep } = parts;
  const shelf = sampleShelf();
  const releasing = releaseOnChange({ ...parts, shelf });
  return {
    handlers: deadLettersHandlers({ ...nothingBefore, ...parts, shelf, facts: messageFacts() }),
    auditedIds: deadLetterIds,
    auditedOutcome: deadLetterOutcome,
    async close() {
      const ended = new AbortController();
      await releasing.close(sleep(longestRelease, ended.signal).catch(() => undefined));
      ended.abort();
    },
  };
}

/** Closing the console waits no longer than this; messages that are not given back by then return automatically. */
export const longestRelease = 3_000;

export interface WorkflowsParts {
  /** Returns the doors of the open connection, limited to the person's tenants. */
  readonly doors: () => ConnectionDoors;
  readonly session: () => Session;
  readonly now: () => number;
  /** The orders are shared with the other features that look for the newest batches. */
  readonly orders?: IdOrders | undefined;
}

/** Serves the workflows, whose thresholds decide how confident the readers have to be. */
export function composeWorkflows(parts: WorkflowsParts): Pick<Handlers, keyof typeof workflowOperations> {
  return workflowsHandlers({ ...parts, orders: parts.orders ?? openIdOrders(parts.now) });
}

/** These return what the audit trail adds to its entries about these operations and their outcomes. */
const auditedWorkflows = { ids: workflowIds, outcome: workflowOutcome };
