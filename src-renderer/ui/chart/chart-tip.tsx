import type { CSSProperties } from 'react';
import { hatchOf, toneColour, valueOf, type ChartPoint, type ChartSeries } from './chart-data.ts';
import styles from './chart.module.css';

export interface ChartTipProps {
  readonly point: ChartPoint | undefined;
  readonly series: readonly ChartSeries[];
  readonly format: (value: number) => string;
}

export function ChartTip({ point, series, format }: ChartTipProps) {
  if (point === undefined) return null;
  return (
    <div className={styles.tip}>
      <div className={styles.tipTitle}>
        {point.title ?? point.label}
        {point.partial ? ', not over yet' : ''}
      </div>
      {series.map((each) => {
        const value = valueOf(point, each);
        return (
          <div key={each.id} className={styles.tipRow}>
            <span
              className={styles.swatch}
              data-hatched={hatchOf(each)}
              style={{ '--tone': toneColour(each.tone) } as CSSProperties}
            />
            <span>{each.title}</span>
            <b className={styles.tipNumber}>{value === null ? 'no data' : format(value)}</b>
          </div>
        );
      })}
    </div>
  );
}
