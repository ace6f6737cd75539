/** The rules of FOCUS 1.2 for rows of use that is not yet invoiced and has no commitment, in our own words. */
interface Rule {
  readonly type: 'text' | 'number' | 'time' | 'currency' | 'key-value';
  /** Whether a row of this kind has to have it, must not have it, or may. */
  readonly filled: 'always' | 'never' | 'may';
  readonly values?: readonly string[];
}

const text: Rule = { type: 'text', filled: 'always' };
const money: Rule = { type: 'number', filled: 'always' };
const time: Rule = { type: 'time', filled: 'always' };
const currency: Rule = { type: 'currency', filled: 'always' };
const absent: Rule = { type: 'text', filled: 'never' };

const categories: Readonly<Record<string, readonly string[]>> = {
  'AI and Machine Learning': ['Generative AI', 'Machine Learning', 'Other (AI and Machine Learning)'],
  Compute: ['Serverless Compute', 'Other (Compute)'],
  Databases: ['NoSQL Databases', 'Other (Databases)'],
  Integration: ['API Management', 'Messaging', 'Workflow Orchestration', 'Other (Integration)'],
  'Management and Governance': ['Observability', 'Other (Management and Governance)'],
  Security: ['Secret Management', 'Other (Security)'],
  Storage: ['Object Storage', 'Other (Storage)'],
  Other: ['Other (Other)'],
};

export const focusRules: Readonly<Record<string, Rule>> = {
  AvailabilityZone: { type: 'text', filled: 'may' },
  BilledCost: money,
  BillingAccountId: text,
  BillingAccountName: text,
  BillingAccountType: text,
  BillingCurrency: currency,
  BillingPeriodEnd: time,
  BillingPeriodStart: time,
  CapacityReservationId: absent,
  CapacityReservationStatus: absent,
  ChargeCategory: { ...text, values: ['Usage'] },
  ChargeClass: absent,
  ChargeDescription: text,
  ChargeFrequency: { ...text, values: ['One-Time', 'Recurring', 'Usage-Based'] },
  ChargePeriodEnd: time,
  ChargePeriodStart: time,
  CommitmentDiscountCategory: absent,
  CommitmentDiscountId: absent,
  CommitmentDiscountName: absent,
  CommitmentDiscountQuantity: absent,
  CommitmentDiscountStatus: absent,
  CommitmentDiscountType: absent,
  CommitmentDiscountUnit: absent,
  ConsumedQuantity: money,
  ConsumedUnit: text,
  ContractedCost: money,
  ContractedUnitPrice: money,
  EffectiveCost: money,
  InvoiceId: absent,
  InvoiceIssuerName: text,
  ListCost: money,
  ListUnitPrice: money,
  PricingCategory: { ...text, values: ['Standard', 'Dynamic', 'Committed', 'Other'] },
  PricingCurrency: currency,
  PricingCurrencyContractedUnitPrice: money,
  PricingCurrencyEffectiveCost: money,
  PricingCurrencyListUnitPrice: money,
  PricingQuantity: money,
  PricingUnit: text,
  ProviderName: text,
  PublisherName: text,
  RegionId: text,
  RegionName: text,
  ResourceId: absent,
  ResourceName: absent,
  ResourceType: absent,
  ServiceCategory: { ...text, values: Object.keys(categories) },
  ServiceName: text,
  ServiceSubcategory: text,
  SkuId: text,
  SkuMeter: text,
  SkuPriceDetails: { type: 'key-value', filled: 'may' },
  SkuPriceId: text,
  SubAccountId: text,
  SubAccountName: text,
  SubAccountType: text,
  Tags: { type: 'key-value', filled: 'may' },
};

const forms: Readonly<Record<Rule['type'], RegExp>> = {
  text: /^\S(?:[\s\S]*\S)?$/,
  // An exponent has a sign only where it is negative.
  number: /^-?\d+(?:\.\d+)?(?:E-?\d+)?$/,
  time: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/,
  currency: /^[A-Z]{3}$/,
  'key-value': /^\{[\s\S]*\}$/,
};

/** Checks a file that was read as CSV, and says what is wrong with it. An empty cell is a null. */
export function checkFocus([columns = [], ...rows]: readonly (readonly string[])[]): readonly string[] {
  return [
    ...Object.keys(focusRules).flatMap((name) => (columns.includes(name) ? [] : `${name} is missing`)),
    ...columns.flatMap((name) =>
      Object.hasOwn(focusRules, name) || /^x_[A-Z]\w*$/.test(name) ? [] : `${name} is no column of FOCUS`,
    ),
    ...(new Set(columns).size === columns.length ? [] : ['A column is there twice']),
    ...rows.flatMap((row, at) =>
      checkRow(new Map(columns.map((name, place) => [name, row[place] ?? '']))).map(
        (said) => `Row ${at + 1}: ${said}`,
      ),
    ),
  ];
}

function checkRow(row: ReadonlyMap<string, string>): readonly string[] {
  const cell = (name: string): string => row.get(name) ?? '';
  const ofCells = Object.entries(focusRules).flatMap(([name, { type, filled, values }]) => {
    const value = cell(name);
    if (value === '') return filled === 'always' ? [`${name} is null`] : [];
    if (filled === 'never') return [`${name} is not null`];
    if (!forms[type].test(value) || (type === 'key-value' && !isKeyValue(value))) {
      return [`${name} is no ${type}: ${value}`];
    }
    return values === undefined || values.includes(value) ? [] : [`${name} has no allowed value: ${value}`];
  });
  const isWithin =
    cell('ChargePeriodStart') >= cell('BillingPeriodStart') &&
    cell('ChargePeriodEnd') <= cell('BillingPeriodEnd') &&
    cell('ChargePeriodStart') < cell('ChargePeriodEnd');
  return [
    ...ofCells,
    ...(isWithin ? [] : ['The charge period is not within the billing period']),
    ...unitPrices.flatMap((name) => (cell(name).startsWith('-') ? [`${name} is negative`] : [])),
    ...(['PricingUnit', 'ConsumedUnit'] as const).flatMap((name) =>
      isUnit(cell(name)) ? [] : [`${name} is no unit: ${cell(name)}`],
    ),
    ...(['ListCost', 'ContractedCost'] as const).flatMap((name) =>
      isProduct(
        cell(name),
        cell(name === 'ListCost' ? 'ListUnitPrice' : 'ContractedUnitPrice'),
        cell('PricingQuantity'),
      )
        ? []
        : `${name} is not its unit price times PricingQuantity`,
    ),
    ...(categories[cell('ServiceCategory')]?.includes(cell('ServiceSubcategory')) === true
      ? []
      : [`${cell('ServiceSubcategory')} is not of ${cell('ServiceCategory')}`]),
  ];
}

const unitPrices = [
  'ContractedUnitPrice',
  'ListUnitPrice',
  'PricingCurrencyContractedUnitPrice',
  'PricingCurrencyListUnitPrice',
] as const;

/** Units are plural, and a unit over a time has the time in the plural: "Pages", "GB-Seconds". */
function isUnit(unit: string): boolean {
  return /^(?:\d+ )?(?:[A-Z]\w*(?: [A-Z]\w*)*s|[KMGTPE]?i?B|(?:[A-Z]\w*(?: [A-Z]\w*)*)-(?:Year|Month|Day|Hour|Minute|Second)s)$/.test(
    unit,
  );
}

/** Its values are neither objects nor lists. */
function isKeyValue(value: string): boolean {
  try {
    const parsed: unknown = JSON.parse(value);
    return (
      typeof parsed === 'object' &&
      parsed !== null &&
      Object.values(parsed).every((one) => one === null || typeof one !== 'object')
    );
  } catch {
    return false;
  }
}

/** Floating point is exact enough to see a wrong price. */
function isProduct(product: string, one: string, other: string): boolean {
  const expected = Number(one) * Number(other);
  return Math.abs(Number(product) - expected) <= Math.abs(expected) * 1e-9;
}
