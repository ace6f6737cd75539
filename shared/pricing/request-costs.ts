import type { SpentOn } from '../contract/costs.ts';
import type { PollBudget } from '../contract/monitor.ts';
import { decimal, decimalText, moneyText, sumDecimals, type MoneyStyle } from './decimal.ts';
import type { PriceBook } from './price-book.ts';
import { getBookInUse } from './book-in-use.ts';
import { usdFor, type PriceName } from './price-names.ts';

/** Exact dollars, or the reason why there are none. */
type SpendCost = { readonly usd: string; readonly why: null } | { readonly usd: null; readonly why: string };

interface Billed {
  readonly price: PriceName;
  readonly units: number;
}

/** Computes what AWS charges for the console's requests. Free tiers are ignored, because they belong to the account. */
export function spendCost(row: SpentOn, book: PriceBook): SpendCost {
  const billed = billedFor(row);
  if (billed === 'free') return { usd: '0', why: null };
  if (billed === 'unknown') return { usd: null, why: `There is no charging rule for ${row.pattern}.` };
  const usd = usdFor(book, billed.price, billed.units);
  return usd === null ? { usd, why: `${book.name} has no price for ${billed.price}.` } : { usd, why: null };
}

export interface SpendSum {
  /** The sum of everything with a price. It is a minimum if something is unpriced. */
  readonly usd: string;
  /** The patterns without a price. */
  readonly unpriced: readonly string[];
}

export function sumOfSpend(rows: readonly SpentOn[], book: PriceBook): SpendSum {
  const costs = rows.map((row) => ({ pattern: row.pattern, usd: spendCost(row, book).usd }));
  return {
    usd: decimalText(sumDecimals(costs.flatMap(({ usd }) => (usd === null ? [] : [decimal(usd)])))),
    unpriced: [...new Set(costs.flatMap(({ pattern, usd }) => (usd === null ? [pattern] : [])))].toSorted(),
  };
}

/** Patterns of tables share the name "DynamoDB", because they are charged alike. Other names stay. */
export function findService(pattern: string): string {
  return splitPattern(pattern).service === 'DynamoDB' ? 'DynamoDB' : pattern;
}

function billedFor({ pattern, calls, rru, items }: SpentOn): Billed | 'free' | 'unknown' {
  const { service, operation } = splitPattern(pattern);
  // Each request of up to 64 KB is charged, even an empty receive.
  if (service === 'SQS') return { price: 'sqs.standard', units: calls };
  // AWS charges for transitions and not for requests. The transitions of a redrive belong to the pipeline.
  if (service === 'Step Functions') return 'free';
  if (service === 'S3') return operation === 'GetObject' ? { price: 's3.get', units: calls } : 'unknown';
  if (service === 'Cost Explorer') return { price: 'costExplorer.request', units: calls };
  if (service === 'CloudWatch') return billedByCloudWatch(operation, items);
  return { price: 'dynamodb.read', units: rru };
}

function billedByCloudWatch(operation: string, items: number): Billed | 'free' | 'unknown' {
  if (operation === 'DescribeAlarms' || operation === 'DescribeAlarmHistory') return 'free';
  // GetMetricData is charged by metrics and not by requests.
  return operation === 'GetMetricData' ? { price: 'cloudwatch.getMetricData', units: items } : 'unknown';
}

const services = ['SQS', 'CloudWatch', 'Cost Explorer', 'Step Functions', 'S3'] as const;

/** Splits "SQS: ReceiveMessage". A pattern that names no service is a question to a table. */
function splitPattern(pattern: string): {
  readonly service: (typeof services)[number] | 'DynamoDB';
  readonly operation: string;
} {
  const service = services.find((name) => pattern.startsWith(`${name}: `));
  return service === undefined
    ? { service: 'DynamoDB', operation: pattern }
    : { service, operation: pattern.slice(service.length + 2) };
}

interface RequestCost {
  /** The formatted price, "$0.0002" or "<$0.0001"; empty if the book has no price. */
  readonly text: string;
  /** The name of the price book, which every figure must show. */
  readonly book: string;
}

/** Formats the on-demand cost of read units by the newest price book. */
export function readCost(rru: number, style?: Pick<MoneyStyle, 'tiny'>): RequestCost {
  return requestCost('dynamodb.read', rru, style);
}

/** Formats the on-demand cost of write units by the newest price book. */
export function writeCost(wru: number, style?: Pick<MoneyStyle, 'tiny'>): RequestCost {
  return requestCost('dynamodb.write', wru, style);
}

function requestCost(
  name: 'dynamodb.read' | 'dynamodb.write',
  units: number,
  { tiny = 'sign' }: Pick<MoneyStyle, 'tiny'> = {},
): RequestCost {
  const book = getBookInUse();
  const usd = usdFor(book, name, units);
  return { text: usd === null ? '' : moneyText(usd, { tiny }), book: `${book.name}, on demand` };
}

interface DiscoveryCost {
  /** Exact dollars. */
  readonly usd: string;
  /** The name of the price book; null if it has no price for a request. */
  readonly book: string | null;
  readonly told: string;
}

/** AWS charges for these requests, and not for reading the settings of tables, state machines, functions and alarms. */
const chargedInDiscovery: Readonly<Record<string, PriceName>> = {
  'SQS: ListQueues': 'sqs.standard',
  'SQS: GetQueueUrl': 'sqs.standard',
  'SQS: GetQueueAttributes': 'sqs.standard',
  'SQS: ListQueueTags': 'sqs.standard',
  // S3 charges a list as it charges a put.
  'S3: ListAllMyBuckets': 's3.put',
  'S3: GetBucketTagging': 's3.get',
};

/** Prices the calls that discovery made, by service and operation. */
export function discoveryCost(calls: ReadonlyMap<string, number>): DiscoveryCost {
  const book = getBookInUse();
  const costs = [...calls].flatMap(([call, count]) => {
    const price = chargedInDiscovery[call];
    return price === undefined ? [] : [{ count, usd: usdFor(book, price, count) }];
  });
  const usd = decimalText(sumDecimals(costs.flatMap((one) => (one.usd === null ? [] : [decimal(one.usd)]))));
  const isPriced = costs.every((one) => one.usd !== null);
  const charged = costs.reduce((sum, { count }) => sum + count, 0);
  const free = [...calls.values()].reduce((sum, count) => sum + count, 0) - charged;
  const cost = isPriced ? `cost ${moneyText(usd, { tiny: 'sign' })}` : 'are not priced';
  return {
    usd,
    book: isPriced ? book.name : null,
    told: `${charged} requests of SQS and S3 ${cost}; the other ${free} calls are free.`,
  };
}

/** Automatic refreshing is at most once a minute. An interval that was set by hand is offered as well. */
export function paceChoices(kept: number): readonly number[] {
  return [...new Set([...usual, kept])].toSorted((left, right) => left - right);
}

/** Formats an interval: "every minute", "every 5 minutes", "every 90 seconds", "every hour" */
export function describePace(seconds: number): string {
  if (seconds % 3_600 === 0)
    return seconds === 3_600 ? 'every hour' : `every ${String(seconds / 3_600)} hours`;
  if (seconds % 60 === 0) return seconds === 60 ? 'every minute' : `every ${String(seconds / 60)} minutes`;
  return `every ${String(seconds)} seconds`;
}

/**
 * Formats what a month of looks at this interval costs, "$0.39 to $1.94": while all is quiet, and if something were wrong
 * all the time. Returns null if the cost is unknown.
 */
export function monthAtPace(months: PollBudget['months'], seconds: number): string | null {
  const { quiet = null, wrong = null } = months.find((month) => month.seconds === seconds) ?? {};
  if (quiet === null || wrong === null) return null;
  const [least, most] = [moneyText(quiet), moneyText(wrong)];
  return least === most ? least : `${least} to ${most}`;
}

const usual = [60, 120, 300, 900];
