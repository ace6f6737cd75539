import { grouped } from '#shared/domain/formatting.ts';
import { moneyText } from '#shared/pricing/decimal.ts';
import type { Price, PriceBook } from '#shared/pricing/price-book.ts';
import type { PriceName } from '#shared/pricing/price-names.ts';
import { findStanding, type Standing } from './confirmed-prices.ts';

/** Returns "DynamoDB" for "dynamodb.read". */
export function formatService(name: PriceName): string {
  return services.get(name.slice(0, name.indexOf('.'))) ?? name;
}

/** "claudeHaiku45.global.input" */
export function formatEntryName(name: PriceName): string {
  return name.slice(name.indexOf('.') + 1);
}

/** "$0.125 for a million read request units" */
export function formatPrice({ usd, per, unit }: Price): string {
  if (per === 1) return `$${usd} for a ${unit}`;
  const many = per === 1_000_000 ? 'a million' : grouped(per);
  return `$${usd} for ${many} ${pluralizeUnit(unit)}`;
}

/** "tokens in", "state transitions" */
function pluralizeUnit(unit: string): string {
  return /^\w+ (in|out)$/.test(unit) ? unit.replace(' ', 's ') : `${unit}s`;
}

/** "Second hand: Infracost, s3_bucket_test golden file, read in Nov 2026" */
export function describeSource(price: Pick<Price, 'source' | 'asOf' | 'verified'>): string {
  return `${standings[findStanding(price)]}${price.source}, ${describeReadDate(price.asOf)}`;
}
const standings: Readonly<Record<Standing, string>> = {
  vendor: '',
  'second-hand': 'Second hand: ',
  unchecked: 'Unchecked: ',
};

/** Says when the source was read: "read in Nov 2026", "read on 3 Nov 2026". */
export function describeReadDate(asOf: string | null): string {
  if (asOf === null) return 'date not recorded';
  return asOf.length === 7 ? `read in ${months.format(Date.parse(asOf))}` : `read on ${formatDay(asOf)}`;
}

/** Describes free tiers and volume discounts, which no figure here includes. */
export function describeLeftOut({ freePerMonth, tiers = [] }: Price): string {
  const free = freePerMonth === undefined ? [] : [`The first ${grouped(freePerMonth)} a month are free.`];
  const cheaper = tiers.map(({ over, usd }) => `Over ${grouped(over)} a month: $${usd}.`);
  const words = [...free, ...cheaper];
  return words.length === 0 ? '' : `${words.join(' ')} Not included in any figure here.`;
}

/** "in force since 1 Nov 2024" */
export function describeValidity({ effectiveFrom, effectiveUntil }: PriceBook): string {
  const since = `since ${formatDay(effectiveFrom)}`;
  return effectiveUntil === undefined
    ? `in force ${since}`
    : `from ${formatDay(effectiveFrom)} to ${formatDay(effectiveUntil)}`;
}

export function formatDay(day: string): string {
  return days.format(Date.parse(day));
}

const days = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});

const months = new Intl.DateTimeFormat('en-GB', { month: 'short', year: 'numeric', timeZone: 'UTC' });

const services: ReadonlyMap<string, string> = new Map([
  ['dynamodb', 'DynamoDB'],
  ['sqs', 'SQS'],
  ['stepFunctions', 'Step Functions'],
  ['lambda', 'Lambda'],
  ['s3', 'S3'],
  ['cloudwatch', 'CloudWatch'],
  ['textract', 'Textract'],
  ['dataAutomation', 'Bedrock Data Automation'],
  ['bedrock', 'Bedrock'],
]);

/** Formats "12.4 %" or "97 %". A small share is never shown as zero, and almost everything is never shown as 100 %. */
export function formatShare(share: number): string {
  const percent = share * 100;
  if (percent > 0 && percent < 0.1) return 'less than 0.1 %';
  if (percent < 100 && percent > 99.9) return 'more than 99.9 %';
  const isPlain = Number.isInteger(percent) || (percent >= 20 && percent < 99.5);
  return `${percent.toFixed(isPlain ? 0 : 1)} %`;
}

/** Formats a sum that stands alone; below a tenth of a cent it shows the first two digits. */
export function formatTileMoney(usd: string): string {
  const value = Number(usd);
  if (value === 0 || value >= 0.001) return moneyText(usd);
  return moneyText(usd, { places: Math.min(12, 1 - Math.floor(Math.log10(value))), tiny: 'digits' });
}
