import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { downloads } from '#shared/catalogue/systems/downloads-system.ts';
import { extraction } from '#shared/catalogue/systems/extraction-system.ts';
import { documentStatuses } from '#shared/domain/statuses.ts';
import { daysPerMonth } from '#shared/pricing/cost-table.ts';
import { moneyText } from '#shared/pricing/decimal.ts';
import { deploymentCost, type CostLine, type DeployedParts } from '#shared/pricing/deployment-cost.ts';
import { priceBooks } from '#shared/pricing/price-books.ts';

/**
 * `npm run -s deployment-cost [-- --documents N]` estimates what the stacks in `infra/templates` cost in a month, by the
 * newest price book.
 */
const documentsAMonth = readDocuments(process.argv.slice(2));
const cost = deploymentCost(countParts('infra/templates'), documentsAMonth, priceBooks[0]);

process.stdout.write(
  [
    `Price book: ${cost.book}. An estimate for a month of 30 days, before what AWS gives for free.`,
    '',
    'While no document comes',
    ...cost.idle.map(formatLine),
    formatSum(cost.idleUsd),
    '',
    `For ${documentsAMonth} documents in addition`,
    ...cost.documents.map(formatLine),
    formatSum(cost.documentsUsd),
    '',
  ].join('\n'),
);

function readDocuments(args: readonly string[]): number {
  const place = args.indexOf('--documents');
  if (place < 0) return 1_000;
  const documents = Number(args[place + 1]);
  if (!Number.isInteger(documents) || documents < 1) {
    throw new Error(`--documents expects a whole number, and got ${args[place + 1] ?? 'nothing'}`);
  }
  return documents;
}

interface Resource {
  readonly Type: string;
  readonly Properties?: Readonly<Record<string, unknown>>;
}

function countParts(folder: string): DeployedParts {
  const resources = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => {
      const template = JSON.parse(readFileSync(join(folder, name), 'utf8')) as {
        readonly Resources: Readonly<Record<string, Resource>>;
      };
      return Object.values(template.Resources);
    });
  const count = (type: string): number => resources.filter((one) => one.Type === type).length;
  const schedules = resources.flatMap(({ Type, Properties }) =>
    Type === 'AWS::Events::Rule' && typeof Properties?.['ScheduleExpression'] === 'string'
      ? [Properties['ScheduleExpression']]
      : [],
  );
  return {
    alarms: count('AWS::CloudWatch::Alarm'),
    dashboards: count('AWS::CloudWatch::Dashboard'),
    keys: count('AWS::KMS::Key'),
    // Lambda's reading of a table's stream is free.
    polledQueues: resources.filter(
      ({ Type, Properties }) =>
        Type === 'AWS::Lambda::EventSourceMapping' && Properties?.['StartingPosition'] === undefined,
    ).length,
    scheduledCalls: schedules.reduce((sum, schedule) => sum + countCalls(schedule), 0),
    megabytesOfAFunction: 1_024,
    metrics: countMetrics(),
  };
}

/** A count for each access pattern and for reads that are none, the ends of documents by status, a score and a duration. */
function countMetrics(): number {
  const patterns = [extraction, downloads].flatMap((system) => Object.keys(system.patterns));
  return patterns.length + 1 + documentStatuses.length + 2;
}

/** Calls in a month, of the two kinds of schedule that the stacks have. */
function countCalls(schedule: string): number {
  const [, minutes] = /^rate\((\d+) minutes?\)$/.exec(schedule) ?? [];
  if (minutes !== undefined) return (daysPerMonth * 24 * 60) / Number(minutes);
  if (/^cron\(\d+ \d+ \* \* \? \*\)$/.test(schedule)) return daysPerMonth;
  throw new Error(`How often "${schedule}" calls is not known here`);
}

function formatLine({ what, units, usd, freePerMonth }: CostLine): string {
  const free = freePerMonth === undefined ? '' : `  (${freePerMonth} free a month)`;
  const money = usd === null ? 'no price' : moneyText(usd, { places: 2 });
  return `  ${money.padStart(10)}  ${what}: ${units}${free}`;
}

function formatSum(usd: string): string {
  return `  ${moneyText(usd, { places: 2 }).padStart(10)}  together`;
}
