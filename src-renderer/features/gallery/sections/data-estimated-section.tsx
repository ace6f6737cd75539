import { Chart } from '#renderer/ui/chart/chart.tsx';
import type { ChartPoint, ChartSeries } from '#renderer/ui/chart/chart-data.ts';
import styles from './data-sections.module.css';

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
