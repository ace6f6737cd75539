import { setTimeout as wait } from 'node:timers/promises';
import type { activityOperations } from '#shared/contract/activity.ts';
import type { monthCostOperations } from '#shared/contract/month-costs.ts';
import type { costOperations } from '#shared/contract/costs.ts';
import type { downloadOperations } from '#shared/contract/job-operations.ts';
import { ok, type Result } from '#shared/contract/result.ts';
import type { ConnectionSummary, Session } from '#shared/contract/session.ts';
import type { todayOperations } from '#shared/contract/today.ts';
import type { fleetOperations } from '#shared/contract/fleet.ts';
import type { incidentOperations } from '#shared/contract/incidents.ts';
import type { lookupOperations } from '#shared/contract/lookup.ts';
import type { executionOperations } from '#shared/contract/executions.ts';
import type { triageOperations } from '#shared/contract/triage.ts';
import type { ConnectionDoors } from '../aws/doors.ts';
import { activityHandlers } from '../features/activity/activity-handlers.ts';
import { batchesHandlers } from '../features/batches/batches-handlers.ts';
import { openBudgetsFile } from '../features/costs/budgets-file.ts';
import { openCostNews } from '../features/costs/cost-findings.ts';
import { costsHandlers } from '../features/costs/costs-handlers.ts';
import { openLoadedBook } from '../features/costs/loaded-book.ts';
import { openMeterStore } from '../features/costs/meter-store.ts';
import { documentsHandlers } from '../features/documents/documents-handlers.ts';
import { downloadsHandlers, type DownloadsParts } from '../features/downloads/downloads-handlers.ts';
import { fleetHandlers } from '../features/fleet/fleet-handlers.ts';
import { incidentsHandlers } from '../features/incidents/incidents-handlers.ts';
import { executionsHandlers } from '../features/executions/executions-handlers.ts';
import { lookupHandlers } from '../features/lookup/lookup-handlers.ts';
import { openObjectiveNews } from '../features/monitor/objective-news.ts';
import { openMonitor, type MonitorFeature, type MonitorParts } from '../features/monitor/monitor-handlers.ts';
import type { ControlSandbox } from '../features/sandbox/sandbox-handlers.ts';
import { tenantsHandlers } from '../features/tenants/tenants-handlers.ts';
import { todayHandlers, type TodayParts } from '../features/today/today-handlers.ts';
import type { Handlers, Watchers } from '../gate/gate.ts';
import type { Log } from '../log/open-log.ts';
import type { Attempts } from '../jobs/attempts.ts';
import { openAttention, type AttentionStore } from '../reads/attention.ts';
import { openIdOrders, type IdOrders } from '../reads/batches-by-time.ts';
import { openWorkflowFacts } from '../reads/workflow-facts.ts';
import { openPinnedTenants } from '../reads/pinned-tenants.ts';
import { seenDocuments } from '../reads/seen-documents.ts';

export interface TriageParts {
  readonly home: string;
  /**
   * Returns the doors of the open connection, limited to the person's tenants. The next call may get another
   * connection.
   */
  readonly doors: () => ConnectionDoors;
  readonly session: () => Session;
  /** It is shared with the other features that ask about all tenants. */
  readonly attention?: AttentionStore | undefined;
  readonly attempts?: Attempts | undefined;
  /** Left out by a test, where no connection is ever removed. */
  readonly hasConnection?: (connectionId: string) => boolean;
  readonly log: Log;
  readonly now: () => number;
}

/** Composes the handlers that only read: each makes one access pattern or one call to Step Functions. */
export function composeTriage(
  parts: TriageParts,
): Pick<
  Handlers,
  | keyof typeof triageOperations
  | keyof typeof lookupOperations
  | keyof typeof fleetOperations
  | keyof typeof incidentOperations
  | keyof typeof activityOperations
  | keyof typeof executionOperations
> {
  const { home, doors, session, log, now } = parts;
  const kept = openPinnedTenants({ home, log, now });
  const seen = seenDocuments(session);
  const attention = parts.attention ?? openAttention(now);
  return {
    ...lookupHandlers({
      doors,
      session,
      kept,
      seen,
      attention,
      now,
      home,
      log,
      hasConnection: parts.hasConnection ?? (() => true),
    }),
    ...tenantsHandlers({ doors, session, kept }),
    ...batchesHandlers({ doors }),
    ...documentsHandlers({ doors, seen, now }),
    ...executionsHandlers({ doors, now }),
    ...incidentsHandlers({ doors, session, attention, attempts: parts.attempts, now }),
    ...fleetHandlers({ doors, session, attention, now }),
    ...activityHandlers({ doors, session, now }),
  };
}

export interface CostsParts {
  readonly home: string;
  /** Returns the doors of the open connection, limited to the person's tenants. */
  readonly doors: () => ConnectionDoors;
  readonly session: () => Session;
  readonly onSession: (listener: (session: Session) => void) => () => void;
  readonly controlSandbox: ControlSandbox;
  readonly log: Log;
  readonly now: () => number;
  /** The orders are shared with the other features that look for the newest batches. */
  readonly orders?: IdOrders | undefined;
  /** A test passes its own, so that it does not have to wait. */
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
}

type Names = keyof typeof costOperations | keyof typeof monthCostOperations;

/** Serves the costs of documents, metered from their items. */
export function composeCosts(
  parts: CostsParts,
): Pick<Handlers, Names & keyof Handlers> & Pick<Watchers, Names & keyof Watchers> {
  const { home, controlSandbox, log, now } = parts;
  return costsHandlers({
    ...parts,
    world: createWorldReader(controlSandbox),
    kept: openPinnedTenants({ home, log, now }),
    store: openMeterStore({ home, log, now }),
    budgets: openBudgetsFile({ home, log, now }),
    loaded: openLoadedBook({ home, log, now }),
    orders: parts.orders ?? openIdOrders(now),
    sleep: parts.sleep ?? ((ms, signal) => wait(ms, undefined, { signal, ref: false })),
    later(work, ms) {
      const timer = setTimeout(work, ms);
      timer.unref();
      return () => clearTimeout(timer);
    },
  });
}

/** A reset gives the sandbox another identity, also when another start of the console made it. */
function createWorldReader(
  control: ControlSandbox,
): (connection: ConnectionSummary) => Promise<Result<string>> {
  return async ({ kind, id, region, accountId }) => {
    if (kind === 'aws') return ok(JSON.stringify([id, region, accountId]));
    const state = await control((sandbox) => sandbox.read());
    return state.ok ? ok(JSON.stringify([id, state.value.seed, state.value.since])) : state;
  };
}

export type WatchingParts = DownloadsParts &
  MonitorParts &
  Omit<TodayParts, 'dueHours' | 'attention'> & {
    /** It is shared with the other features that ask about all tenants. */
    readonly attention?: AttentionStore | undefined;
    readonly home: string;
    readonly log: Log;
  };

export interface Watching {
  readonly handlers: MonitorFeature['handlers'] &
    Pick<Handlers, keyof typeof downloadOperations | keyof typeof todayOperations>;
  close(): void;
}

/**
 * Serves the screens that stay open all day: work that needs a person, incoming files and the health of the
 * pipeline.
 */
export function openWatching(parts: WatchingParts): Watching {
  const { home, log, now, doors, session } = parts;
  const costNews = openCostNews({
    home,
    log,
    now,
    doors,
    session,
    budgets: openBudgetsFile({ home, log, now }),
    kept: openPinnedTenants({ home, log, now }),
  });
  const objectiveNews = openObjectiveNews({ home, log, now, doors, session });
  const monitor = openMonitor({
    ...parts,
    alsoHappened: [objectiveNews, costNews],
  });
  return {
    handlers: {
      ...downloadsHandlers(parts),
      ...monitor.handlers,
      ...todayHandlers({
        ...parts,
        attention: parts.attention ?? openAttention(parts.now),
        dueHours: () => parts.preferences().reviewDueHours,
        workflows: openWorkflowFacts(parts.now),
      }),
    },
    close: () => monitor.close(),
  };
}
