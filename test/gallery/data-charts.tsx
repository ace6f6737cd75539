import type { ChartPoint, ChartSeries } from '#renderer/ui/chart/chart-data.ts';
import { Chart } from '#renderer/ui/chart/chart.tsx';
import { Figure, FigureStrip, SparkBars } from '#renderer/ui/figure.tsx';
import styles from './data-sections.module.css';

export function FiguresExample() {
  return (
    <FigureStrip label="Sample headlines">
      <Figure
        label="Failed batches"
        value="7"
        sub={
          <>
            <span className={styles.bad}>2 new</span> since 13:30
          </>
        }
        spark={<SparkBars label="Failed batches an hour, most recently 2" tone="failed" values={failed} />}
      />
      <Figure
        label="Failed documents, 24 h"
        value="197"
        unit="of 8,412"
        sub="2.3 %, usual range 1.1 to 1.9 %"
        spark={<SparkBars label="Failed documents an hour, rising" tone="failed" values={rising} />}
      />
      <Figure
        label="Waiting for review"
        value="184"
        sub="clears in about 2 h 58"
        spark={<SparkBars label="Waiting for review, rising" tone="review" values={rising} />}
      />
      <Figure
        label="Dead letters"
        value="46"
        unit="in 3 queues"
        sub="first expires in 2 d 18 h"
        spark={<SparkBars label="Dead letters an hour, with a gap" values={gappy} />}
      />
      <Figure label="Alarms" value={undefined} sub="reading" />
    </FigureStrip>
  );
}

const failed = [1, 0, 1, 0, 0, 1, 1, 0, 1, 1, 2, 3, 1, 2];
const rising = [1, 1, 1, 1, 3, 4, 6, 8, 11, 10, 9, 8, 10, 16];
const gappy = [8, 8, 9, 9, null, null, 10, 10, 12, 13, 14, 17, 19, 20];

const statusSeries: readonly ChartSeries[] = [
  { id: 'succeeded', title: 'SUCCEEDED', tone: 'succeeded' },
  { id: 'review', title: 'REVIEW_REQUIRED', tone: 'review' },
  { id: 'failed', title: 'FAILED', tone: 'failed' },
];

const hourly = [
  402, 420, 388, 240, 171, 124, 96, 88, 64, 71, 84, 92, 110, 148, 226, 331, 452, 571, 610, 566, 493, 590, 650,
  342,
];

const throughput: readonly ChartPoint[] = hourly.map((succeeded, index) => {
  const hour = String((15 + index) % 24).padStart(2, '0');
  // One hour has no measurement, to show a gap.
  const measured = index !== 9;
  return {
    label: index === 23 ? 'now' : hour,
    title: `${hour}:00 to ${hour}:59`,
    partial: index === 23,
    values: {
      succeeded: measured ? succeeded : null,
      review: measured ? Math.round(succeeded * 0.06) : null,
      failed: measured ? Math.round(succeeded * 0.03) : null,
    },
  };
});

export function StackedBarsExample() {
  return (
    <div className={styles.padded}>
      <Chart
        label="Sample throughput, documents per hour, last 24 h"
        kind="stacked-bars"
        series={statusSeries}
        points={throughput}
        height={120}
      />
    </div>
  );
}

const latencySeries: readonly ChartSeries[] = [
  { id: 'p50', title: 'p50', tone: 'data-1', figure: '1.2 s' },
  { id: 'p95', title: 'p95', tone: 'data-3', figure: '4.8 s' },
];

const latency: readonly ChartPoint[] = hourly.map((value, index) => {
  const measured = index < 7 || index > 9;
  return {
    label: String((15 + index) % 24).padStart(2, '0'),
    values: {
      p50: measured ? 0.8 + value / 1600 : null,
      p95: measured ? 2.4 + value / 260 : null,
    },
  };
});

export function LinesExample() {
  return (
    <div className={styles.padded}>
      <Chart
        label="Sample latency by hour, seconds"
        kind="lines"
        series={latencySeries}
        points={latency}
        height={120}
        format={(value) => `${value.toFixed(1)} s`}
      />
    </div>
  );
}

export function LoadingChartExample() {
  return (
    <div className={styles.padded}>
      <Chart
        label="Sample throughput"
        kind="stacked-bars"
        series={statusSeries}
        points={[]}
        height={120}
        loading
      />
    </div>
  );
}

const series: readonly ChartSeries[] = [
  { id: 'metered', title: 'Metered', tone: 'data-1' },
  { id: 'rest', title: 'Of it infrastructure', tone: 'data-5' },
  { id: 'estimated', title: 'Estimated', tone: 'data-1', estimated: true },
];

const dollars = [18, 24, 9, 4, 21, 26, 23, 25, 19, 8, 5, 22, 27, 12];

const points: readonly ChartPoint[] = dollars.map((each, index) => ({
  label: `${String(9 + index)} Nov`,
  partial: index === dollars.length - 1,
  values: { metered: index < 4 ? each / 3 : each, rest: each / 20, estimated: index < 4 ? each * 0.7 : 0 },
}));

export function EstimatedBarsExample() {
  return (
    <div className={styles.padded}>
      <Chart
        label="Sample spend per day, the oldest partly estimated"
        kind="stacked-bars"
        series={series}
        points={points}
        height={120}
        format={(value) => `$${value.toFixed(2)}`}
      />
    </div>
  );
}
