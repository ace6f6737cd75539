import { lazy, Suspense } from 'react';
import { VisuallyHidden } from '../visually-hidden/visually-hidden.tsx';
import type { ChartKind, ChartPoint, ChartSeries } from './chart-data.ts';
import { ChartLegend } from './chart-legend.tsx';
import { ChartTable } from './chart-table.tsx';
import styles from './chart.module.css';

// Recharts is larger than the rest of the console together; it comes when a chart does.
const ChartPlot = lazy(() => import('./chart-plot.tsx').then((module) => ({ default: module.ChartPlot })));

export interface ChartProps {
  /** What it shows, in words: "Documents per hour, last 24 h". */
  readonly label: string;
  readonly kind: ChartKind;
  readonly series: readonly ChartSeries[];
  readonly points: readonly ChartPoint[];
  readonly format?: ((value: number) => string) | undefined;
  /** Shorter, for the three figures of the axis. */
  readonly axisFormat?: ((value: number) => string) | undefined;
  readonly height?: number | undefined;
  /** "none" where the pane's head shows a ChartLegend. */
  readonly legend?: 'above' | 'none' | undefined;
  readonly loading?: boolean | undefined;
  /** What is behind a point, for the pointer; who hands it in has another way for the keyboard. */
  readonly onOpen?: ((point: ChartPoint) => void) | undefined;
}

export function Chart(props: ChartProps) {
  const { label, kind, series, points, height = 104, legend = 'above', loading = false } = props;
  const format = props.format ?? plain;
  if (loading) return <ChartSkeleton label={`${label}, loading`} height={height} />;
  return (
    <figure className={styles.figure} aria-label={label}>
      {legend === 'above' ? (
        <ChartLegend kind={kind} series={series} points={points} format={format} />
      ) : null}
      <Suspense fallback={<ChartSkeleton label={`${label}, loading`} height={height} />}>
        <ChartPlot
          label={label}
          kind={kind}
          series={series}
          points={points}
          format={format}
          axisFormat={props.axisFormat ?? format}
          height={height}
          onOpen={props.onOpen}
        />
      </Suspense>
      <ChartTable label={label} series={series} points={points} format={format} />
    </figure>
  );
}

function ChartSkeleton({ label, height }: { readonly label: string; readonly height: number }) {
  return (
    <div className={styles.skeleton} style={{ height }}>
      <VisuallyHidden>{label}</VisuallyHidden>
      {bones.map((tall) => (
        <span key={tall} className={styles.bone} style={{ height: `${tall}%` }} />
      ))}
    </div>
  );
}

// No two alike: they double as keys.
const bones = [46, 52, 49, 38, 27, 20, 15, 12, 10, 13, 18, 26, 41, 57, 68, 74, 71, 63, 66, 78];

const numbers = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });

function plain(value: number): string {
  return numbers.format(value);
}
