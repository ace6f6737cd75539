import { csvText } from '../domain/exported-file.ts';
import { findServiceOfPrice, type Charge } from './charges.ts';
import type { PriceBook } from './price-book.ts';

/**
 * The columns that version 1.2 of the FinOps Open Cost and Usage Specification requires of every data set, by name.
 * https://focus.finops.org
 */
export const mandatoryColumns = [
  'BilledCost',
  'BillingAccountId',
  'BillingAccountName',
  'BillingCurrency',
  'BillingPeriodEnd',
  'BillingPeriodStart',
  'ChargeCategory',
  'ChargeClass',
  'ChargeDescription',
  'ChargePeriodEnd',
  'ChargePeriodStart',
  'ContractedCost',
  'EffectiveCost',
  'InvoiceIssuerName',
  'ListCost',
  'PricingQuantity',
  'PricingUnit',
  'ProviderName',
  'PublisherName',
  'ServiceCategory',
  'ServiceName',
] as const;

/** Columns of the specification that this data has, and our own, which begin with "x_" as it asks. */
const moreColumns = [
  'ChargeFrequency',
  'ConsumedQuantity',
  'ConsumedUnit',
  'ListUnitPrice',
  'PricingCategory',
  'RegionId',
  'SkuPriceId',
  'Tags',
  'x_Estimated',
  'x_PriceBook',
  'x_TenantId',
  'x_ProjectId',
  'x_WorkflowId',
] as const;
type Column = (typeof mandatoryColumns)[number] | (typeof moreColumns)[number];

export interface FocusCharge extends Charge {
  /** By UTC. */
  readonly day: string;
  readonly tenantId: string;
  readonly projectId: string;
  readonly workflowId: string;
}

export interface FocusContext {
  readonly accountId: string;
  readonly accountName: string;
  readonly region: string;
  readonly book: PriceBook;
}

/**
 * Writes charges as rows of FOCUS. No discount is known, so the four costs are the list price. A null is an empty cell:
 * `ChargeClass` is null because no row corrects an earlier one. Rows are estimates, which `x_Estimated` says.
 */
export function toFocusCsv(charges: readonly FocusCharge[], context: FocusContext): string {
  const columns = [...mandatoryColumns, ...moreColumns];
  const rows = charges.map((charge) => {
    const cells = toCells(charge, context);
    return columns.map((column) => cells[column] ?? '');
  });
  // Without a mark at its beginning, because the tools that read this take it as a part of the first column's name.
  return csvText([columns, ...rows]);
}

function toCells(
  { day, price, units, usd, tenantId, projectId, workflowId }: FocusCharge,
  { accountId, accountName, region, book }: FocusContext,
): Readonly<Record<Column, string | null>> {
  const service = findServiceOfPrice(price);
  const { unit, per, usd: each } = book.prices[price] ?? { unit: 'unit', per: 1, usd: '' };
  const first = `${day.slice(0, 7)}-01`;
  return {
    BilledCost: usd,
    BillingAccountId: accountId,
    BillingAccountName: accountName,
    BillingCurrency: 'USD',
    BillingPeriodStart: toTime(first),
    BillingPeriodEnd: toTime(findNextMonth(first)),
    ChargeCategory: 'Usage',
    ChargeClass: null,
    ChargeDescription: `${service.name}: ${unit}, estimated by ${book.name}`,
    ChargePeriodStart: toTime(day),
    ChargePeriodEnd: toTime(new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)),
    ContractedCost: usd,
    EffectiveCost: usd,
    InvoiceIssuerName: 'Amazon Web Services',
    ListCost: usd,
    PricingQuantity: units,
    PricingUnit: unit,
    ProviderName: 'Amazon Web Services',
    PublisherName: 'Amazon Web Services',
    ServiceCategory: service.category,
    ServiceName: service.name,
    ChargeFrequency: 'Usage-Based',
    ConsumedQuantity: units,
    ConsumedUnit: unit,
    // The price of one unit; a price for a thousand of them has no exact cell.
    ListUnitPrice: per === 1 ? each : null,
    PricingCategory: 'Standard',
    RegionId: region,
    SkuPriceId: `${book.id}/${price}`,
    Tags: JSON.stringify({ tenant: tenantId, project: projectId, workflow: workflowId }),
    x_Estimated: 'true',
    x_PriceBook: book.id,
    x_TenantId: tenantId,
    x_ProjectId: projectId,
    x_WorkflowId: workflowId,
  };
}

function toTime(day: string): string {
  return `${day}T00:00:00Z`;
}

function findNextMonth(first: string): string {
  const [year = 0, month = 1] = first.split('-').map(Number);
  return new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);
}
