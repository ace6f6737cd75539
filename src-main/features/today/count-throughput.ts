import { ok, type Result } from '#shared/contract/result.ts';
import type { Throughput } from '#shared/contract/today/today.ts';
import { documentsEnded } from '#shared/domain/monitor/metric-names.ts';
import { maySeeAll } from '#shared/domain/tenant-scope.ts';
import { hourMs, hoursOfBatches, hoursOfPoints, lastHours } from '#shared/domain/today/hours-of-day.ts';
import type { QueueAlarms } from '../../aws/alarms.ts';
import type { Handlers } from '../../contract/handlers.ts';
import type { IdOrder } from '../../reads/batches-by-time.ts';
import { batchesSince } from './batches-since.ts';
import { tenantsOfToday } from './tenants-of-today.ts';
import type { TodayParts } from './today-parts.ts';
import { todayReads, type TodayReads } from './today-reads.ts';

/** CloudWatch counts all tenants' documents together; of one tenant's the batches tell. */
export function countThroughput({ doors, session, orders, now }: TodayParts): Handlers['today.throughput'] {
  return async ({ tenantId }) => {
    const open = session();
    const { who } = open;
    const { alarms, reader } = doors();
    if (tenantId === null && maySeeAll(who)) return byMetrics(alarms, now());
    const asked = { pattern: 'extraction.batchesOfProject', index: 'table' } as const;
    const parts = todayReads(asked, { reader, who, now });
    return parts.reads.billed(await byBatches(tenantId, orders.of(open), parts));
  };
}

const outcomes = { succeeded: 'SUCCEEDED', review: 'REVIEW_REQUIRED', failed: 'FAILED' } as const;
type Outcome = keyof typeof outcomes;

async function byMetrics(alarms: QueueAlarms, now: number): Promise<Result<Throughput>> {
  const queries = Object.entries(outcomes).map(([id, outcome]) => ({
    id,
    metric: documentsEnded(outcome),
    statistic: 'Sum',
  }));
  const read = await alarms.metrics({ ...lastHours(now), periodSeconds: hourMs / 1_000, queries });
  if (!read.ok) return read;
  const { series, calls } = read.value;
  const problems = queries.flatMap(({ id }) => series.get(id)?.problem ?? []);
  const pointsOf = (id: Outcome) => series.get(id)?.points ?? [];
  return ok(
    {
      from: 'metrics',
      hours: hoursOfPoints(
        { succeeded: pointsOf('succeeded'), review: pointsOf('review'), failed: pointsOf('failed') },
        now,
      ),
      isAtLeast: problems.length > 0,
      problems: [...new Set(problems)],
      calls,
      readAt: new Date(now).toISOString(),
    },
    read.receipt,
  );
}

async function byBatches(
  tenantId: string | null,
  order: IdOrder,
  parts: TodayReads,
): Promise<Result<Throughput>> {
  const { calls, now } = parts;
  const scope = await tenantsOfToday(tenantId, parts);
  if (!scope.ok) return scope;
  const read = await batchesSince(scope.value, lastHours(now).from, { ...parts, order });
  if (!read.ok) return read;
  const { batches, isAll, problems } = read.value;
  return ok({
    from: 'batches',
    hours: hoursOfBatches(batches, now),
    isAtLeast: !(isAll && scope.value.isAll),
    problems: [...scope.value.problems, ...problems],
    calls: calls(),
    readAt: new Date(now).toISOString(),
  });
}
