import { openAttention } from '#main/reads/attention.ts';
import { openIdOrders } from '#main/reads/batches-by-time.ts';
import type { Attributes } from '#shared/catalogue/items/attribute-value.ts';
import type { Params } from '#shared/catalogue/keys/key-template.ts';
import type { Metric } from '#shared/contract/monitor.ts';
import { ok, refused, type Failure, type Result } from '#shared/contract/result.ts';
import type { Persona } from '#shared/contract/session.ts';
import type { MetricsAsked, MetricsRead } from '#main/aws/alarms.ts';
import type { CatalogueReader, PageRead, ReadOptions, StoredItem } from '#main/aws/dynamodb/reading.ts';
import { refusingDoors } from '#main/aws/doors.ts';
import { todayHandlers } from '#main/features/today/today-handlers.ts';
import { aReceipt } from '#test/builders/a-reader.ts';
import { anExtractionItem } from '#test/builders/an-extraction-item.ts';
import { aSession } from '#test/builders/a-session.ts';

export const today = Date.parse('2026-11-20T14:00:00.000Z');
export const context = { reference: 'ref', role: 'support', host: 'browser' } as const;

export interface AskedToday {
  readonly name: string;
  readonly params: Readonly<Record<string, string>>;
  readonly options: ReadOptions;
}

interface Told {
  readonly who?: Persona | null;
  /** Answers each question. Without it, every page is empty. */
  readonly answer?: (asked: AskedToday) => readonly StoredItem[] | Failure | { more: readonly StoredItem[] };
  readonly now?: () => number;
  readonly metrics?: (asked: MetricsAsked) => Result<MetricsRead>;
}

/** Opens Today over the test's answers, each of which takes a turn of the event loop. */
export function aTodayWorld({ who = null, answer = () => [], now = () => today, metrics }: Told) {
  const asked: AskedToday[] = [];
  const inFlight = { now: 0, most: 0 };
  const metricsAsked: MetricsAsked[] = [];
  async function run(name: string, given: Params, options: ReadOptions = {}): Promise<Result<PageRead>> {
    const one = { name: name.replace('extraction.', ''), params: given as Record<string, string>, options };
    asked.push(one);
    inFlight.now += 1;
    inFlight.most = Math.max(inFlight.most, inFlight.now);
    await new Promise((resolve) => setImmediate(resolve));
    inFlight.now -= 1;
    // This deployment keeps no attention.
    const answered = one.name === 'attentionState' ? [] : answer(one);
    if ('code' in answered) return { ok: false, failure: answered };
    const isCut = 'more' in answered;
    const items = isCut ? answered.more : answered;
    const page = {
      items,
      cursor: isCut ? 'cursor' : null,
      asked: { operation: 'Query', table: 'main', index: null, conditions: [] },
      throttled: 0,
      receipt: aReceipt,
    } as const;
    return ok(page as unknown as PageRead, aReceipt);
  }
  const refusing = refusingDoors('nothing');
  const handlers = todayHandlers({
    doors: () => ({
      ...refusing,
      reader: { run } as unknown as CatalogueReader,
      alarms: {
        ...refusing.alarms,
        async metrics(of) {
          await Promise.resolve();
          metricsAsked.push(of);
          return metrics?.(of) ?? refused({ code: 'throttled', message: 'Slower.', attempts: 4 });
        },
      },
    }),
    session: () => aSession({ who }),
    dueHours: () => 24,
    orders: openIdOrders(now),
    attention: openAttention(now),
    now,
  });
  return { handlers, asked, inFlight, metricsAsked };
}

export function buildDirectory(tenants: number): StoredItem[] {
  return Array.from({ length: tenants }, (_, place) => {
    const key = { PK: { S: 'DIRECTORY#TENANTS' }, SK: { S: `TENANT#${tenantNumber(place)}` } };
    return stored(key, { name: { S: `Tenant ${place}` } });
  });
}

export function tenantNumber(place: number): string {
  return `t${String(place).padStart(3, '0')}`;
}

interface FakeBatch {
  readonly tenantId?: string;
  readonly projectId?: string;
  readonly batchId: string;
  readonly hoursAgo?: number;
  readonly counts?: Readonly<Record<string, number>>;
}

export function aBatchItem(batch: FakeBatch): StoredItem {
  const { tenantId = 't', projectId = 'p', batchId, hoursAgo = 1, counts = {} } = batch;
  const at = { S: hoursBefore(hoursAgo) };
  const numbers = Object.entries({ SUCCEEDED: 0, ...counts });
  return stored(
    { PK: { S: `TENANT#${tenantId}#PROJECT#${projectId}` }, SK: { S: `BATCH#${batchId}` } },
    {
      GSI2SK: at,
      createdAt: at,
      statusSince: at,
      counts: { M: Object.fromEntries(numbers.map(([name, count]) => [name, { N: String(count) }])) },
    },
  );
}

export function aDocumentItem(batchId: string, documentId: string, hoursAgo: number): StoredItem {
  const at = { S: hoursBefore(hoursAgo) };
  return stored(
    { PK: { S: `TENANT#t#BATCH#${batchId}` }, SK: { S: `DOCUMENT#${documentId}` } },
    {
      GSI2SK: at,
      statusSince: at,
      error: { M: { stage: { S: 'textract' }, code: { S: 'Corrupt' }, message: { S: 'No page.' } } },
    },
  );
}

export function hoursBefore(hours: number): string {
  return new Date(today - hours * 3_600_000).toISOString();
}

export function denied(what: string): Failure {
  const message = `You may not read ${what}.`;
  return { code: 'read-denied', message, action: 'dynamodb:Query', resource: what, reference: '' };
}

export const unreachable: Failure = {
  code: 'aws-unreachable',
  message: 'DynamoDB did not answer.',
  service: 'DynamoDB',
  reference: '',
};

export function aSeries(
  asked: MetricsAsked,
  pointsOf: (metric: Metric) => readonly (readonly [number, number])[],
  problem: string | null = null,
): Result<MetricsRead> {
  const series = new Map(
    asked.queries.map(({ id, metric }) => [id, { points: pointsOf(metric), problem }] as const),
  );
  return ok({ series, calls: 1 }, aReceipt);
}

function stored(key: Attributes, attributes: Attributes): StoredItem {
  return anExtractionItem({ ...key, ...attributes });
}
