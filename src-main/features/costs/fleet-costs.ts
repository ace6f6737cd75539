import type { z } from 'zod';
import { mostTenantsShown, type FleetCosts, type fleetCostsInput } from '#shared/contract/costs.ts';
import type { OutputOf } from '#shared/contract/contract.ts';
import { ok, type Failure, type Result } from '#shared/contract/result.ts';
import { listOnlyTenants } from '#shared/permissions.ts';
import { compareDecimals, decimal } from '#shared/pricing/decimal.ts';
import { findPriceBook, getBookInUse } from '#shared/pricing/book-in-use.ts';
import type { PriceBook } from '#shared/pricing/price-book.ts';
import {
  addFigures,
  addSpends,
  emptySpend,
  readFigures,
  subtractFigures,
  toFigures,
  type Spend,
  type SpendFigures,
} from '#shared/pricing/run-spend.ts';
import { totalsCost } from '#shared/pricing/usage-totals.ts';
import { passingReader } from '../../aws/dynamodb/reading.ts';
import { inLanes } from '../../reads/in-lanes.ts';
import { concernsAll, everyItem, paidReads } from '../../reads/paid-reads.ts';
import { readRow } from '../../rows/read-row.ts';
import { tenantFacts } from '../../rows/tenant-rows.ts';
import type { CostsParts } from './costs-handlers.ts';
import { rankTenants, readUsage, type Days, type Period, type Reads } from './rank-tenants.ts';

type Input = z.output<typeof fleetCostsInput>;
type Answer = OutputOf<'costs.fleet'>;

/**
 * Reads the sums that the pipeline keeps by tenant and day (decision 033). The calls do not grow with the number of
 * tenants: two for the days and how far they go, a bounded number to rank the tenants, one for names, and one for each
 * tenant that is shown.
 */
export async function readFleetCosts(
  input: Input,
  parts: Pick<CostsParts, 'session' | 'kept' | 'now'> & {
    readonly doors: () => Pick<ReturnType<CostsParts['doors']>, 'reader'>;
  },
): Promise<Result<Answer>> {
  const { paid, billed } = paidReads({ pattern: 'extraction.spendByDays', index: 'main' }, parts.now);
  const reads: Reads = { reader: passingReader(parts.doors().reader), paid };
  const session = parts.session();
  const mine = listOnlyTenants(session.who);
  const now = parts.now();
  const period = findPeriod(now, input);
  const names = new Map(parts.kept.of(session.connection.id).map(({ tenantId, name }) => [tenantId, name]));
  const book = findPriceBook(input.book) ?? getBookInUse();
  const asked = { period, book, names, readAt: new Date(now).toISOString() };
  return billed(
    mine === null ? await readAllTenants(asked, reads) : await readOwnTenants(mine, asked, reads),
  );
}

interface Asked {
  readonly period: Period;
  readonly book: PriceBook;
  /** Names that are known already. */
  readonly names: ReadonlyMap<string, string | null>;
  readonly readAt: string;
}

async function readAllTenants(asked: Asked, reads: Reads): Promise<Result<Answer>> {
  const { period, book } = asked;
  const [state, days] = await Promise.all([
    readFollowed(reads),
    readDays(reads, 'extraction.spendByDays', {}, period),
  ]);
  for (const read of [state, days]) {
    if (!read.ok) return concernsAll(read.failure) ? read : notKept(read.failure.message);
  }
  if (!state.ok || !days.ok) return notKept(notFollowed);
  if (state.value === null) return notKept(notFollowed);
  if (days.value.size === 0) return notKept(nothingKept);
  const { upTo, keptSince } = state.value;
  const wholeFrom = keptSince === null ? null : findFirstWholeDay(keptSince);
  const ranking = await rankTenants(period, days.value, book, reads);
  if (!ranking.ok) return ranking;
  const shown = await readTenants(ranking.value.first, asked, reads);
  if (!shown.ok) return shown;
  const all = sumDays(days.value, period.from, period.to);
  return kept({
    upTo,
    wholeFrom,
    ...summarize(asked, { days: days.value, wholeFrom, tenants: shown.value.tenants }),
    others: toOthers(all, shown.value.tenants),
    ranked: ranking.value.ranked,
    trouble: shown.value.trouble,
  });
}

/** The keys of a tenant's days name the tenant, so a policy and the scope allow them to a person of that tenant. */
async function readOwnTenants(mine: readonly string[], asked: Asked, reads: Reads): Promise<Result<Answer>> {
  const { period, book } = asked;
  if (mine.length > mostTenantsShown) return notKept(tooMany(mine.length));
  const shown = await readTenants(mine, asked, reads);
  if (!shown.ok) return shown;
  const { tenants, trouble } = shown.value;
  const days = new Map<string, SpendFigures>();
  for (const { byDay } of tenants) {
    for (const [day, figures] of byDay) days.set(day, addFigures(days.get(day) ?? {}, figures));
  }
  const wholeFrom = await findOldestDay(mine, [...days.keys()], period, reads);
  if (wholeFrom === null) return notKept(trouble ?? nothingKept);
  return kept({
    upTo: null,
    wholeFrom,
    ...summarize(asked, { days, wholeFrom, tenants: tenants.toSorted(compareBy(book)) }),
    others: emptySpend,
    ranked: { rows: tenants.length, since: period.from, isWhole: true, tenants: tenants.length },
    trouble,
  });
}

function kept(fleet: FleetCosts): Result<Answer> {
  return ok({ fleet, whyNot: null });
}

function notKept(whyNot: string): Result<Answer> {
  return ok({ fleet: null, whyNot });
}

const notFollowed = 'This deployment keeps no sums of what all tenants consume.';
const nothingKept = 'No sums are kept for these days.';

function tooMany(tenants: number): string {
  return `You have access to ${tenants} tenants. Sums of at most ${mostTenantsShown} are added up.`;
}

function summarize(
  { period, readAt }: Asked,
  {
    days,
    wholeFrom,
    tenants,
  }: { readonly days: Days; readonly wholeFrom: string | null; readonly tenants: readonly ReadTenant[] },
): Pick<FleetCosts, 'from' | 'to' | 'days' | 'all' | 'before' | 'tenants' | 'readAt'> {
  const { from, to, before } = period;
  const isBeforeKept = wholeFrom !== null && wholeFrom <= before.from;
  return {
    from,
    to,
    days: [...days]
      .filter(([day]) => day >= from && day <= to)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([day, figures]) => ({
        day,
        tenants: figures['tenants'] ?? null,
        spend: readFigures(figures),
      })),
    all: sumDays(days, from, to),
    before: isBeforeKept ? sumDays(days, before.from, before.to) : null,
    tenants: tenants.map((tenant) => ({
      tenantId: tenant.tenantId,
      name: tenant.name,
      spend: tenant.spend,
      before: isBeforeKept ? sumDays(tenant.byDay, before.from, before.to) : null,
    })),
    readAt,
  };
}

/** A row may be newer than the sum of its day, which was read first, so a difference is never below 0. */
function toOthers(all: Spend, tenants: readonly { readonly spend: Spend }[]): Spend {
  const shown = tenants.reduce((sum, { spend }) => addSpends(sum, spend), emptySpend);
  return readFigures(subtractFigures(toFigures(all), toFigures(shown)));
}

function sumDays(days: Days, from: string, to: string): Spend {
  let sum: SpendFigures = {};
  for (const [day, figures] of days) if (day >= from && day <= to) sum = addFigures(sum, figures);
  return readFigures(sum);
}

interface ReadTenant {
  readonly tenantId: string;
  readonly name: string | null;
  readonly spend: Spend;
  readonly byDay: Days;
}

/** The reader has eight slots in all, so a page that is opened meanwhile finds a free one. */
const atOnce = 4;

/** Reads both periods of each tenant with one question. A failure of one tenant leaves the others. */
async function readTenants(
  tenantIds: readonly string[],
  { period, names }: Asked,
  reads: Reads,
): Promise<Result<{ readonly tenants: readonly ReadTenant[]; readonly trouble: string | null }>> {
  const named = await readNames(tenantIds, names, reads);
  const found = new Map<string, ReadTenant>();
  let failure: Failure | undefined;
  let lost = 0;
  await inLanes(tenantIds, atOnce, async (tenantId) => {
    if (failure !== undefined && concernsAll(failure)) return;
    const byDay = await readDays(reads, 'extraction.spendOfTenantByDays', { tenantId }, period);
    if (!byDay.ok) {
      failure ??= byDay.failure;
      lost += 1;
      return;
    }
    found.set(tenantId, {
      tenantId,
      name: named.get(tenantId) ?? null,
      byDay: byDay.value,
      spend: sumDays(byDay.value, period.from, period.to),
    });
  });
  if (failure !== undefined && concernsAll(failure)) return { ok: false, failure };
  const trouble =
    failure === undefined
      ? null
      : `${lost === 1 ? 'One tenant was' : `${lost} tenants were`} not read. ${failure.message}`;
  return ok({ tenants: tenantIds.flatMap((tenantId) => found.get(tenantId) ?? []), trouble });
}

/**
 * Returns the first day with a sum of one of these tenants. The item that says since when sums are kept is about all
 * tenants, so a person held to some may not read it. Days without a sum may be idle days, so the oldest one is looked
 * for before the period too.
 */
async function findOldestDay(
  tenantIds: readonly string[],
  known: readonly string[],
  { before }: Period,
  { reader, paid }: Reads,
): Promise<string | null> {
  const days = [...known];
  if (days.every((day) => day > before.from)) {
    await inLanes(tenantIds, atOnce, async (tenantId) => {
      const span = { tenantId, fromDay: firstDayOfAll, toDay: before.from };
      const read = paid(await reader.run('extraction.spendOfTenantByDays', span, { pageSize: 1 }));
      if (read.ok) days.push(...read.value.items.map((item) => readRow(item, 'SpendOfTenant').id('day')));
    });
  }
  return days.toSorted()[0] ?? null;
}

/** No pipeline is older than this day. */
const firstDayOfAll = '2020-01-01';

/** A tenant is shown by its id where its name could not be read. */
export async function readNames(
  tenantIds: readonly string[],
  known: Asked['names'],
  { reader, paid }: Reads,
): Promise<Asked['names']> {
  const unknown = tenantIds.filter((tenantId) => (known.get(tenantId) ?? null) === null);
  if (unknown.length === 0) return known;
  const asked = unknown.map((tenantId) => ({ tenantId }));
  const read = paid(await reader.run('extraction.tenantsByIds', asked));
  const found = read.ok ? read.value.items.map((item) => tenantFacts(item, 'Tenant')) : [];
  return new Map([...known, ...found.map(({ tenantId, name }) => [tenantId, name] as const)]);
}

function compareBy(book: PriceBook): (a: ReadTenant, b: ReadTenant) => number {
  const total = ({ spend }: ReadTenant): string => totalsCost(spend.usage, book).total;
  return (a, b) => compareDecimals(decimal(total(b)), decimal(total(a)));
}

/** Returns null where nothing is followed. */
async function readFollowed({
  reader,
  paid,
}: Reads): Promise<Result<{ readonly upTo: string | null; readonly keptSince: string | null } | null>> {
  const read = paid(await reader.run('extraction.attentionState', {}));
  if (!read.ok) return read;
  const [item] = read.value.items;
  if (item === undefined) return ok(null);
  const row = readRow(item, 'AttentionState').read;
  return ok({ upTo: row.time('upTo', 'optional'), keptSince: row.time('keptSince', 'optional') });
}

/** Sixty days are 40 KB, which is one page. */
const mostPagesOfDays = 3;

async function readDays<N extends 'extraction.spendByDays' | 'extraction.spendOfTenantByDays'>(
  { reader, paid }: Reads,
  pattern: N,
  params: N extends 'extraction.spendByDays' ? object : { readonly tenantId: string },
  { before, to }: Period,
): Promise<Result<Days>> {
  const span = { fromDay: before.from, toDay: to };
  const read = await everyItem(
    async (cursor) =>
      paid(
        'tenantId' in params
          ? await reader.run(
              'extraction.spendOfTenantByDays',
              { ...span, tenantId: params.tenantId },
              { cursor },
            )
          : await reader.run('extraction.spendByDays', span, { cursor }),
      ),
    mostPagesOfDays,
  );
  if (!read.ok) return read;
  const entity = pattern === 'extraction.spendByDays' ? 'SpendOfDay' : 'SpendOfTenant';
  return ok(
    new Map(read.value.items.map((item) => [readRow(item, entity).id('day'), readUsage(item)] as const)),
  );
}

/** Covers the days that were asked for, by UTC, and as many before them. */
function findPeriod(now: number, { days, day }: Input): Period {
  const last = day === null ? now : Date.parse(day);
  const count = day === null ? days : 1;
  const back = (by: number): string => new Date(last - by * aDay).toISOString().slice(0, 10);
  return {
    from: back(count - 1),
    to: back(0),
    before: { from: back(2 * count - 1), to: back(count) },
  };
}

const aDay = 86_400_000;

function findFirstWholeDay(since: string): string {
  return new Date(Math.ceil(Date.parse(since) / aDay) * aDay).toISOString().slice(0, 10);
}
