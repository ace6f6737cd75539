import type { Role } from '#shared/contract/define.ts';
import { utcDayOf } from '#shared/domain/downloads/days.ts';
import { maySeeTenant } from '#shared/domain/tenant-scope.ts';
import { useLatest } from '#renderer/contract/use-changes.ts';
import { useJobs } from '#renderer/contract/use-jobs.ts';
import { useMonitor } from '#renderer/contract/use-monitor.ts';
import { useNow } from '#renderer/ui/relative-time/use-now.ts';
import { laidBatches } from './laid-batches.ts';
import { madeReceipt } from './made-receipt.ts';
import type { Seen } from './seen.ts';
import type { Me } from './use-me.ts';
import { usePart } from './use-part.ts';
import { clockSkew } from './world-clock.ts';

/**
 * Reads Today: first what needs somebody, three reads a tenant and nothing else; once that has answered, well or badly,
 * everything else, each by itself.
 */
export function useToday(me: Me, tenant: string | null, as: Role, isWanted: boolean): Seen {
  const scope = { tenantId: tenant };
  const latest = useLatest();
  const monitor = useMonitor();
  const jobs = useJobs();
  const read = usePart('today.batches', scope, { isWanted, isFirst: true, receipt: receipts.batches });
  // Of a tenant that is not theirs nothing else would be answered either.
  const isSecond = isWanted && read.hasAnswered && (tenant === null || maySeeTenant(me, tenant));
  const now = useNow(5_000) + clockSkew(read.value?.readAt, read.gotAt);
  // They are read in the order of these lines, a few at once.
  return {
    me,
    as,
    tenant,
    now,
    batches: { ...read, value: read.value && laidBatches(read.value, latest.batches) },
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
      { date: utcDayOf(now) },
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
]);

/** As Downloads asks at first. */
const usualMinutes = 30;

const receipts = {
  batches: madeReceipt('Batches that failed, run or wait', 'GSI2'),
  groups: madeReceipt('Failures by cause', 'GSI2'),
  review: madeReceipt('Waiting for review', 'GSI2'),
  throughput: madeReceipt('Documents that ended', 'main'),
  queues: madeReceipt('How queues stand', 'SQS'),
};
