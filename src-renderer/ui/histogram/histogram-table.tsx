import { memo } from 'react';
import { rangeWords, totalOf, type HistogramDrawing } from './histogram-data.ts';
import styles from './histogram.module.css';

type HistogramTableProps = Pick<HistogramDrawing, 'label' | 'bins' | 'series'>;

/** The same counts for those who cannot see the bars. */
export const HistogramTable = memo(function HistogramTable({ label, bins, series }: HistogramTableProps) {
  return (
    <div className={styles.hidden}>
      <table>
        <caption>{label}</caption>
        <thead>
          <tr>
            <th scope="col">Score</th>
            {series.map(({ id, title }) => (
              <th key={id} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {bins
            .filter((bin) => totalOf(bin, series) > 0)
            .map((bin) => (
              <tr key={bin.from}>
                <th scope="row">{rangeWords(bin)}</th>
                {series.map(({ id }) => (
                  <td key={id}>{(bin.counts[id] ?? 0).toLocaleString('en')}</td>
                ))}
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  );
});
