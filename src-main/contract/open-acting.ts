import { setTimeout } from 'node:timers/promises';
import type { Session } from '#shared/contract/session.ts';
import { openAudit, type Audit } from '../audit/open-audit.ts';
import { heldMessages } from '../dead-letters/held-messages.ts';
import { openRedrive } from '../dead-letters/open-redrive.ts';
import type { IdOrders } from '../reads/batches-by-time.ts';
import type { Explorer } from '../features/explorer/explorer-handlers.ts';
import { writingIds, writingOutcome } from '../features/session/writing-handlers.ts';
import type { SessionStore } from '../session/session-store.ts';
import { hashedOfSignIn } from '../features/sign-in/sign-in-handlers.ts';
import type { Log } from '../log/open-log.ts';
import { openDeadLetters, type DeadLetters } from './compose-dead-letters.ts';
import { openJobs, type Jobs } from './compose-jobs.ts';
import { openReview, type Review } from './compose-review.ts';
import { auditedWorkflows } from './compose-workflows.ts';
import type { OpenDoors } from './open-doors.ts';

interface Parts {
  readonly home: string;
  readonly doors: Pick<OpenDoors, 'ofJob' | 'ofPage'>;
  readonly explorer: Pick<Explorer, 'auditedIds'>;
  readonly session: SessionStore;
  readonly orders: IdOrders;
  readonly log: Log;
}

export interface Acting {
  readonly jobs: Jobs;
  readonly review: Review;
  readonly deadLetters: DeadLetters;
  readonly audit: Audit;
  /** What works ends, what is held is given back; the log of who did what stays open. */
  close(): Promise<void>;
}

/** Everything that acts, and the log of who did what: each says what its entries have to name. */
export function openActing({ home, doors, explorer, session, orders, log }: Parts): Acting {
  const parts = {
    home,
    session: () => session.current(),
    onSession: (listener: (session: Session) => void) => session.onChange(listener),
    doorsOf: doors.ofJob,
    log,
    now: Date.now,
    sleep: (ms: number, signal: AbortSignal) => setTimeout(ms, undefined, { signal, ref: false }),
  };
  const held = heldMessages();
  const redrive = openRedrive({ ...parts, held });
  const { sentBefore } = redrive;
  // The log names what the jobs know, and the jobs' page says how the log stands.
  const anchorStanding: Audit['anchoring']['standing'] = () => audit.anchoring.standing();
  const jobs = openJobs({ ...parts, scopedDoors: doors.ofPage, redrive, held, anchorStanding });
  const { worksOn } = jobs;
  const deadLetters = openDeadLetters({ ...parts, doors: doors.ofPage, held, sentBefore, worksOn });
  const review = openReview({ ...parts, doors: doors.ofPage, seen: jobs.seen, orders });
  const audit = openAudit({
    home,
    now: Date.now,
    session: parts.session,
    pipelineOf: (connectionId) => doors.ofJob(connectionId).pipeline,
    log,
    idsOf: (operation, input) => ({
      ...explorer.auditedIds(operation, input),
      ...jobs.auditedIds(operation, input),
      ...review.auditedIds(operation, input),
      ...deadLetters.auditedIds(operation, input),
      ...auditedWorkflows.ids(operation, input),
      ...writingIds(operation, input),
    }),
    hashed: (operation, input) => review.hashed(operation, hashedOfSignIn(operation, input)),
    outcomeOf: (operation, value) =>
      review.auditedOutcome(operation, value) ??
      deadLetters.auditedOutcome(operation, value) ??
      auditedWorkflows.outcome(operation, value) ??
      writingOutcome(operation, value),
  });
  return {
    jobs,
    review,
    deadLetters,
    audit,
    async close() {
      // A step of thousands of messages ends with the ten that it is at.
      redrive.close();
      await jobs.close();
      await deadLetters.close();
      await audit.anchoring.close();
    },
  };
}
