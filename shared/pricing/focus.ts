import { csvText } from '../domain/exported-file.ts';
import { findServiceOfPrice, type Charge } from './charges.ts';
import { decimal, decimalText } from './decimal.ts';
import type { PriceBook } from './price-book.ts';

/**
 * Every column of version 1.2 of the FinOps Open Cost and Usage Specification, so that a tool finds each that it asks
 * for; those that do not concern these charges are null. https://focus.finops.org
 */
export const focusColumns = [
  'AvailabilityZone',
  'BilledCost',
  'BillingAccountId',
  'BillingAccountName',
  'BillingAccountType',
  'BillingCurrency',
  'BillingPeriodEnd',
  'BillingPeriodStart',
  'CapacityReservationId',
  'CapacityReservationStatus',
  'ChargeCategory',
  'ChargeClass',
  'ChargeDescription',
  'ChargeFrequency',
  'ChargePeriodEnd',
  'ChargePeriodStart',
  'CommitmentDiscountCategory',
  'CommitmentDiscountId',
  'CommitmentDiscountName',
  'CommitmentDiscountQuantity',
  'CommitmentDiscountStatus',
  'CommitmentDiscountType',
  'CommitmentDiscountUnit',
  'ConsumedQuantity',
  'ConsumedUnit',
  'ContractedCost',
  'ContractedUnitPrice',
  'EffectiveCost',
  'InvoiceId',
  'InvoiceIssuerName',
  'ListCost',
  'ListUnitPrice',
  'PricingCategory',
  'PricingCurrency',
  'PricingCurrencyContractedUnitPrice',
  'PricingCurrencyEffectiveCost',
  'PricingCurrencyListUnitPrice',
  'PricingQuantity',
  'PricingUnit',
  'ProviderName',
  'PublisherName',
  'RegionId',
  'RegionName',
  'ResourceId',
  'ResourceName',
  'ResourceType',
  'ServiceCategory',
  'ServiceName',
  'ServiceSubcategory',
  'SkuId',
  'SkuMeter',
  'SkuPriceDetails',
  'SkuPriceId',
  'SubAccountId',
  'SubAccountName',
  'SubAccountType',
  'Tags',
] as const;

/** Our own begin with "x_", as the specification asks. */
const ownColumns = ['x_Estimated', 'x_PriceBook', 'x_TenantId', 'x_ProjectId', 'x_WorkflowId'] as const;
type Column = (typeof focusColumns)[number] | (typeof ownColumns)[number];

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
 * `ChargeClass` is null because no row corrects an earlier one, and there is no invoice, no resource of its own and no
 * commitment. Rows are estimates, which `x_Estimated` says.
 */
export function toFocusCsv(charges: readonly FocusCharge[], context: FocusContext): string {
  const columns = [...focusColumns, ...ownColumns];
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
): Readonly<Partial<Record<Column, string>>> {
  const service = findServiceOfPrice(price);
  const { unit, per, usd: each } = book.prices[price] ?? { unit: 'unit', per: 1, usd: '0' };
  const first = `${day.slice(0, 7)}-01`;
  const unitPrice = divideByPower(each, per);
  const pricingUnit = toFocusUnit(unit);
  const account = accountName || accountId;
  return {
    BilledCost: usd,
    BillingAccountId: accountId,
    BillingAccountName: account,
    BillingAccountType: 'AWS account',
    BillingCurrency: currency,
    BillingPeriodStart: toTime(first),
    BillingPeriodEnd: toTime(findNextMonth(first)),
    ChargeCategory: 'Usage',
    ChargeDescription: `${service.name}: ${unit}, estimated by ${book.name}`,
    ChargeFrequency: 'Usage-Based',
    ChargePeriodStart: toTime(day),
    ChargePeriodEnd: toTime(new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)),
    ConsumedQuantity: units,
    ConsumedUnit: pricingUnit,
    ContractedCost: usd,
    ContractedUnitPrice: unitPrice,
    EffectiveCost: usd,
    InvoiceIssuerName: 'Amazon Web Services',
    ListCost: usd,
    ListUnitPrice: unitPrice,
    PricingCategory: 'Standard',
    PricingCurrency: currency,
    PricingCurrencyContractedUnitPrice: unitPrice,
    PricingCurrencyEffectiveCost: usd,
    PricingCurrencyListUnitPrice: unitPrice,
    PricingQuantity: units,
    PricingUnit: pricingUnit,
    ProviderName: 'Amazon Web Services',
    PublisherName: 'Amazon Web Services',
    RegionId: region,
    RegionName: region,
    ServiceCategory: service.category,
    ServiceName: service.name,
    ServiceSubcategory: service.subcategory,
    SkuId: price,
    SkuMeter: `${service.name}, ${unit}`,
    SkuPriceDetails: JSON.stringify({ x_Unit: unit }),
    // It stays the same when the price changes, so it does not name the book.
    SkuPriceId: `${price}/${region}`,
    SubAccountId: accountId,
    SubAccountName: account,
    SubAccountType: 'AWS account',
    Tags: JSON.stringify({ tenant: tenantId, project: projectId, workflow: workflowId }),
    x_Estimated: 'true',
    x_PriceBook: book.id,
    x_TenantId: tenantId,
    x_ProjectId: projectId,
    x_WorkflowId: workflowId,
  };
}

const currency = 'USD';

/** A price for a power of ten of units is exact for one of them, with more places. */
function divideByPower(usd: string, per: number): string {
  const { digits, places } = decimal(usd);
  return decimalText({ digits, places: places + String(per).length - 1 });
}

/** FOCUS writes units with capitals and in the plural: "GB-Months", "Read Request Units". */
function toFocusUnit(unit: string): string {
  const words = unit.replace(/^token (?:in|out)$/, 'token').replace(' and hour', '-hour');
  const capital = words.replace(
    /(^|[ -])([a-z])/g,
    (_, before: string, letter: string) => before + letter.toUpperCase(),
  );
  return /s$|GB$/.test(capital) ? capital : `${capital}s`;
}

function toTime(day: string): string {
  return `${day}T00:00:00Z`;
}

function findNextMonth(first: string): string {
  const [year = 0, month = 1] = first.split('-').map(Number);
  return new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);
}
