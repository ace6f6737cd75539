import { setTimeout as wait } from 'node:timers/promises';
import type { costOperations } from '#shared/contract/costs.ts';
import { ok, type Result } from '#shared/contract/result.ts';
import type { ConnectionSummary, Session } from '#shared/contract/session.ts';
import type { ConnectionDoors } from '../aws/connection-access.ts';
import { openIdOrders, type IdOrders } from '../reads/batches-by-time.ts';
import { costsHandlers } from '../features/costs/costs-handlers.ts';
import { openMeterStore } from '../features/costs/meter-store.ts';
import type { ControlSandbox } from '../features/sandbox/sandbox-handlers.ts';
import { openPinnedTenants } from '../reads/pinned-tenants.ts';
import type { Log } from '../log/open-log.ts';
import type { Handlers, Watchers } from './handlers.ts';

export interface CostsParts {
  readonly home: string;
  /** Of the open connection, held to the tenants of whoever is there. */
  readonly doors: () => ConnectionDoors;
  readonly session: () => Session;
  readonly onSession: (listener: (session: Session) => void) => () => void;
  readonly controlSandbox: ControlSandbox;
  readonly log: Log;
  readonly now: () => number;
  /** Shared with the other desks that look for the newest batches. */
  readonly orders?: IdOrders | undefined;
  /** A test need not wait. */
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
}

type Names = keyof typeof costOperations;

/** What documents consumed, metered from their items. */
export function composeCosts(
  parts: CostsParts,
): Pick<Handlers, Names & keyof Handlers> & Pick<Watchers, Names & keyof Watchers> {
  const { home, controlSandbox, log, now } = parts;
  return costsHandlers({
    ...parts,
    world: worldOf(controlSandbox),
    kept: openPinnedTenants({ home, log, now }),
    store: openMeterStore({ home, log }),
    orders: parts.orders ?? openIdOrders(now),
    sleep: parts.sleep ?? ((ms, signal) => wait(ms, undefined, { signal, ref: false })),
    later(work, ms) {
      const timer = setTimeout(work, ms);
      timer.unref();
      return () => clearTimeout(timer);
    },
  });
}

/** The sandbox begins anew at a reset, also at one that another start of the console made. */
function worldOf(control: ControlSandbox): (connection: ConnectionSummary) => Promise<Result<string>> {
  return async ({ kind, id, region, accountId }) => {
    if (kind === 'aws') return ok(JSON.stringify([id, region, accountId]));
    const state = await control((sandbox) => sandbox.read());
    return state.ok ? ok(JSON.stringify([id, state.value.seed, state.value.since])) : state;
  };
}
