import { randomUUID } from 'node:crypto';
import type { jobOperations } from '#shared/contract/jobs/operations.ts';
import type { JobKind } from '#shared/contract/jobs/plans.ts';
import type { Session } from '#shared/contract/session.ts';
import type { ConnectionDoors } from '../aws/connection-access.ts';
import { auditHandlers } from '../features/audit/audit-handlers.ts';
import { openChanges } from '../features/changes/changes-store.ts';
import { changesWatchers } from '../features/changes/changes-handlers.ts';
import { jobsHandlers } from '../features/plans/jobs-handlers.ts';
import { plansHandlers } from '../features/plans/plans-handlers.ts';
import { openJobEngine } from '../jobs/engine.ts';
import type { JobAction } from '../jobs/job-action.ts';
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
  close(): Promise<void>;
}

/** Decision 004: plan, journal, run, receipts. */
export function openJobs(parts: JobParts): Jobs {
  const { home, doorsOf, scopedDoors, session, onSession, log, now, sleep } = parts;
  const changes = openChanges(now);
  const engine = openJobEngine({
    home,
    action: (kind, connectionId) => actionOf(kind, () => doorsOf(connectionId)),
    seen: (connectionId, items) => changes.add(connectionId, items),
    log,
    now,
    sleep,
    newKey: randomUUID,
  });
  let resets = session().sandboxResets;
  const stopListening = onSession(({ connection, sandboxResets }) => {
    if (sandboxResets !== resets) {
      resets = sandboxResets;
      engine.voidAll(connection.id, 'The sandbox was begun anew, so its documents are no more.');
      changes.forget(connection.id);
    }
    engine.resumeInterrupted(connection.id);
  });
  engine.resumeInterrupted(session().connection.id);

  return {
    handlers: {
      ...plansHandlers({ engine, doors: scopedDoors, session, now }),
      ...jobsHandlers({ engine, session, onSession }),
      ...changesWatchers({ changes, session, onSession }),
      ...auditHandlers({ home }),
    },
    async close() {
      stopListening();
      await engine.close();
    },
  };
}

function actionOf(kind: JobKind, doors: () => ConnectionDoors): JobAction {
  return kind === 'reprocess' ? reprocessAction(doors) : executionAction(kind, doors);
}
