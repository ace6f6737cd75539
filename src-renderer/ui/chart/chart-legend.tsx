import type { CSSProperties } from 'react';
import {
  hatchOf,
  seriesSum,
  toneColour,
  type ChartKind,
  type ChartPoint,
  type ChartSeries,
} from './chart-data.ts';
import styles from './chart.module.css';

export interface ChartLegendProps {
  readonly kind: ChartKind;
  readonly series: readonly ChartSeries[];
  readonly points: readonly ChartPoint[];
  readonly format: (value: number) => string;
}

export function ChartLegend({ kind, series, points, format }: ChartLegendProps) {
  return (
    <ul className={styles.legend}>
      {series.map((each) => {
        const sum = kind === 'stacked-bars' ? seriesSum(points, each) : null;
        const figure = each.figure ?? (sum === null ? undefined : format(sum));
        return (
          <li key={each.id} className={styles.entry}>
            <span
              className={styles.swatch}
              data-hatched={hatchOf(each)}
              style={{ '--tone': toneColour(each.tone) } as CSSProperties}
            />
            {each.title}
            {figure === undefined ? null : <b className={styles.number}>{figure}</b>}
          </li>
        );
      })}
    </ul>
  );
}
