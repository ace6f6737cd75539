import { useNames } from '#renderer/contract/names.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import { ProgressBar } from '#renderer/ui/progress.tsx';
import { StackedStatusBar } from '#renderer/ui/stacked-status-bar.tsx';
import type { Job } from '#shared/contract/jobs.ts';
import type { Batch } from '#shared/contract/pipeline-items.ts';
import { grouped } from '#shared/domain/formatting.ts';
import { canGoOn, countEnded, isUnderWay, jobStateWords, jobTitle } from '#shared/domain/job-words.ts';
import { isOfFleet, leadToStatus, leadToReview, type LeadTo } from '../lead-to.ts';
import { Lead, useLeads } from '../lead.tsx';
import {
  formatCountedNouns,
  describeDone,
  formatCounted,
  isNone,
  messages,
  formatHourLabel,
  formatHour,
} from '../messages.ts';
import type { Seen } from '../seen.ts';
import styles from './parts.module.css';
import { Age, PartState, PartNote, TodayPart, Problems } from './today-part.tsx';
import type { CSSProperties } from 'react';
import type { TodayReview, Throughput } from '#shared/contract/today.ts';
import { formatTimeSpan } from '#renderer/ui/relative-time.tsx';
import { StatusGlyph, glyphOf } from '#renderer/ui/status.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { pageKeys } from '#renderer/ui/page-keys.ts';
import { listBucketRows, describeQueueFoot, type BucketRow, addUpHours } from '../part-numbers.ts';
import { Chart } from '#renderer/ui/chart/chart.tsx';
import type { ChartPoint, ChartSeries } from '#renderer/ui/chart/chart-data.ts';

/** Lists the running batches with their progress. */
export function RunningPart({ seen }: { readonly seen: Seen }) {
  const { batches, now } = seen;
  const running = batches.value?.running;
  return (
    <TodayPart
      title={messages.batches.running}
      hint={running && running.newest.length > 0 && formatCountedNouns(running.batches, 'batch', 'batches')}
      actions={
        <>
          {isOfFleet(seen) ? (
            <Lead isWord to={{ desk: 'fleet', list: 'standing-still' }}>
              {messages.batches.standingStill}
            </Lead>
          ) : null}
          {running && running.newest.length > 0 ? (
            <Lead isWord to={leadToStatus(seen, 'PROCESSING')}>
              {messages.batches.allRunning}
            </Lead>
          ) : null}
        </>
      }
    >
      <PartState part={batches} notRead={messages.batches.notRead} reading={messages.batches.readingRunning}>
        {(value) =>
          value.running.newest.length === 0 ? (
            <PartNote>
              {value.problems.length > 0 ? messages.batches.noneKnown : messages.batches.noneRunning}
            </PartNote>
          ) : (
            <ul className={styles.list} aria-label={messages.figures.batchesRunning}>
              {value.running.newest.slice(0, mostListed).map((batch) => (
                <RunningRow key={`${batch.tenantId} ${batch.batchId}`} batch={batch} now={now} />
              ))}
            </ul>
          )
        }
      </PartState>
    </TodayPart>
  );
}

const mostListed = 5;

function RunningRow({ batch, now }: { readonly batch: Batch; readonly now: number }) {
  const { workflowOrProject } = useNames();
  const { tenantId, batchId, workflowId, projectId, counts, otherCounts, statusSince } = batch;
  const since = Date.parse(statusSince ?? '');
  return (
    <li className={styles.row}>
      <Lead
        isRow
        to={{ desk: 'batch', tenant: tenantId, batch: batchId }}
        className={classNames(styles.name, styles.mono)}
      >
        {batchId}
      </Lead>
      <span className={styles.end}>{Number.isNaN(since) ? '' : <Age at={since} now={now} />}</span>
      <span className={styles.quiet} title={workflowId ?? projectId}>
        {workflowOrProject(batch)}
      </span>
      <span className={styles.end}>{describeDone(batch)}</span>
      <span className={styles.wide}>
        <StackedStatusBar counts={counts} others={otherCounts} label={`Documents of ${batchId}`} size="sm" />
      </span>
    </li>
  );
}

/** Lists the running plans, and stopped ones with unsent items. */
export function JobsPart({ seen: { jobs, jobsFailure } }: { readonly seen: Seen }) {
  const inHand = jobs?.filter((job) => isUnderWay(job) || canGoOn(job)) ?? [];
  return (
    <TodayPart
      title="Jobs"
      actions={
        <Lead isWord to={{ desk: 'jobs', job: null }}>
          All jobs
        </Lead>
      }
    >
      {inHand.length === 0 ? <PartNote>{describeNone(jobs, jobsFailure)}</PartNote> : null}
      <ul className={styles.list} aria-label={messages.jobs.list}>
        {inHand.map((job) => (
          <JobRow key={job.jobId} job={job} />
        ))}
      </ul>
    </TodayPart>
  );
}

function describeNone(jobs: Seen['jobs'], failure: Seen['jobsFailure']): string {
  if (jobs !== undefined) return messages.jobs.none;
  return failure === undefined ? 'Reading the jobs.' : messages.jobs.notRead(failure.message);
}

function JobRow({ job }: { readonly job: Job }) {
  const ended = countEnded(job);
  return (
    <li className={styles.job}>
      <ProgressBar
        label={jobTitle(job)}
        value={ended}
        max={job.total}
        figure={
          isUnderWay(job) ? undefined : `${jobStateWords[job.state]}, ${grouped(job.counts.waiting)} not sent`
        }
        tone={job.state === 'running' ? 'accent' : 'failed'}
        thin
      />
      <Lead isRow to={{ desk: 'jobs', job: job.jobId }} label={`Open ${jobTitle(job)}`}>
        {null}
      </Lead>
    </li>
  );
}

/** Shows how long documents have waited for a reviewer. */
export function ReviewPart({ seen }: { readonly seen: Seen }) {
  const { review, me, tenant, now } = seen;
  const { follow } = useLeads();
  return (
    <TodayPart
      title="Review queue"
      hint={messages.review.byWaitingTime}
      actions={
        me.mayReview ? (
          <Button
            size="sm"
            shortcut={pageKeys.today.startReviewing}
            onClick={() => follow({ desk: 'review', tenant, olderThanMinutes: null, start: true })}
          >
            Start reviewing
          </Button>
        ) : undefined
      }
    >
      <PartState
        part={review}
        notRead={messages.review.notCounted}
        reading={messages.review.counting}
        rows={5}
      >
        {(value) => (
          <>
            {isNone(value.waiting) ? (
              <PartNote>{messages.review.none}</PartNote>
            ) : (
              <>
                <Buckets seen={seen} review={value} />
                <PartNote>{describeQueueFoot(value, now)}</PartNote>
              </>
            )}
            <Problems of={value.problems} />
          </>
        )}
      </PartState>
    </TodayPart>
  );
}

function Buckets({ seen, review }: { readonly seen: Seen; readonly review: TodayReview }) {
  const rows = listBucketRows(review);
  const most = Math.max(1, ...rows.map(({ counted }) => counted.count));
  return (
    <ul className={styles.buckets}>
      {rows.map((row) => (
        <Bucket key={row.id} row={row} share={row.counted.count / most} seen={seen} />
      ))}
    </ul>
  );
}

interface BucketProps {
  readonly row: BucketRow;
  readonly share: number;
  readonly seen: Seen;
}

function Bucket({ row: { id, words, counted, fromMinutes }, share, seen }: BucketProps) {
  const isOverdue = id === 'overdue';
  return (
    <li className={styles.bucket} data-bucket={id} data-none={counted.count === 0 || undefined}>
      <Lead
        isRow
        to={leadToReview(seen, fromMinutes)}
        label={`${words}: ${formatCounted(counted)}`}
        title={describeOpening(fromMinutes, seen.me.mayReview)}
        className={styles.words}
      >
        {isOverdue ? <StatusGlyph glyph="failed" /> : null}
        {words}
      </Lead>
      <span className={styles.bar} style={{ '--share': `${(share * 100).toFixed(1)}%` } as CSSProperties} />
      <b className={styles.reviewPartNumber}>{formatCounted(counted)}</b>
    </li>
  );
}

/**
 * The filter of the queue has no upper limit, and a list of batches has no filter, so the opened list may be
 * longer than the count.
 */
function describeOpening(fromMinutes: number | null, mayReview: boolean): string {
  if (!mayReview) return messages.review.opensBatches;
  return fromMinutes === null
    ? messages.review.opensQueue
    : messages.review.opensWaiting(formatTimeSpan(fromMinutes * 60_000));
}

/** Shows the outcome of documents hour by hour. */
export function ThroughputPart({ seen }: { readonly seen: Seen }) {
  const { throughput } = seen;
  return (
    <TodayPart
      title="Throughput"
      hint={describeHint(throughput.value)}
      actions={throughput.value && <Totals seen={seen} throughput={throughput.value} />}
    >
      <PartState
        part={throughput}
        notRead={messages.throughput.notRead}
        reading={messages.throughput.reading}
        rows={3}
      >
        {(value) => (
          <>
            <div className={styles.chart}>
              <Chart
                label="Documents per hour, last 24 hours, by UTC"
                kind="stacked-bars"
                series={series}
                points={value.hours.map((hour, at) => toPoint(hour, at === value.hours.length - 1))}
                format={grouped}
                axisFormat={formatAxisNumber}
                legend="none"
                height={112}
              />
            </div>
            <Problems of={value.problems} />
          </>
        )}
      </PartState>
    </TodayPart>
  );
}

/** Shows the legend, in which each number is a link to its list. */
function Totals({ seen, throughput }: { readonly seen: Seen; readonly throughput: Throughput }) {
  const totals = addUpHours(throughput);
  const isOfMetrics = throughput.from === 'metrics';
  const rows = [
    ['SUCCEEDED', totals.succeeded, isOfMetrics ? metrics : leadToEnded(seen)],
    ['REVIEW_REQUIRED', totals.review, isOfMetrics ? metrics : leadToReview(seen)],
    ['FAILED', totals.failed, isOfMetrics ? metrics : leadToStatus(seen, 'FAILED')],
  ] as const;
  return (
    <ul className={styles.totals} aria-label="Documents that ended in 24 hours">
      {rows.map(([status, count, lead]) => (
        <li key={status}>
          <Lead to={lead} className={styles.total}>
            <StatusGlyph glyph={glyphOf[status]} />
            <span className={styles.status}>{status}</span>{' '}
            <b>{count === null ? 'no data' : `${totals.isAtLeast ? 'at least ' : ''}${grouped(count)}`}</b>
          </Lead>
        </li>
      ))}
    </ul>
  );
}

const metrics: LeadTo = { desk: 'metrics' };

function leadToEnded({ tenant }: Seen): LeadTo {
  return tenant === null ? { desk: 'tenants' } : { desk: 'batches-by-project', tenant };
}

function describeHint(value: Throughput | undefined): string {
  if (value?.from === 'batches') return messages.throughput.byHour;
  return 'documents per hour, last 24 h';
}

const series: readonly ChartSeries[] = [
  { id: 'succeeded', title: 'Succeeded', tone: 'succeeded' },
  { id: 'review', title: 'Review required', tone: 'review' },
  { id: 'failed', title: 'Failed', tone: 'failed' },
];

function toPoint(
  { at, succeeded, review, failed }: Throughput['hours'][number],
  isLast: boolean,
): ChartPoint {
  const from = Date.parse(at);
  return {
    label: isLast ? 'now' : formatHourLabel(from),
    title: formatHour(from),
    partial: isLast,
    values: { succeeded, review, failed },
  };
}

/** A fraction of a document means nothing. */
function formatAxisNumber(value: number): string {
  return Number.isInteger(value) ? grouped(value) : '';
}
