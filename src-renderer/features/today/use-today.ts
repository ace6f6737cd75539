import { latestBatches, useLatest } from '#renderer/contract/changes-provider.tsx';
import { useJobs } from '#renderer/contract/jobs-provider.tsx';
import { useMonitor } from '#renderer/contract/monitor-provider.tsx';
import { useNow } from '#renderer/ui/relative-time.tsx';
import type { Role } from '#shared/contract/define.ts';
import type { Receipt } from '#shared/contract/result.ts';
import type { Counted, TodayBatches } from '#shared/contract/today.ts';
import type { Batch } from '#shared/contract/pipeline-items.ts';
import { formatUtcDay } from '#shared/domain/download-days.ts';
import { grouped } from '#shared/domain/formatting.ts';
import { countLeftQueued } from '#shared/domain/matching-documents.ts';
import { maySeeTenant } from '#shared/permissions.ts';
import { usePart, type Me, type Seen } from './seen.ts';
import { messages } from './messages.ts';

/**
 * Reads Today: first the batches that need attention, with three reads a tenant, and once that has succeeded
 * or failed every other source on its own.
 */
export function useToday(me: Me, tenant: string | null, as: Role, isWanted: boolean): Seen {
  const scope = { tenantId: tenant };
  const latest = useLatest();
  const monitor = useMonitor();
  const jobs = useJobs();
  const read = usePart('today.batches', scope, { isWanted, isFirst: true, receipt: receipts.batches });
  // For a tenant that the person may not see, the other reads would be refused too.
  const isSecond = isWanted && read.hasAnswered && (tenant === null || maySeeTenant(me, tenant));
  const now = useNow(5_000) + measureClockSkew(read.value?.readAt, read.gotAt);
  // They are read in this order, a few at a time.
  return {
    me,
    as,
    tenant,
    now,
    batches: { ...read, value: read.value && applyChanges(read.value, latest.batches) },
    monitor: monitor.value,
    monitorFailure: monitor.failure,
    groups: usePart('today.groups', scope, { isWanted: isSecond, receipt: receipts.groups }),
    review: usePart('today.review', scope, { isWanted: isSecond, receipt: receipts.review }),
    queues: usePart(
      'dead-letters.queues',
      {},
      { isWanted: isSecond && me.seesQueues, receipt: receipts.queues },
    ),
    throughput: usePart('today.throughput', scope, { isWanted: isSecond, receipt: receipts.throughput }),
    day: usePart(
      'downloads.day',
      { date: formatUtcDay(now) },
      { isWanted: isSecond && me.seesDownloads, name: 'downloads' },
    ),
    stuck: usePart(
      'downloads.standing',
      { kind: 'stuck', minutes: usualMinutes },
      { isWanted: isSecond && me.seesDownloads, name: 'stuck' },
    ),
    neverPickedUp: usePart(
      'downloads.standing',
      { kind: 'never-picked-up', minutes: usualMinutes },
      { isWanted: isSecond && me.seesDownloads, name: 'never picked up' },
    ),
    // It changes once a day, so it comes last.
    corrections: usePart('incidents.corrections', scope, {
      isWanted: isSecond,
      receipt: receipts.corrections,
    }),
    desk: usePart('review.desk', {}, { isWanted: isSecond && me.mayReview }),
    jobs: jobs.value?.jobs,
    jobsFailure: jobs.failure,
  };
}

export function isOfToday(operation: string): boolean {
  return operations.has(operation);
}

const operations: ReadonlySet<string> = new Set([
  'today.batches',
  'today.groups',
  'today.review',
  'today.throughput',
  'dead-letters.queues',
  'downloads.day',
  'downloads.standing',
  'review.desk',
  'incidents.corrections',
  'monitor.objectives',
  'costs.findings',
]);

/** Downloads begins with the same limit. */
const usualMinutes = 30;

const receipts = {
  batches: makeReceipt(messages.page.failedRunningWaiting, 'GSI2'),
  groups: makeReceipt('Failures by cause', 'GSI2'),
  review: makeReceipt('Waiting for review', 'GSI2'),
  throughput: makeReceipt(messages.page.endedDocuments, 'main'),
  corrections: makeReceipt('Changed corrections', 'main'),
  queues: makeReceipt(messages.page.queueDepths, 'SQS'),
};

/** Applies the changes of actions to the lists, so that no batch is shown in a status it has left. */
export function applyChanges(read: TodayBatches, latest: ReadonlyMap<string, Batch>): TodayBatches {
  if (latest.size === 0) return read;
  const tenants = new Set(read.tenants.map(({ tenantId }) => tenantId));
  const readAt = Date.parse(read.readAt);
  const lay = (rows: readonly Batch[], status: Batch['status']) =>
    latestBatches(
      rows,
      latest,
      (batch) =>
        batch.status === status &&
        tenants.has(batch.tenantId) &&
        // A batch that had this status before the reading is already counted, in the list or beyond its end.
        (rows.some(({ batchId }) => batchId === batch.batchId) || parseSince(batch) > readAt),
    );
  const failed = lay(read.failed.newest, 'FAILED');
  const running = lay(read.running.newest, 'PROCESSING');
  const left = lay(read.leftQueued.most, 'FAILED').filter((batch) => countLeftQueued(batch) > 0);
  return {
    ...read,
    leftQueued: {
      batches: addToCount(read.leftQueued.batches, left.length - read.leftQueued.most.length),
      documents: addToCount(
        read.leftQueued.documents,
        sumLeftQueued(left) - sumLeftQueued(read.leftQueued.most),
      ),
      most: left,
    },
    failed: {
      ...read.failed,
      batches: addToCount(read.failed.batches, failed.length - read.failed.newest.length),
      documents: addToCount(
        read.failed.documents,
        countDocuments(failed, 'FAILED') - countDocuments(read.failed.newest, 'FAILED'),
      ),
      newest: [...failed],
    },
    running: {
      batches: addToCount(read.running.batches, running.length - read.running.newest.length),
      newest: [...running],
    },
    byTenant: read.byTenant.map((row) => ({
      ...row,
      failed: row.failed && addToCount(row.failed, countGrowth(row.tenantId, read.failed.newest, failed)),
      running:
        row.running && addToCount(row.running, countGrowth(row.tenantId, read.running.newest, running)),
    })),
  };
}

function countGrowth(tenantId: string, before: readonly Batch[], after: readonly Batch[]): number {
  const of = (rows: readonly Batch[]) => rows.filter((batch) => batch.tenantId === tenantId).length;
  return of(after) - of(before);
}

function parseSince({ statusSince, updatedAt }: Batch): number {
  return Date.parse(statusSince ?? updatedAt ?? '');
}

function countDocuments(batches: readonly Batch[], status: 'FAILED'): number {
  return batches.reduce((sum, { counts }) => sum + (counts[status] ?? 0), 0);
}

function sumLeftQueued(batches: readonly Batch[]): number {
  return batches.reduce((sum, batch) => sum + countLeftQueued(batch), 0);
}

function addToCount({ count, isAtLeast }: Counted, by: number): Counted {
  return { count: Math.max(0, count + by), isAtLeast };
}

/** "Failed, running and waiting batches, 3 calls": the receipt of data put together from many answers. */
function makeReceipt(title: string, index: string) {
  return ({ calls, readAt }: { readonly calls: number; readonly readAt: string }): Receipt => ({
    pattern: `${title}, ${calls === 1 ? '1 call' : `${grouped(calls)} calls`}`,
    index,
    pages: calls,
    items: 0,
    rru: 0,
    bytes: 0,
    ms: 0,
    asOf: readAt,
  });
}

/** Clocks may differ by this much, including the latency of an answer. */
const toleranceMs = 5_000;

/**
 * Returns how far the clock of the data is ahead of this page's. Ages use the clock that stamped the data,
 * because a sandbox may have been moved and a computer's clock may be wrong.
 */
export function measureClockSkew(readAt: string | undefined, gotAt: number): number {
  const told = Date.parse(readAt ?? '');
  if (Number.isNaN(told) || gotAt === 0) return 0;
  const skew = told - gotAt;
  return Math.abs(skew) <= toleranceMs ? 0 : skew;
}
