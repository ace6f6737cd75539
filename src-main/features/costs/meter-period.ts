import type { z } from 'zod';
import type { CostCell, Costs, costsInput } from '#shared/contract/costs.ts';
import { costCells, withinBounds, type CostCells } from './cost-cells.ts';
import { costReads, costTrouble } from './cost-reads.ts';
import type { CostsParts } from './costs-handlers.ts';
import { batchKey, type Asked, type KnownCosts, type ListedBatch, type Metered } from './known-costs.ts';
import { costTenants, listPeriod, namesOfWorkflows } from './list-period.ts';
import { meterAll, meterShared, type SharedMetering } from './meter-batches.ts';

export type CostsInput = z.output<typeof costsInput>;

interface RunParts extends CostsParts {
  readonly shared: SharedMetering;
  readonly signal: AbortSignal;
  readonly changed: () => void;
  readonly known: (known: KnownCosts) => void;
}

interface Period {
  /** Returns the result so far. */
  current(): Costs;
  /** Lists, then meters; throws when its caller no longer waits, and after an unexpected error. */
  run(): Promise<void>;
  /** Ends the period with this reason. */
  fail(why: string): void;
}

/**
 * Meters what was submitted in these days: first it lists all batches, then it reads their documents as far as the
 * budget goes.
 */
export function meterPeriod(input: CostsInput, parts: RunParts): Period {
  const { session, shared, signal, changed } = parts;
  const begun = parts.now();
  const who = session();
  const { from, to } = costDays(begun, input.days);
  const { reader } = parts.doors();
  const reads = costReads({ reader, sleep: parts.sleep });
  const trouble = costTrouble();
  const metered = new Map<string, Metered>();

  let state: Costs['state'] = 'listing';
  let tenants: Costs['tenants'] = [];
  let workflows: Costs['workflows'] = {};
  let batches: readonly ListedBatch[] = [];
  let cells: CostCells = costCells([]);
  let isWhole = false;
  let anyOrder: Costs['anyOrder'] = { projects: 0, batches: 0, project: null };
  let keptBatches = 0;

  function listed(more: readonly ListedBatch[]): string | null {
    const bounded = withinBounds([...batches, ...more]);
    ({ batches } = bounded);
    cells = costCells(batches);
    changed();
    return bounded.cutAt;
  }
  function meter(batch: ListedBatch, found: Metered, isKept: boolean): void {
    metered.set(batchKey(batch), found);
    cells.meter(batch, found);
    if (isKept) keptBatches += 1;
    changed();
  }
  function fail(why: string): void {
    state = 'failed';
    trouble.note('stopped', why);
    changed();
  }

  return {
    fail,
    current() {
      const shown = cells.current();
      return {
        from,
        to,
        cells: shown,
        tenants,
        workflows,
        batches: sum(shown, (cell) => cell.batches),
        meteredBatches: sum(shown, (cell) => cell.meteredBatches),
        documents: sum(shown, (cell) => cell.documents),
        meteredDocuments: sum(shown, (cell) => cell.metered.documents),
        ...cells.unmetered(),
        keptBatches,
        isWhole: isWhole && cells.uncounted() === 0,
        anyOrder,
        state,
        trouble: trouble.said(),
        spent: reads.spent(),
        readAt: new Date(begun).toISOString(),
      };
    },
    async run() {
      const world = await parts.world(who.connection);
      signal.throwIfAborted();
      if (!world.ok) return fail(world.failure.message);
      const kept = parts.kept.of(who.connection.id);
      const chosen = await costTenants(input.tenantId, { reads, signal, session: who, kept });
      if (!chosen.ok) return fail(chosen.failure.message);
      tenants = [...chosen.value.tenants];
      const { missing } = chosen.value;
      if (missing !== null) trouble.note('tenants', missing);

      let cutAt: string | null = null;
      const found = (more: readonly ListedBatch[]): void => void (cutAt = listed(more) ?? cutAt);
      const listing = await listPeriod(tenants, from, {
        reads,
        signal,
        trouble,
        found,
        order: parts.orders.of(who),
      });
      ({ anyOrder } = listing);
      if (cutAt !== null) trouble.note('bound', tooMany(cutAt));
      isWhole = listing.isWhole && missing === null && cutAt === null;
      parts.known({ batches, metered });
      if (listing.failure !== null) return fail(listing.failure.message);

      const store = parts.store.of(who.connection.id, world.value);
      for (const batch of batches) {
        const before = store.find(batch);
        if (before !== undefined && !batch.isInWork) meter(batch, before, true);
      }
      state = 'metering';
      changed();
      workflows = await namesOfWorkflows(batches, { reads, signal, trouble });
      // The figures stay "at least" until the batches that do not count their documents are read, so those come first.
      const unread = batches
        .filter((batch) => !batch.isInWork && !metered.has(batchKey(batch)))
        .toSorted((a, b) => Number(a.isCounted) - Number(b.isCounted));
      state = await meterAll(unread, {
        budget: input.budget ?? Number.POSITIVE_INFINITY,
        read: (batch, mostRead) =>
          meterShared(batch, mostRead, { shared, reads, store, session: who, signal }),
        metered: (batch, value, isMine) => meter(batch, value, !isMine),
        lost(batch, { message }) {
          trouble.note(
            'batch',
            `The batch ${batch.batchId} of ${batch.tenantId} was not metered. ${message}`,
          );
          changed();
        },
      });
    },
  };
}

function sum(cells: readonly CostCell[], of: (cell: CostCell) => number): number {
  return cells.reduce((total, cell) => total + of(cell), 0);
}

function tooMany(day: string): string {
  return `Too many batches to show at once. Showing those since ${day}. Choose a tenant or fewer days.`;
}

const aDay = 86_400_000;

/** Covers today and the days before it, in UTC. */
function costDays(now: number, days: Asked['days']): { readonly from: string; readonly to: string } {
  return { from: formatDay(now - (days - 1) * aDay), to: formatDay(now) };
}

function formatDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
