import type { Throughput } from '#shared/contract/today.ts';
import { grouped } from '#shared/domain/formatting.ts';
import { Chart } from '#renderer/ui/chart/chart.tsx';
import type { ChartPoint, ChartSeries } from '#renderer/ui/chart/chart-data.ts';
import { glyphOf, StatusGlyph } from '#renderer/ui/status.tsx';
import { leadToReview, leadToStatus, type LeadTo } from '../lead-to.ts';
import { Lead } from '../lead.tsx';
import type { Seen } from '../seen.ts';
import { formatHourLabel, formatHour } from '../messages.ts';
import { PartState, Problems, TodayPart } from './today-part.tsx';
import { addUpHours } from '../part-numbers.ts';
import styles from './throughput-part.module.css';
import { messages } from '../messages.ts';

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
