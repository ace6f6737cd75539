import { randomUUID } from 'node:crypto';
import type { jobOperations } from '#shared/contract/jobs/operations.ts';
import type { Session } from '#shared/contract/session.ts';
import { sandboxConnectionId } from '#shared/domain/connection.ts';
import type { ConnectionDoors } from '../aws/connection-access.ts';
import { auditHandlers } from '../features/audit/audit-handlers.ts';
import { openChanges } from '../features/changes/changes-store.ts';
import { changesWatchers } from '../features/changes/changes-handlers.ts';
import { jobsHandlers } from '../features/plans/jobs-handlers.ts';
import { openPlans, type Plans } from '../features/plans/plans-handlers.ts';
import { openJobEngine } from '../jobs/engine.ts';
import type { SeenItems } from '../jobs/job-action.ts';
import { reprocessAction } from '../jobs/actions/reprocess.ts';
import { executionAction } from '../jobs/actions/change-execution.ts';
import type { Log } from '../log/open-log.ts';
import type { Handlers, Watchers } from './handlers.ts';

export interface JobParts {
  readonly home: string;
  /** Of any connection; held to the tenants of this person where one is given. */
  readonly doorsOf: (connectionId: string) => ConnectionDoors;
  readonly scopedDoors: () => ConnectionDoors;
  readonly session: () => Session;
  readonly onSession: (listener: (session: Session) => void) => () => void;
  readonly log: Log;
  readonly now: () => number;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

type Names = keyof typeof jobOperations;

export interface Jobs {
  readonly handlers: Pick<Handlers, Extract<Names, keyof Handlers>> &
    Pick<Watchers, Extract<Names, keyof Watchers>>;
  /** What the audit log adds to its entries about these operations. */
  readonly auditedIds: Plans['auditedIds'];
  close(): Promise<void>;
}

/** Decision 004: plan, journal, run, receipts. */
export function openJobs(parts: JobParts): Jobs {
  const { home, doorsOf, scopedDoors, session, onSession, log, now, sleep } = parts;
  const changes = openChanges(now);
  const seen = (connectionId: string, items: SeenItems): void => changes.add(connectionId, items);
  const engine = openJobEngine({
    home,
    action(kind, connectionId) {
      const doors = (): ConnectionDoors => doorsOf(connectionId);
      if (kind !== 'reprocess') return executionAction(kind, doors, now);
      return reprocessAction(doors, (items) => seen(connectionId, items));
    },
    seen,
    log,
    now,
    sleep,
    newKey: randomUUID,
  });
  let resets = session().sandboxResets;
  const stopListening = onSession(({ connection, who, sandboxResets }) => {
    if (sandboxResets !== resets) {
      resets = sandboxResets;
      engine.voidAll(sandboxConnectionId, 'The sandbox was begun anew, so its documents are no more.');
      changes.forget(sandboxConnectionId);
    }
    engine.resumeInterrupted(connection.id, who?.id ?? null);
  });
  engine.resumeInterrupted(session().connection.id, session().who?.id ?? null);

  const plans = openPlans({ engine, doors: scopedDoors, session, now, random: Math.random });

  return {
    auditedIds: plans.auditedIds,
    handlers: {
      ...plans.handlers,
      ...jobsHandlers({ engine, session, onSession, now }),
      ...changesWatchers({ changes, session, onSession }),
      ...auditHandlers({ home, now }),
    },
    async close() {
      stopListening();
      await engine.close();
    },
  };
}
