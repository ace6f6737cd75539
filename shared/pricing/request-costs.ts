import type { SpentOn } from '../contract/costs.ts';
import { decimal, decimalText, moneyText, sumOf, type MoneyStyle } from './decimal.ts';
import type { PriceBook } from './price-book.ts';
import { priceBooks } from './price-books.ts';
import { usdFor, type PriceName } from './price-names.ts';

/** Exact dollars, or why there are none. */
type SpendCost = { readonly usd: string; readonly why: null } | { readonly usd: null; readonly why: string };

interface Billed {
  readonly price: PriceName;
  readonly units: number;
}

/** What AWS charges for what the console asked, free tiers left out: they are the account's and not the console's. */
export function spendCost(row: SpentOn, book: PriceBook): SpendCost {
  const billed = billedFor(row);
  if (billed === 'free') return { usd: '0', why: null };
  if (billed === 'unknown') return { usd: null, why: `Nobody has said how ${row.pattern} is charged.` };
  const usd = usdFor(book, billed.price, billed.units);
  return usd === null ? { usd, why: `${book.name} has no price for ${billed.price}.` } : { usd, why: null };
}

export interface SpendSum {
  /** Of what has a price: at least so much where something is unpriced. */
  readonly usd: string;
  /** Patterns without a price. */
  readonly unpriced: readonly string[];
}

export function sumOfSpend(rows: readonly SpentOn[], book: PriceBook): SpendSum {
  const costs = rows.map((row) => ({ pattern: row.pattern, usd: spendCost(row, book).usd }));
  return {
    usd: decimalText(sumOf(costs.flatMap(({ usd }) => (usd === null ? [] : [decimal(usd)])))),
    unpriced: [...new Set(costs.flatMap(({ pattern, usd }) => (usd === null ? [pattern] : [])))].toSorted(),
  };
}

/** Patterns of tables go together, since they are charged alike; others keep their name. */
export function serviceOf(pattern: string): string {
  return partsOf(pattern).service === 'DynamoDB' ? 'DynamoDB' : pattern;
}

function billedFor({ pattern, calls, rru, items }: SpentOn): Billed | 'free' | 'unknown' {
  const { service, operation } = partsOf(pattern);
  // Each request of 64 KB or part of it, also one that brings nothing.
  if (service === 'SQS') return { price: 'sqs.standard', units: calls };
  // Transitions are charged and requests are not; a redrive's transitions are the pipeline's.
  if (service === 'Step Functions') return 'free';
  if (service === 'S3') return operation === 'GetObject' ? { price: 's3.get', units: calls } : 'unknown';
  if (service === 'CloudWatch') return billedByCloudWatch(operation, items);
  return { price: 'dynamodb.read', units: rru };
}

function billedByCloudWatch(operation: string, items: number): Billed | 'free' | 'unknown' {
  if (operation === 'DescribeAlarms' || operation === 'DescribeAlarmHistory') return 'free';
  // By metrics, and not by requests.
  return operation === 'GetMetricData' ? { price: 'cloudwatch.getMetricData', units: items } : 'unknown';
}

const services = ['SQS', 'CloudWatch', 'Step Functions', 'S3'] as const;

/** "SQS: ReceiveMessage"; what names no service is a question to a table. */
function partsOf(pattern: string): {
  readonly service: (typeof services)[number] | 'DynamoDB';
  readonly operation: string;
} {
  const service = services.find((name) => pattern.startsWith(`${name}: `));
  return service === undefined
    ? { service: 'DynamoDB', operation: pattern }
    : { service, operation: pattern.slice(service.length + 2) };
}

interface RequestCost {
  /** "$0.0002", "<$0.0001"; empty where the book has no price. */
  readonly text: string;
  /** Where the price comes from: no figure is shown without it. */
  readonly book: string;
}

/** What read units cost by the newest price book, on demand. */
export function readCost(rru: number, style?: Pick<MoneyStyle, 'tiny'>): RequestCost {
  return requestCost('dynamodb.read', rru, style);
}

/** What write units cost by the newest price book, on demand. */
export function writeCost(wru: number, style?: Pick<MoneyStyle, 'tiny'>): RequestCost {
  return requestCost('dynamodb.write', wru, style);
}

function requestCost(
  name: 'dynamodb.read' | 'dynamodb.write',
  units: number,
  { tiny = 'sign' }: Pick<MoneyStyle, 'tiny'> = {},
): RequestCost {
  const [book] = priceBooks;
  const usd = usdFor(book, name, units);
  return { text: usd === null ? '' : moneyText(usd, { tiny }), book: `${book.name}, on demand` };
}

/** Nothing refreshes by itself more often than once a minute; what is kept by hand is offered as well. */
export function paceChoices(kept: number): readonly number[] {
  return [...new Set([...usual, kept])].toSorted((left, right) => left - right);
}

/** "every minute", "every 5 minutes", "every 90 seconds", "every hour" */
export function paceWords(seconds: number): string {
  if (seconds % 3_600 === 0)
    return seconds === 3_600 ? 'every hour' : `every ${String(seconds / 3_600)} hours`;
  if (seconds % 60 === 0) return seconds === 60 ? 'every minute' : `every ${String(seconds / 60)} minutes`;
  return `every ${String(seconds)} seconds`;
}

/** What a month costs at another pace: half as often is half as much. Null where the price is not known. */
export function monthAtPace(usdAMonth: string | null, seconds: number, other: number): string | null {
  if (usdAMonth === null) return null;
  return moneyText(((Number(usdAMonth) * seconds) / other).toFixed(12));
}

const usual = [60, 120, 300, 900];
