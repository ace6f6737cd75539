import { AsyncResource } from 'node:async_hooks';
import type { CostBatch } from '#shared/contract/costs.ts';
import type { monthCostOperations } from '#shared/contract/month-costs.ts';
import { ok, type Result } from '#shared/contract/result.ts';
import type { ConnectionSummary, Session } from '#shared/contract/session.ts';
import { sandboxConnectionId } from '#shared/domain/connection.ts';
import { maySeeTenant } from '#shared/permissions.ts';
import type { ConnectionDoors } from '../../aws/doors.ts';
import { outOfScope } from '../../aws/scope/out-of-scope.ts';
import type { Handlers, Watchers } from '../../gate/gate.ts';
import type { Log } from '../../log/open-log.ts';
import type { IdOrders } from '../../reads/batches-by-time.ts';
import type { PinnedTenants } from '../../reads/pinned-tenants.ts';
import { getScope } from '../../session/session-store.ts';
import { compareBook, exportFocus } from './book-and-focus.ts';
import type { BudgetsFile } from './budgets-file.ts';
import { compareWithBill } from './compare-bill.ts';
import { readFindings } from './cost-findings.ts';
import { listCostDocuments } from './document-evidence.ts';
import { readFleetCosts } from './fleet-costs.ts';
import {
  batchKey,
  knownCostsShelf,
  worldOfSession,
  type KnownCosts,
  type KnownCostsShelf,
} from './known-costs.ts';
import { applyBook, listBooks, revertBook, type LoadedBook } from './loaded-book.ts';
import { sharedReads, type SharedMetering } from './meter-batches.ts';
import { readMonthCosts } from './month-costs.ts';
import { saveBudget } from './save-budget.ts';
import { meterPeriod } from './meter-period.ts';
import type { MeterStore } from './meter-store.ts';

interface Parts extends CostsParts {
  readonly later: (work: () => void, ms: number) => () => void;
}

/** Shows how much documents consumed, metered from their items. */
export function costsHandlers(
  parts: Parts,
): Pick<Handlers, 'costs.batches' | 'costs.fleet' | (keyof typeof monthCostOperations & keyof Handlers)> &
  Pick<Watchers, 'costs.watch'> {
  const { session, onSession, store } = parts;
  const shelf = knownCostsShelf();
  let resets = session().sandboxResets;
  /** One comparison at a time; a new one stops the one before. */
  let asking: AbortController | null = null;
  // This must come before any watch restarts, or it would find what the last world's batches consumed.
  onSession(({ sandboxResets }) => {
    if (sandboxResets === resets) return;
    resets = sandboxResets;
    store.forget(sandboxConnectionId);
  });
  return {
    'costs.batches': costBatches({ session, shelf }),
    'costs.fleet': (input) => readFleetCosts(input, parts),
    'costs.month': (input) => readMonthCosts(input, parts),
    'costs.saveBudget': (input) => saveBudget(input, parts),
    'costs.findings': (input) => readFindings(input, parts),
    'costs.documents': (input) => listCostDocuments(input, parts),
    'costs.bill': async (input) => {
      asking?.abort();
      const mine = new AbortController();
      asking = mine;
      try {
        return await compareWithBill(input, parts, mine.signal);
      } finally {
        if (asking === mine) asking = null;
      }
    },
    'costs.stopBill': () => {
      const wasAsking = asking !== null;
      asking?.abort();
      return ok({ wasAsking });
    },
    'costs.books': () => listBooks(parts),
    'costs.useBook': (input) => applyBook(input, parts),
    'costs.revertBook': () => revertBook(parts),
    'costs.compareBook': (input) => compareBook(input, parts),
    'costs.focus': (input) => exportFocus(input, parts),
    'costs.watch': watchCosts({ ...parts, known: (...known) => shelf.put(...known) }),
  };
}

export interface CostsParts {
  /**
   * Uses the open connection, limited to the current person's tenants. The reads are metered here, because a watch
   * passes no gate.
   */
  readonly doors: () => Pick<ConnectionDoors, 'reader' | 'pipeline' | 'bill'>;
  readonly session: () => Session;
  readonly onSession: (listener: (session: Session) => void) => () => void;
  /** Identifies the world of a connection, because after a reset or in another account its items are others. */
  readonly world: (connection: ConnectionSummary) => Promise<Result<string>>;
  readonly kept: Pick<PinnedTenants, 'of'>;
  readonly store: MeterStore;
  readonly budgets: BudgetsFile;
  readonly loaded: LoadedBook;
  readonly orders: IdOrders;
  readonly log: Pick<Log, 'warn' | 'error'>;
  readonly now: () => number;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

interface BatchesParts extends Pick<CostsParts, 'session'> {
  readonly shelf: KnownCostsShelf;
}

const mostRows = 500;

/** Lists, newest first, batches that a watch has listed; nothing is read for it. */
function costBatches({ session, shelf }: BatchesParts): Handlers['costs.batches'] {
  return ({ tenantId, days, projectId, workflowId, day }) => {
    const now = session();
    if (tenantId !== null && !maySeeTenant(getScope(now), tenantId))
      return outOfScope(tenantId, 'Nothing was read.');
    const known = shelf.find(now, { tenantId, days });
    if (known === undefined) return ok({ rows: [], more: 0 });
    const asked = known.batches.filter(
      (batch) =>
        maySeeTenant(getScope(now), batch.tenantId) &&
        (tenantId === null || batch.tenantId === tenantId) &&
        (projectId === null || batch.projectId === projectId) &&
        (workflowId === null || batch.workflowId === workflowId) &&
        (day === null || batch.day === day),
    );
    const rows = asked.slice(0, mostRows).map((batch): CostBatch => {
      const metered = known.metered.get(batchKey(batch));
      return {
        tenantId: batch.tenantId,
        projectId: batch.projectId,
        batchId: batch.batchId,
        workflowId: batch.workflowId,
        createdAt: batch.createdAt,
        documents: batch.isCounted ? batch.documents : (metered?.totals.documents ?? null),
        processed: batch.processed,
        isInWork: batch.isInWork,
        run: batch.run,
        metered: metered?.totals ?? null,
        repeated: metered?.repeated ?? 0,
      };
    });
    return ok({ rows, more: asked.length - rows.length });
  };
}

interface WatchParts extends CostsParts {
  readonly later: (work: () => void, ms: number) => () => void;
  readonly known: (
    session: Session,
    input: { tenantId: string | null; days: 1 | 7 | 30 },
    known: KnownCosts,
  ) => void;
}

/** Runs until it is done or no page watches, and restarts for another person or connection, or after a reset. */
function watchCosts(parts: WatchParts): Watchers['costs.watch'] {
  const shared: SharedMetering = sharedReads();

  return (input, emit, { reference }) => {
    let world = worldOfSession(parts.session());
    let stop = begin();
    // This binds the restart to the watch, so its reads are not counted to the command that changed the session.
    const beginAnew = AsyncResource.bind(() => {
      stop();
      stop = begin();
    });
    const leave = parts.onSession((session) => {
      if (worldOfSession(session) === world) return;
      world = worldOfSession(session);
      beginAnew();
    });
    return () => {
      leave();
      stop();
    };

    function begin(): () => void {
      const end = new AbortController();
      const { signal } = end;
      const session = parts.session();
      const period = meterPeriod(input, {
        ...parts,
        session: () => session,
        shared,
        signal,
        changed: () => pace.changed(),
        known: (known) => parts.known(session, input, known),
      });
      const pace = paced(() => emit(period.current()), parts.later);
      pace.changed();
      void period
        .run()
        .catch((error: unknown) => {
          if (signal.aborted) return;
          parts.log.error({ operation: 'costs.watch', reference, err: error }, 'unexpected error');
          period.fail(
            `Metering hit an unexpected error; search the log for ${reference}. The figures shown were read before it.`,
          );
        })
        .finally(() => {
          if (!signal.aborted) pace.last();
        });
      return () => {
        pace.stop();
        end.abort();
      };
    }
  };
}

interface Paced {
  /** Notes a change, which is sent soon. */
  changed(): void;
  /** Sends the present state now, and nothing afterwards. */
  last(): void;
  stop(): void;
}

/** Four updates a second look continuous, and leave the page time for other work. */
const between = 250;

/** Sends the first change at once, later ones at intervals, and always the final state. */
function paced(tell: () => void, later: (work: () => void, ms: number) => () => void): Paced {
  let cancel: (() => void) | undefined;
  let isDue = false;
  let isOver = false;

  function tellNow(): void {
    isDue = false;
    cancel = later(() => {
      cancel = undefined;
      if (isDue) tellNow();
    }, between);
    tell();
  }
  function end(): void {
    isOver = true;
    cancel?.();
    cancel = undefined;
  }

  return {
    changed() {
      if (isOver) return;
      isDue = true;
      if (cancel === undefined) tellNow();
    },
    last() {
      if (isOver) return;
      end();
      tell();
    },
    stop: end,
  };
}
