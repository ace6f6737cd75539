import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { CostFinding, MonthCosts, MonthRow } from '#shared/contract/month-costs.ts';
import type { Place } from '#shared/contract/monitor.ts';
import { moneyText } from '#shared/pricing/decimal.ts';
import { getBookInUse } from '#shared/pricing/book-in-use.ts';
import { replaceFile } from '../../home/home-folder.ts';
import { parseWith } from '../../home/lost-files.ts';
import type { Log } from '../../log/open-log.ts';
import { readMonthCosts, type MonthParts } from './month-costs.ts';

/** Lists what a person should know of the month: the worst first. */
export function listFindings({ month, today, rows }: MonthCosts): readonly CostFinding[] {
  const found = rows.flatMap((row) => [...ofBudget(row, month, today), ...ofUnusual(row)]);
  return found.toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind)).slice(0, 50);
}

const order: readonly CostFinding['kind'][] = ['over-budget', 'unusual', 'budget-at-risk'];

function ofBudget(row: MonthRow, month: string, today: string): readonly CostFinding[] {
  const { budget, forecast, used, tenantId } = row;
  if (tenantId === null || budget === null || budget.standing === 'within') return [];
  const isOver = budget.standing === 'over';
  const kind = isOver ? 'over-budget' : 'budget-at-risk';
  const amounts = `${moneyText(used)} of ${moneyText(budget.usd)}`;
  const ahead = forecast === null ? '' : ` Forecast ${formatForecast(forecast)}.`;
  return [
    {
      ...describeRow(row, tenantId),
      id: [kind, tenantId, row.projectId, row.workflowId, month, budget.usd].join('|'),
      kind,
      title: isOver ? `Budget used up: ${nameRow(row)}` : `Budget will not last: ${nameRow(row)}`,
      says: isOver
        ? `${amounts} spent this month; the budget was used up on ${budget.usedUpOn ?? today}.${ahead}`
        : `${amounts} spent; used up about ${budget.usedUpOn ?? 'the end of the month'}.${ahead}`,
      since: isOver ? (budget.usedUpOn ?? today) : today,
    },
  ];
}

export function formatForecast({ usd, low, high }: NonNullable<MonthRow['forecast']>): string {
  return `${moneyText(usd)} (80 %: ${moneyText(low)} to ${moneyText(high)})`;
}

/** A tenant's own row repeats its workflows, so only workflows are told. */
function ofUnusual(row: MonthRow): readonly CostFinding[] {
  const { unusual, tenantId } = row;
  if (tenantId === null || row.workflowId === null || unusual === null) return [];
  return [
    {
      ...describeRow(row, tenantId),
      id: ['unusual', tenantId, row.projectId, row.workflowId, unusual.since].join('|'),
      kind: 'unusual',
      title: `Documents cost ${unusual.isDearer ? 'more' : 'less'} than usual: ${nameRow(row)}`,
      says: `${moneyText(unusual.each)} a document since ${unusual.since}, usually ${moneyText(unusual.usual)} (median of ${unusual.comparedDays} days). ${unusual.documents} documents.`,
      since: unusual.since,
    },
  ];
}

function describeRow({ name, projectId, workflowId }: MonthRow, tenantId: string) {
  return { tenantId, name, projectId, workflowId };
}

function nameRow({ name, tenantId, workflowId }: MonthRow): string {
  const tenant = name ?? tenantId ?? '';
  return workflowId === null ? tenant : `${workflowId} of ${tenant}`;
}

/** An unusual cost leads to its documents, and a budget to the month of its tenant. */
function findPlace({ kind, tenantId, projectId, workflowId }: CostFinding): Place {
  const isUnusual = kind === 'unusual' && projectId !== null && workflowId !== null;
  return { desk: 'costs', tenant: tenantId, workflow: isUnusual ? `${projectId}/${workflowId}` : null };
}

export interface CostNews {
  readonly kind: 'costs';
  readonly at: string;
  readonly title: string;
  readonly says: string;
  readonly place: Place;
}

/** Costs change slowly, and each look at them takes a question a tenant. */
const looksEveryMs = 60 * 60_000;
const mostTold = 500;
const toldSchema = z.strictObject({ told: z.array(z.string().max(2_000)).max(mostTold) });
export const parseToldCostsFile = parseWith(toldSchema);

/**
 * Returns findings that were not told on this machine before, also before a restart. A finding that was only seen by
 * another connection is told for this one too.
 */
export function openCostNews(
  parts: MonthParts & {
    readonly home: string;
    readonly log: Pick<Log, 'warn'>;
    readonly readMonth?: typeof readMonthCosts;
  },
): () => Promise<readonly CostNews[]> {
  const file = join(parts.home, 'told-costs.json');
  const { readMonth = readMonthCosts } = parts;
  let last: { readonly of: string; readonly at: number | null } | undefined;

  return async () => {
    const { connection, who, sandboxResets } = parts.session();
    const of = JSON.stringify([connection.id, who?.id, sandboxResets]);
    const now = parts.now();
    if (last?.of !== of) {
      // The first look belongs to the first paint of a page. Costs are read with the next one.
      last = { of, at: null };
      return [];
    }
    if (last.at !== null && now - last.at < looksEveryMs) return [];
    last = { of, at: now };
    const read = await readMonth({ tenantId: null, book: getBookInUse().id }, parts);
    if (!read.ok || read.value.month === null) return [];
    const told = new Set(readTold());
    const keyOf = ({ id }: CostFinding): string => `${connection.id}|${id}`;
    const fresh = listFindings(read.value.month).filter((one) => !told.has(keyOf(one)));
    if (fresh.length === 0) return [];
    keepTold([...told, ...fresh.map(keyOf)]);
    return fresh.map((one) => ({
      kind: 'costs' as const,
      at: new Date(now).toISOString(),
      title: one.title,
      says: one.says,
      place: findPlace(one),
    }));
  };

  function readTold(): readonly string[] {
    if (!existsSync(file)) return [];
    try {
      return toldSchema.parse(JSON.parse(readFileSync(file, 'utf8'))).told;
    } catch (error) {
      // Everything is told again once, which is better than nothing.
      parts.log.warn({ err: error, file }, 'which costs were told could not be read');
      return [];
    }
  }

  function keepTold(told: readonly string[]): void {
    try {
      replaceFile(file, `${JSON.stringify({ told: told.slice(-mostTold) })}\n`);
    } catch (error) {
      parts.log.warn({ err: error, file }, 'which costs were told was not kept');
    }
  }
}
