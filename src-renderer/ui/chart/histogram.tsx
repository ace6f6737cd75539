import { lazy, Suspense, type CSSProperties, type ReactNode } from 'react';
import { StatusBadge } from '../status.tsx';
import { useWidth } from '../use-width.ts';
import { ChartTable } from './chart.tsx';
import type { HistogramPlotProps } from './histogram-plot.tsx';
import { formatRange, placeOn, sumBin, type HistogramSeries, type HistogramZone } from './histogram-scale.ts';
import styles from './histogram.module.css';

// Recharts loads with the first chart, as in chart.tsx.
const HistogramPlot = lazy(() =>
  import('./histogram-plot.tsx').then((module) => ({ default: module.HistogramPlot })),
);

interface HistogramProps extends Omit<HistogramPlotProps, 'width'> {
  readonly label: string;
  readonly zones: readonly [HistogramZone, HistogramZone, HistogramZone];
  /** This is shown in the middle if there is nothing to draw. */
  readonly empty?: ReactNode;
}

/**
 * Shows the distribution of scores with two handles that divide it. A move redraws the handles and the
 * ground, but no bar.
 */
export function Histogram({ label, zones, empty, ...plot }: HistogramProps) {
  const { axisFrom, bins, series, handles } = plot;
  const [measure, width] = useWidth();
  const borders = handles.map(({ value }) => placeOn({ from: axisFrom }, value));
  return (
    <figure className={styles.histogram} aria-label={label}>
      <div ref={measure} className={styles.plot}>
        <div className={styles.ground}>
          {zones.map((zone, place) => (
            <Zone key={zone.status} zone={zone} from={borders[place - 1] ?? 0} to={borders[place] ?? 1} />
          ))}
        </div>
        <Suspense>{width === null ? null : <HistogramPlot {...plot} width={width} />}</Suspense>
        {empty === undefined ? null : <div className={styles.empty}>{empty}</div>}
      </div>
      <ChartTable
        label={label}
        head="Score"
        series={series}
        points={bins
          .filter((bin) => sumBin(bin, series) > 0)
          .map((bin) => ({ label: formatRange(bin), values: bin.counts }))}
        format={formatCount}
      />
    </figure>
  );
}

function formatCount(count: number): string {
  return count.toLocaleString('en');
}

interface ZoneProps {
  readonly zone: HistogramZone;
  /** The borders go from 0 to 1. */
  readonly from: number;
  readonly to: number;
}

/** Draws the ground between the handles and, above the bars, the name of the outcome. */
function Zone({ zone: { status, range, share }, from, to }: ZoneProps) {
  return (
    <div className={styles.zone} data-status={status} style={{ '--from': from, '--to': to } as CSSProperties}>
      <div className={styles.zoneWords}>
        <span className={styles.zoneName}>
          <StatusBadge status={status} />
        </span>
        <span className={styles.zoneDetail}>
          <span className={styles.zoneRange}>
            {range}
            {share === undefined ? null : ', '}
          </span>
          {share}
        </span>
      </div>
    </div>
  );
}

export function HistogramLegend({ series }: { readonly series: readonly HistogramSeries[] }) {
  return (
    <ul className={styles.legend} aria-label="Parts of a bar">
      {series.map(({ id, title, fill }) => (
        <li key={id} className={styles.entry}>
          <span className={styles.swatch} data-fill={fill} />
          {title}
        </li>
      ))}
    </ul>
  );
}
