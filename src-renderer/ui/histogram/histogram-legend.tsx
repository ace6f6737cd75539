import type { HistogramSeries } from './histogram-data.ts';
import styles from './histogram.module.css';

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
