import { lazy, Suspense, type CSSProperties } from 'react';
import { VisuallyHidden, visuallyHidden } from '../visually-hidden.tsx';
import {
  findHatch,
  seriesSum,
  toneColour,
  readValue,
  type ChartKind,
  type ChartPoint,
  type ChartSeries,
} from './chart-data.ts';
import inline from '../inline.module.css';
import { messages } from '../messages.ts';
import styles from './chart.module.css';

// Recharts is larger than the rest of the console together, so it loads with the first chart.
const ChartPlot = lazy(() => import('./chart-plot.tsx').then((module) => ({ default: module.ChartPlot })));

interface ChartProps {
  /** The label says what the chart shows, as in "Documents per hour, last 24 h". */
  readonly label: string;
  readonly kind: ChartKind;
  readonly series: readonly ChartSeries[];
  readonly points: readonly ChartPoint[];
  readonly format?: ((value: number) => string) | undefined;
  /** A shorter format is used for the three figures of the axis. */
  readonly axisFormat?: ((value: number) => string) | undefined;
  readonly height?: number | undefined;
  /** Use "none" if the pane's head shows a ChartLegend. */
  readonly legend?: 'above' | 'none' | undefined;
  readonly loading?: boolean | undefined;
  /** Opens the data behind a point with the pointer; the caller must offer another way for the keyboard. */
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

// No two heights are alike, because they also serve as keys.
const bones = [46, 52, 49, 38, 27, 20, 15, 12, 10, 13, 18, 26, 41, 57, 68, 74, 71, 63, 66, 78];

const numbers = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });

function plain(value: number): string {
  return numbers.format(value);
}

interface ChartLegendProps {
  readonly kind: ChartKind;
  readonly series: readonly ChartSeries[];
  readonly points: readonly ChartPoint[];
  readonly format: (value: number) => string;
}

function ChartLegend({ kind, series, points, format }: ChartLegendProps) {
  return (
    <ul className={inline.legend}>
      {series.map((each) => {
        const sum = kind === 'stacked-bars' ? seriesSum(points, each) : null;
        const figure = each.figure ?? (sum === null ? undefined : format(sum));
        return (
          <li key={each.id} className={inline.entry}>
            <span
              className={styles.swatch}
              data-hatched={findHatch(each)}
              style={{ '--tone': toneColour(each.tone) } as CSSProperties}
            />
            {each.title}
            {figure === undefined ? null : <b>{figure}</b>}
          </li>
        );
      })}
    </ul>
  );
}

interface ChartTableProps {
  readonly label: string;
  readonly series: readonly ChartSeries[];
  readonly points: readonly ChartPoint[];
  readonly format: (value: number) => string;
}

/** Gives screen readers the same figures as the drawing. */
function ChartTable({ label, series, points, format }: ChartTableProps) {
  return (
    <div className={visuallyHidden}>
      <table>
        <caption>{label}</caption>
        <thead>
          <tr>
            <th scope="col">When</th>
            {series.map((each) => (
              <th key={each.id} scope="col">
                {each.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {points.map((point) => (
            <tr key={point.label}>
              <th scope="row">
                {point.title ?? point.label}
                {point.partial ? messages.parts.notOverYet : ''}
              </th>
              {series.map((each) => {
                const value = readValue(point, each);
                return <td key={each.id}>{value === null ? messages.parts.noData : format(value)}</td>;
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
