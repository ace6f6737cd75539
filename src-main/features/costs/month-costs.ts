import type { OutputOf, InputOf } from '#shared/contract/contract.ts';
import type { MonthCosts, MonthRow } from '#shared/contract/month-costs.ts';
import { ok, type Result } from '#shared/contract/result.ts';
import type { Session } from '#shared/contract/session.ts';
import { listOnlyTenants, maySeeTenant } from '#shared/permissions.ts';
import { compareDecimals, decimal, decimalText, sumDecimals } from '#shared/pricing/decimal.ts';
import { mostForecastDays } from '#shared/pricing/month-forecast.ts';
import type { PriceBook } from '#shared/pricing/price-book.ts';
import { findPriceBook, getBookInUse } from '#shared/pricing/book-in-use.ts';
import { addFigures, readFigures, type SpendFigures } from '#shared/pricing/run-spend.ts';
import { totalsCost } from '#shared/pricing/usage-totals.ts';
import type { ConnectionDoors } from '../../aws/doors.ts';
import { passingReader } from '../../aws/dynamodb/reading.ts';
import { outOfScope } from '../../aws/scope/out-of-scope.ts';
import { findOffer } from '../../reads/api-offers.ts';
import { inChunks } from '../../reads/in-lanes.ts';
import { everyItem, paidReads } from '../../reads/paid-reads.ts';
import { itemsOfKind } from '../../rows/page-of-rows.ts';
import { readRow } from '../../rows/read-row.ts';
import { workflowRow } from '../../rows/tenant-rows.ts';
import { getScope } from '../../session/session-store.ts';
import type { BudgetsFile, SetBudget } from './budgets-file.ts';
import type { CostsParts } from './costs-handlers.ts';
import { readNames } from './fleet-costs.ts';
import { makeMonthRow, pricedDays, type PricedDay, type RowNames } from './month-rows.ts';
import { rankTenants, readUsage, type Reads } from './rank-tenants.ts';
import { readTenants, toWorkflowKey, type CauseOfDay, type TenantDetail } from './tenant-spend.ts';

type Answer = OutputOf<'costs.month'>;
export interface MonthParts extends Pick<CostsParts, 'doors' | 'session' | 'kept' | 'now'> {
  readonly budgets: BudgetsFile;
}

/** The tenants that are read one by one where a person sees all: those that spent most. */
const mostTenants = 20;

/** Reads this month and the eight weeks before it from the sums by workflow and cause: one question a tenant. */
export async function readMonthCosts(
  input: InputOf<'costs.month'>,
  parts: MonthParts,
): Promise<Result<Answer>> {
  const { paid, billed } = paidReads({ pattern: 'extraction.spendInDetail', index: 'main' }, parts.now);
  const reads: Reads = { reader: passingReader(parts.doors().reader), paid };
  return billed(await readAll(input, parts, reads));
}

async function readAll(
  { tenantId, book: bookId }: InputOf<'costs.month'>,
  parts: MonthParts,
  reads: Reads,
): Promise<Result<Answer>> {
  // Both are read now, because another connection may be opened while this reads.
  const [session, doors] = [parts.session(), parts.doors()];
  if (tenantId !== null && !maySeeTenant(getScope(session), tenantId)) {
    return outOfScope(tenantId, 'Nothing was read.');
  }
  const now = parts.now();
  const book = findPriceBook(bookId) ?? getBookInUse();
  const chosen = await chooseTenants(tenantId, { session, now, book, reads });
  if (!chosen.ok) return chosen;
  const { tenantIds, leftOut } = chosen.value;
  const known = new Map(parts.kept.of(session.connection.id).map((one) => [one.tenantId, one.name]));
  const names = await readNames(tenantIds, known, reads);
  const whyHere = await findWhyHere(session, doors);
  const read = await readTenants(tenantIds, { since: findFirstDay(now), reads });
  if (!read.ok) return read;
  const { found, trouble } = read.value;
  if (found.every(({ workflows }) => workflows.size === 0)) {
    return ok({ month: null, whyNot: trouble ?? nothingKept });
  }
  const workflowNames = await readWorkflowNames(found, reads);
  const local = whyHere === null ? undefined : parts.budgets.of(session.connection.id);
  const details = found.map((one) => (local === undefined ? one : { ...one, budgets: local(one.tenantId) }));
  return ok({
    month: summarize(details, {
      now,
      book,
      names,
      workflowNames,
      leftOut,
      trouble: found.every(({ isWhole }) => isWhole) ? trouble : `${trouble ?? ''} ${noForecast}`,
      whyHere,
      isAll: tenantId === null,
    }),
    whyNot: null,
  });
}

const noForecast = 'No forecast is made without them.';

/** By tenant and the key of the workflow. A workflow whose name could not be read is shown by its id. */
type WorkflowNames = ReadonlyMap<string, string | null>;

function toNameKey(tenantId: string, key: string): string {
  return JSON.stringify([tenantId, key]);
}

/** Workflows are read by their keys, a hundred at a time. */
async function readWorkflowNames(
  details: readonly TenantDetail[],
  { reader, paid }: Reads,
): Promise<WorkflowNames> {
  const wanted = details.flatMap(({ tenantId, workflows }) =>
    [...workflows.keys()].map((key) => {
      const [projectId = '', workflowId = ''] = JSON.parse(key) as string[];
      return { tenantId, projectId, workflowId };
    }),
  );
  const names = new Map<string, string | null>();
  for (const some of inChunks(wanted, 100)) {
    const read = paid(await reader.run('extraction.workflowsByKeys', some));
    if (!read.ok) break;
    for (const item of itemsOfKind(read.value.items, 'Workflow').own) {
      const { tenantId, projectId, workflowId, name } = workflowRow(item);
      names.set(toNameKey(tenantId, toWorkflowKey(projectId, workflowId)), name);
    }
  }
  return names;
}

interface WorkflowDay {
  readonly tenantId: string;
  readonly projectId: string;
  readonly workflowId: string;
  readonly day: string;
  readonly figures: SpendFigures;
}

/** Reads the sums of workflows by day, of the tenants that the month shows. */
export async function readWorkflowDays(
  { tenantId, book: bookId }: InputOf<'costs.month'>,
  from: string,
  parts: MonthParts,
): Promise<
  Result<{ readonly days: readonly WorkflowDay[]; readonly leftOut: number; readonly trouble: string | null }>
> {
  const { paid, billed } = paidReads({ pattern: 'extraction.spendInDetail', index: 'main' }, parts.now);
  const reads: Reads = { reader: passingReader(parts.doors().reader), paid };
  const session = parts.session();
  if (tenantId !== null && !maySeeTenant(getScope(session), tenantId)) {
    return outOfScope(tenantId, 'Nothing was read.');
  }
  const book = findPriceBook(bookId) ?? getBookInUse();
  const chosen = await chooseTenants(tenantId, { session, now: parts.now(), book, reads });
  if (!chosen.ok) return billed(chosen);
  const read = await readTenants(chosen.value.tenantIds, { since: from, reads });
  if (!read.ok) return billed(read);
  const days = read.value.found.flatMap(({ tenantId: tenant, workflows }) =>
    [...workflows].flatMap(([key, byDay]) => {
      const [projectId = '', workflowId = ''] = JSON.parse(key) as string[];
      return [...byDay].map(([day, figures]) => ({ tenantId: tenant, projectId, workflowId, day, figures }));
    }),
  );
  return billed(ok({ days, leftOut: chosen.value.leftOut, trouble: read.value.trouble }));
}

export const nothingKept =
  'This deployment keeps no sums by workflow and cause for these days. Its pipeline was made before they were kept, or no run has ended since. Spend shows what is known.';

/**
 * Says why budgets are kept on this machine; null where the deployment keeps them. An API that cannot be reached may
 * well keep them: those that were read from the table stay, and a new one is refused rather than kept here alone.
 */
export async function findWhyHere(
  { who }: Pick<Session, 'who'>,
  { pipeline }: Pick<ConnectionDoors, 'pipeline'>,
): Promise<string | null> {
  if (who === null) return 'You are not identified on this connection.';
  const offer = await findOffer(pipeline, 'putTenantBudget', who.id);
  return offer.kind === 'not-offered' ? offer.why : null;
}

interface Choosing {
  readonly session: ReturnType<CostsParts['session']>;
  readonly now: number;
  readonly book: PriceBook;
  readonly reads: Reads;
}

async function chooseTenants(
  tenantId: string | null,
  { session, now, book, reads }: Choosing,
): Promise<Result<{ readonly tenantIds: readonly string[]; readonly leftOut: number }>> {
  if (tenantId !== null) return ok({ tenantIds: [tenantId], leftOut: 0 });
  const mine = listOnlyTenants(session.who);
  if (mine !== null) {
    return ok({ tenantIds: mine.slice(0, mostTenants), leftOut: Math.max(0, mine.length - mostTenants) });
  }
  const [from, to] = [formatDay(now - 29 * aDay), formatDay(now)];
  const days = await everyItem(
    async (cursor) =>
      reads.paid(await reads.reader.run('extraction.spendByDays', { fromDay: from, toDay: to }, { cursor })),
    1,
  );
  // They are in the table itself, so a deployment that keeps no sums answers with an empty list.
  if (!days.ok) return days;
  const byDay = new Map(
    days.value.items.map((item) => [readRow(item, 'SpendOfDay').id('day'), readUsage(item)] as const),
  );
  const period = { from, to, before: { from, to: from } };
  const ranking = await rankTenants(period, byDay, book, reads);
  if (!ranking.ok) return ranking;
  const { first, ranked } = ranking.value;
  const tenantIds = first.slice(0, mostTenants);
  return ok({ tenantIds, leftOut: Math.max(0, ranked.tenants - tenantIds.length) });
}

interface Summing {
  readonly now: number;
  readonly book: PriceBook;
  readonly names: ReadonlyMap<string, string | null>;
  readonly workflowNames: WorkflowNames;
  readonly leftOut: number;
  readonly trouble: string | null;
  readonly whyHere: string | null;
  readonly isAll: boolean;
}

function summarize(details: readonly TenantDetail[], summing: Summing): MonthCosts {
  const { now, book, names, workflowNames, leftOut, trouble, whyHere, isAll } = summing;
  const month = formatDay(now).slice(0, 7);
  const groups = details.map((detail) => {
    const { tenantId, workflows, budgets, isWhole } = detail;
    const makeRow = (of: RowNames, days: readonly PricedDay[], set = noBudget): MonthRow =>
      makeMonthRow({ of, days, set, now, isWhole });
    const name = names.get(tenantId) ?? null;
    const none = { projectId: null, workflowId: null, workflowName: null };
    const byWorkflow = [...workflows].map(([key, days]) => {
      const [projectId = '', workflowId = ''] = JSON.parse(key) as string[];
      const workflowName = workflowNames.get(toNameKey(tenantId, key)) ?? null;
      return makeRow(
        { tenantId, name, projectId, workflowId, workflowName },
        pricedDays(days, book),
        budgets.get(key),
      );
    });
    const all = addDays([...workflows.values()]);
    const own = makeRow({ tenantId, name, ...none }, pricedDays(all, book), budgets.get(''));
    return { all, rows: [own, ...byWorkflow.toSorted(byUsed)] };
  });
  const sorted = groups.toSorted((a, b) => byUsed(a.rows[0] as MonthRow, b.rows[0] as MonthRow));
  const together = { tenantId: null, name: null, projectId: null, workflowId: null, workflowName: null };
  const ofAll = pricedDays(addDays(groups.map(({ all }) => all)), book);
  const isWhole = details.every((one) => one.isWhole);
  const total =
    isAll && groups.length > 1
      ? [makeMonthRow({ of: together, days: ofAll, set: noBudget, now, isWhole })]
      : [];
  const losses = listLosses(details, { month, book, names, workflowNames });
  const days = details.flatMap(({ workflows }) => [...workflows.values()].flatMap((one) => [...one.keys()]));
  return {
    month,
    today: formatDay(now),
    rows: [...total, ...sorted.flatMap(({ rows }) => rows)].slice(0, 600),
    losses: losses.slice(0, 200),
    lost: {
      failed: sumUsd(losses.filter(({ kind }) => kind === 'failed')),
      again: sumUsd(losses.filter(({ kind }) => kind === 'again')),
    },
    detailFrom: days.toSorted()[0] ?? null,
    leftOut,
    budgetsKeptBy: whyHere === null ? 'deployment' : 'this machine',
    whyHere,
    trouble,
    readAt: new Date(now).toISOString(),
  };
}

const noBudget: SetBudget = { usd: null, months: {}, version: 0, setBy: null };

/** Adds units, so the price of a sum is exactly the sum of the prices of its parts. */
function addDays(parts: readonly ReadonlyMap<string, SpendFigures>[]): ReadonlyMap<string, SpendFigures> {
  const sum = new Map<string, SpendFigures>();
  for (const part of parts) {
    for (const [day, figures] of part) sum.set(day, addFigures(sum.get(day) ?? {}, figures));
  }
  return sum;
}

function listLosses(
  details: readonly TenantDetail[],
  {
    month,
    book,
    names,
    workflowNames,
  }: Pick<Summing, 'book' | 'names' | 'workflowNames'> & { readonly month: string },
): MonthCosts['losses'] {
  const sums = new Map<
    string,
    { readonly one: CauseOfDay; readonly tenantId: string; usage: SpendFigures }
  >();
  for (const { tenantId, causes } of details) {
    for (const one of causes.filter(({ day }) => day.startsWith(month))) {
      const key = JSON.stringify([tenantId, one.projectId, one.workflowId, one.kind, one.cause]);
      const sum = sums.get(key);
      if (sum === undefined) sums.set(key, { one, tenantId, usage: one.usage });
      else sum.usage = addFigures(sum.usage, one.usage);
    }
  }
  return [...sums.values()]
    .map(({ one: { projectId, workflowId, kind, cause, pattern }, tenantId, usage }) => {
      const { usage: totals, repeated } = readFigures(usage);
      return {
        tenantId,
        name: names.get(tenantId) ?? null,
        projectId,
        workflowId,
        workflowName: workflowNames.get(toNameKey(tenantId, toWorkflowKey(projectId, workflowId))) ?? null,
        kind,
        cause,
        pattern,
        documents: totals.documents + repeated,
        usd: totalsCost(totals, book).total,
      };
    })
    .toSorted((a, b) => compareDecimals(decimal(b.usd), decimal(a.usd)));
}

function sumUsd(rows: readonly { readonly usd: string }[]): string {
  return decimalText(sumDecimals(rows.map(({ usd }) => decimal(usd))));
}

const aDay = 86_400_000;

function byUsed(a: MonthRow, b: MonthRow): number {
  return compareDecimals(decimal(b.used), decimal(a.used));
}

function formatDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** The first of this month, or eight weeks back, whichever is earlier. */
function findFirstDay(now: number): string {
  const first = `${formatDay(now).slice(0, 7)}-01`;
  const back = formatDay(now - mostForecastDays * aDay);
  return first < back ? first : back;
}
