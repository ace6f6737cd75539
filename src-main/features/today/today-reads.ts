import type { PatternName } from '#shared/catalogue/catalogue.ts';
import type { AnsweredFrom } from '#shared/contract/fleet.ts';
import { ok, type Result } from '#shared/contract/result.ts';
import type { Persona, Session } from '#shared/contract/session.ts';
import type { TodayBatches } from '#shared/contract/today.ts';
import { listOnlyTenants, maySeeTenant } from '#shared/permissions.ts';
import type { ListedBatches } from '#shared/domain/today-figures.ts';
import type { ConnectionDoors } from '../../aws/doors.ts';
import { passingReader, type CatalogueReader } from '../../aws/dynamodb/reading.ts';
import { outOfScope } from '../../aws/scope/out-of-scope.ts';
import type { AttentionStore } from '../../reads/attention.ts';
import type { IdOrders } from '../../reads/batches-by-time.ts';
import { concernsAll, paidReads, type PaidReads } from '../../reads/paid-reads.ts';
import type { WorkflowFactsStore } from '../../reads/workflow-facts.ts';
import { tenantFacts } from '../../rows/tenant-rows.ts';

/** Holds one part of the page, with one reader, one receipt, one person and one moment. */
export interface TodayReads {
  readonly reader: CatalogueReader;
  readonly reads: PaidReads;
  /** Returns how many requests were answered so far. */
  readonly calls: () => number;
  readonly who: Persona | null;
  readonly now: number;
  /** Notes that the part contains something that was read for another part at this time. */
  readonly asOldAs: (at: number) => void;
  /** Returns the time of its oldest content. */
  readonly readAt: () => string;
}

interface Parts {
  readonly reader: CatalogueReader;
  readonly who: Persona | null;
  readonly now: () => number;
}

/** `of` names the pattern on which nearly all of it is spent. */
export function todayReads(
  of: { readonly pattern: PatternName; readonly index: string },
  { reader, who, now }: Parts,
): TodayReads {
  const { paid, billed } = paidReads(of, now);
  const begun = now();
  let [calls, oldest] = [0, begun];
  const readAt = (): string => new Date(oldest).toISOString();
  return {
    reader: passingReader(reader),
    who,
    now: begun,
    asOldAs: (at) => void (oldest = Math.min(oldest, at)),
    readAt,
    calls: () => calls,
    reads: {
      billed(result) {
        const bill = billed(result);
        if (bill.receipt === undefined || oldest === begun) return bill;
        return { ...bill, receipt: { ...bill.receipt, asOf: readAt() } };
      },
      paid(result) {
        calls += result.receipt?.pages ?? 0;
        return paid(result);
      },
    },
  };
}

export interface TodayParts {
  /** Uses the open connection, limited to the current person's tenants. */
  readonly doors: () => ConnectionDoors;
  readonly session: () => Session;
  /** Returns how many hours after it began to wait a document is due. */
  readonly dueHours: () => number;
  /** Without it every document is due after the usual hours. */
  readonly workflows?: WorkflowFactsStore | undefined;
  readonly orders: IdOrders;
  readonly attention: AttentionStore;
  readonly now: () => number;
}

/** Describes a part that reads batches by their status. */
export interface ListingParts extends TodayParts {
  readonly readList: ReadList;
}

/** Says that tenants were asked one by one. */
export function askedTenants(
  { tenants, isAll }: TodayTenants,
  whyNotAttention: string | null = null,
): AnsweredFrom {
  return { from: 'tenants', asked: tenants.length, areAll: isAll, whyNotAttention };
}

export interface TodayTenants {
  readonly tenants: TodayBatches['tenants'];
  /** This is true when these are all that were asked for. */
  readonly isAll: boolean;
  readonly problems: readonly string[];
}

/** Each tenant takes several questions, and a page that is opened first thing has to appear at once. */
const mostTenants = 12;

/**
 * Chooses whose work is shown: one tenant's, that of the person's tenants, or of the first tenants in the directory.
 */
export async function tenantsOfToday(
  tenantId: string | null,
  { reader, reads, who }: TodayReads,
): Promise<Result<TodayTenants>> {
  if (tenantId !== null) {
    if (!maySeeTenant(who, tenantId)) return outOfScope(tenantId, 'Nothing was read.');
    return ok(theFirst([{ tenantId, name: null }], true));
  }
  const mine = listOnlyTenants(who);
  if (mine !== null) {
    return ok(
      theFirst(
        mine.map((one) => ({ tenantId: one, name: null })),
        true,
      ),
    );
  }
  const read = reads.paid(await reader.run('extraction.tenants', {}));
  if (!read.ok) return concernsAll(read.failure) ? read : ok(unknown(read.failure.message));
  const { items, cursor } = read.value;
  const tenants = items.map((item) => tenantFacts(item, 'TenantInDirectory'));
  if (tenants.length === 0) return ok({ tenants: [], isAll: false, problems: [noDirectory] });
  return ok(theFirst(tenants, cursor === null));
}

function theFirst(found: TodayTenants['tenants'], areThoseAll: boolean): TodayTenants {
  const tenants = found.slice(0, mostTenants).map(({ tenantId, name }) => ({ tenantId, name }));
  const isAll = areThoseAll && tenants.length === found.length;
  const of = areThoseAll ? `${found.length}` : `more than ${found.length}`;
  const why = `Only ${tenants.length} of ${of} tenants are counted here, the first by their ids. Choose a tenant in the top bar to see another.`;
  return { tenants, isAll, problems: isAll ? [] : [why] };
}

/** The same sentence stands on Review, which reads the directory for itself. */
const noDirectory =
  "This deployment has no tenant directory, so nothing was read for all tenants. Open a tenant in Triage by its id or a member's e-mail, then choose it in the top bar.";

/**
 * Refuses to fall back to tenants that were pinned or opened here, because they say nothing about which tenants exist.
 */
function unknown(reason: string): TodayTenants {
  const why = `Couldn't load the tenant list, so no queue was read. ${reason} Choose a tenant in the top bar.`;
  return { tenants: [], isAll: false, problems: [why] };
}

/** Reads a list for a part of the page; it may return one that was read a moment ago, and `begunAt` says when. */
export type ReadList = (
  asked: { readonly session: Session; readonly tenantId: string; readonly status: string },
  read: () => Promise<Result<ListedBatches>>,
) => Promise<{ readonly list: Result<ListedBatches>; readonly begunAt: number }>;

interface HandedOn {
  /** Always reads; the result also serves the parts that come after it. */
  readonly first: ReadList;
  /** Takes lists that were read for it, and reads any others. */
  readonly after: () => ReadList;
}

interface Left {
  readonly list: Promise<Result<ListedBatches>>;
  readonly begunAt: number;
}

/** The other parts ask as soon as the first paint has answered. Data this large is not kept for longer. */
const keptMs = 10_000;

/**
 * Hands lists on from the first paint to the parts after it, because two of them ask for the same lists, each up to 1
 * MB. They are only handed to the same person, and anything made from one is as old as the list. A part that asks again
 * this soon does so because something has changed or a person wants to know, so it reads.
 */
export function handedOn(now: () => number): HandedOn {
  const left = new Map<string, Left>();

  const first: ReadList = async (asked, read) => {
    const key = listKey(asked);
    const begunAt = now();
    const own: Left = { list: read(), begunAt };
    left.set(key, own);
    const drop = (): void => {
      if (left.get(key) === own) left.delete(key);
    };
    setTimeout(drop, keptMs).unref();
    const list = await own.list;
    if (!list.ok) drop();
    return { list, begunAt };
  };

  return {
    first,
    after() {
      const before = new Map<string, number>();
      return async (asked, read) => {
        const begunAt = now();
        const isRecent = (at: number): boolean => at <= begunAt && begunAt - at < keptMs;
        for (const [one, at] of before) if (!isRecent(at)) before.delete(one);
        const key = listKey(asked);
        const isAgain = before.has(key);
        before.set(key, begunAt);
        const found = left.get(key);
        if (found === undefined || isAgain || !isRecent(found.begunAt))
          return { list: await read(), begunAt };
        return { list: await found.list, begunAt: found.begunAt };
      };
    },
  };
}

function listKey({ session, tenantId, status }: Parameters<ReadList>[0]): string {
  const { connection, sandboxResets, who } = session;
  return JSON.stringify([connection.id, sandboxResets, who, tenantId, status]);
}
