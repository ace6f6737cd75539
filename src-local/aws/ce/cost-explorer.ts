import type { World } from '../../world/world.ts';
import { AwsError, validationException } from '../protocol/aws-error.ts';
import { bindOperation, jsonService, type JsonService } from '../protocol/operation.ts';
import { anything, list, required, string, structure } from '../protocol/shapes.ts';

/** Tells what one service cost on one day. */
export interface CostLine {
  readonly day: string;
  /** As Cost Explorer names services: "Amazon Textract". */
  readonly service: string;
  /** Dollars as decimal text. */
  readonly usd: string;
  /** The cost allocation tags that are activated and that the resource carries. */
  readonly tags: Readonly<Record<string, string>>;
}

/** Reads what this world has cost from the first day to the day before `until`. */
export type ReadCosts = (
  world: World,
  days: { readonly from: string; readonly until: string },
) => Promise<readonly CostLine[]>;

interface Engine {
  readonly world: World;
  readonly readCosts: ReadCosts | undefined;
}

const operation = bindOperation<Engine>();
const date = string({ pattern: /^\d{4}-\d{2}-\d{2}$/ });
const expression = anything();

/** https://docs.aws.amazon.com/aws-cost-management/latest/APIReference/API_GetCostAndUsage.html */
const getCostAndUsage = operation({
  name: 'GetCostAndUsage',
  input: structure({
    TimePeriod: required(structure({ Start: required(date), End: required(date) })),
    Granularity: required(string({ oneOf: ['DAILY', 'MONTHLY'] })),
    Metrics: required(list(string({ oneOf: ['UnblendedCost', 'UNBLENDED_COST'] }), { min: 1 })),
    GroupBy: list(
      structure({
        Type: required(string({ oneOf: ['DIMENSION'] })),
        Key: required(string({ oneOf: ['SERVICE'] })),
      }),
    ),
    Filter: expression,
    NextPageToken: string({ min: 1, max: 8_192 }),
  }),
  async run({ world, readCosts }, { TimePeriod, Granularity, GroupBy = [], Filter, NextPageToken }) {
    const { Start, End } = TimePeriod;
    if (Start >= End) throw validationException('Start date (and hour) should be before end date (and hour)');
    const oldest = new Date(world.clock.now() - mostDaysBack * aDay).toISOString().slice(0, 10);
    if (Start < oldest) {
      throw validationException("You haven't enabled historical data beyond 14 months");
    }
    if (readCosts === undefined)
      throw new AwsError('DataUnavailableException', 'The requested data is unavailable.');
    const asked = parseFilter(Filter);
    const lines = (await readCosts(world, { from: Start, until: End })).filter((line) => asked(line));
    const periods = listPeriods(Start, End, Granularity);
    const first = readToken(NextPageToken, periods.length);
    const page = periods.slice(first, first + mostPeriods);
    const next = first + mostPeriods < periods.length ? writeToken(first + mostPeriods) : undefined;
    return {
      ...(GroupBy.length > 0 && { GroupDefinitions: GroupBy }),
      ResultsByTime: page.map((period) => toResult(world, period, lines, GroupBy.length > 0)),
      DimensionValueAttributes: [],
      ...(next !== undefined && { NextPageToken: next }),
    };
  },
});

const aDay = 86_400_000;
const mostDaysBack = 426;
const mostPeriods = 60;

interface Period {
  readonly Start: string;
  readonly End: string;
}

function listPeriods(start: string, end: string, granularity: string): readonly Period[] {
  const periods: Period[] = [];
  for (let at = start; at < end;) {
    const next = granularity === 'DAILY' ? addDay(at) : firstOfNextMonth(at);
    const stop = next < end ? next : end;
    periods.push({ Start: at, End: stop });
    at = stop;
  }
  return periods;
}

function addDay(day: string): string {
  return new Date(Date.parse(day) + aDay).toISOString().slice(0, 10);
}

function firstOfNextMonth(day: string): string {
  const [year = 0, month = 1] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);
}

function toResult(world: World, period: Period, lines: readonly CostLine[], isGrouped: boolean) {
  const own = lines.filter(({ day }) => day >= period.Start && day < period.End);
  const sums = new Map<string, bigint>();
  for (const { service, usd } of own) sums.set(service, (sums.get(service) ?? 0n) + toUnits(usd));
  const total = [...sums.values()].reduce((sum, value) => sum + value, 0n);
  // Figures are final a few days after the month; those of the newest two days change most.
  const closed = new Date(world.clock.now() - 2 * aDay).toISOString().slice(0, 10);
  return {
    TimePeriod: period,
    Total: isGrouped ? {} : { UnblendedCost: toAmount(total) },
    Groups: isGrouped
      ? [...sums]
          .toSorted(([a], [b]) => (a < b ? -1 : 1))
          .map(([service, value]) => ({ Keys: [service], Metrics: { UnblendedCost: toAmount(value) } }))
      : [],
    Estimated: period.End > closed,
  };
}

/** AWS gives ten places. */
const places = 10;

function toUnits(usd: string): bigint {
  const [whole = '0', fraction = ''] = usd.split('.');
  return BigInt(whole + fraction.slice(0, places).padEnd(places, '0'));
}

function toAmount(units: bigint) {
  const text = String(units).padStart(places + 1, '0');
  const amount = `${text.slice(0, -places)}.${text.slice(-places)}`.replace(/\.?0+$/, '');
  return { Amount: amount, Unit: 'USD' };
}

/** https://docs.aws.amazon.com/aws-cost-management/latest/APIReference/API_Expression.html */
function parseFilter(filter: unknown): (line: CostLine) => boolean {
  if (filter === undefined) return () => true;
  if (typeof filter !== 'object' || filter === null) throw validationException('Filter is not an expression');
  const parts = Object.entries(filter);
  const [part] = parts;
  if (part === undefined || parts.length > 1) {
    throw validationException('Expression has to have one of And, Or, Not, Dimensions, Tags');
  }
  const [kind, value] = part;
  if (kind === 'And' || kind === 'Or') {
    const all = (Array.isArray(value) ? value : []).map(parseFilter);
    if (all.length < 2) throw validationException(`${kind} expects at least two expressions`);
    return (line) => (kind === 'And' ? all.every((one) => one(line)) : all.some((one) => one(line)));
  }
  if (kind === 'Not') {
    const not = parseFilter(value);
    return (line) => !not(line);
  }
  const { Key, Values } = (value ?? {}) as { readonly Key?: unknown; readonly Values?: unknown };
  if (typeof Key !== 'string' || !Array.isArray(Values))
    throw validationException('Key and Values are required');
  if (kind === 'Tags') return ({ tags }) => Values.includes(tags[Key] ?? '');
  if (kind !== 'Dimensions') throw validationException(`Pocket AWS does not filter by ${kind}`);
  if (Key === 'SERVICE') return ({ service }) => Values.includes(service);
  if (Key === 'RECORD_TYPE') return () => Values.includes('Usage');
  throw validationException(`Pocket AWS does not filter by ${Key}`);
}

function writeToken(first: number): string {
  return Buffer.from(`periods from ${first}`).toString('base64');
}

function readToken(token: string | undefined, count: number): number {
  if (token === undefined) return 0;
  const first = Number(
    /^periods from (\d+)$/.exec(Buffer.from(token, 'base64').toString('utf8'))?.[1] ?? 'none',
  );
  if (Number.isNaN(first) || first >= count) {
    throw new AwsError('InvalidNextTokenException', 'The pagination token is invalid.');
  }
  return first;
}

/** AWS Cost Explorer as far as it is asked what services cost. */
export function costExplorer(world: World, readCosts?: ReadCosts): JsonService {
  return jsonService({
    name: 'ce',
    target: 'AWSInsightsIndexService',
    jsonVersion: '1.1',
    engine: { world, readCosts },
    operations: [getCostAndUsage],
  });
}
