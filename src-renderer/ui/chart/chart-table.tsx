import { valueOf, type ChartPoint, type ChartSeries } from './chart-data.ts';
import styles from './chart.module.css';

export interface ChartTableProps {
  readonly label: string;
  readonly series: readonly ChartSeries[];
  readonly points: readonly ChartPoint[];
  readonly format: (value: number) => string;
}

/** The same figures for those who cannot see the drawing. */
export function ChartTable({ label, series, points, format }: ChartTableProps) {
  return (
    <div className={styles.hidden}>
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
                {point.partial ? ', not over yet' : ''}
              </th>
              {series.map((each) => {
                const value = valueOf(point, each);
                return <td key={each.id}>{value === null ? 'no data' : format(value)}</td>;
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
