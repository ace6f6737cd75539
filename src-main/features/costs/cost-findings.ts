import type { InputOf, OutputOf } from '#shared/contract/contract.ts';
import type { CostFinding, MonthCosts, MonthRow } from '#shared/contract/month-costs.ts';
import type { Place } from '#shared/contract/monitor.ts';
import { ok, type Result } from '#shared/contract/result.ts';
import { moneyText } from '#shared/pricing/decimal.ts';
import { getBookInUse } from '#shared/pricing/book-in-use.ts';
import type { StoreAccess } from '../../home/lost-files.ts';
import { openHourlyNews, type TellNews } from '../../home/hourly-news.ts';
import { nothingKept, readMonthCosts, type MonthParts } from './month-costs.ts';

/** Reads the findings of the month, and says what could not be read: there may be more of them there. */
export async function readFindings(
  { tenantId }: InputOf<'costs.findings'>,
  parts: MonthParts,
): Promise<Result<OutputOf<'costs.findings'>>> {
  const read = await readMonthCosts({ tenantId, book: getBookInUse().id }, parts);
  if (!read.ok) return read;
  const { month, whyNot } = read.value;
  if (month !== null) return ok({ findings: [...listFindings(month)], whyNot: month.trouble }, read.receipt);
  // Where no sums are kept, nothing can be missing.
  return ok({ findings: [], whyNot: whyNot === nothingKept ? null : whyNot }, read.receipt);
}

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

function nameRow({ name, tenantId, workflowId, workflowName }: MonthRow): string {
  const tenant = name ?? tenantId ?? '';
  return workflowId === null ? tenant : `${workflowName ?? workflowId} of ${tenant}`;
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

/** Tells findings that were not told on this machine before, each once. */
export function openCostNews(
  parts: MonthParts & StoreAccess & { readonly readMonth?: typeof readMonthCosts },
): (tell: TellNews<CostNews>) => Promise<void> {
  const { readMonth = readMonthCosts } = parts;
  const findNews = openHourlyNews({ ...parts, name: 'told-costs.json' }, async () => {
    const read = await readMonth({ tenantId: null, book: getBookInUse().id }, parts);
    return read.ok && read.value.month !== null ? listFindings(read.value.month) : [];
  });
  return (tell) =>
    findNews((found) =>
      tell(
        found.map((one) => ({
          kind: 'costs',
          at: new Date(parts.now()).toISOString(),
          title: one.title,
          says: one.says,
          place: findPlace(one),
        })),
      ),
    );
}
