import { setTimeout } from 'node:timers/promises';
import type { Session } from '#shared/contract/session.ts';
import { openAuditLog, type AuditLog } from '../audit/audit-log.ts';
import type { Explorer } from '../features/explorer/open-explorer.ts';
import type { SessionStore } from '../features/session/session-store.ts';
import type { Log } from '../log/open-log.ts';
import { openJobs, type Jobs } from './compose-jobs.ts';
import { openReview, type Review } from './compose-review.ts';
import type { OpenDoors } from './open-doors.ts';

interface Parts {
  readonly home: string;
  readonly doors: Pick<OpenDoors, 'ofJob' | 'ofPage'>;
  readonly explorer: Pick<Explorer, 'auditedIds'>;
  readonly session: SessionStore;
  readonly log: Log;
}

export interface Acting {
  readonly jobs: Jobs;
  readonly review: Review;
  readonly audit: AuditLog;
}

/** Everything that acts, and the log of who did what: each says what its entries have to name. */
export function openActing({ home, doors, explorer, session, log }: Parts): Acting {
  const parts = {
    home,
    session: () => session.current(),
    onSession: (listener: (session: Session) => void) => session.onChange(listener),
    log,
    now: Date.now,
  };
  const jobs = openJobs({
    ...parts,
    doorsOf: doors.ofJob,
    scopedDoors: doors.ofPage,
    sleep: (ms, signal) => setTimeout(ms, undefined, { signal, ref: false }),
  });
  const review = openReview({ ...parts, doors: doors.ofPage, seen: jobs.seen });
  const audit = openAuditLog({
    home,
    now: Date.now,
    who: () => whoIs(session.current()),
    idsOf: (operation, input) => ({
      ...explorer.auditedIds(operation, input),
      ...jobs.auditedIds(operation, input),
      ...review.auditedIds(operation, input),
    }),
    hashed: review.hashed,
    outcomeOf: review.auditedOutcome,
  });
  return { jobs, review, audit };
}

function whoIs({ connection, who }: Session): { connection: string; person: string | null } {
  return { connection: connection.id, person: who?.id ?? null };
}
