import plain from '../plain-table/plain-table.module.css';
import { exactUtc } from '../relative-time/relative-words.ts';
import { startOf, type TimeLine, type TimeSpan } from './time-lines.ts';
import styles from './time-chart.module.css';

interface TimeTableProps {
  readonly title: string;
  readonly lines: readonly TimeLine[];
  readonly span: TimeSpan;
  readonly format: (value: number) => string;
}

/** The newest first, since that is what one looks for. */
export function TimeTable({ title, lines, span, format }: TimeTableProps) {
  const periods = Array.from({ length: span.count }, (_, index) => span.count - 1 - index);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keys
    <section className={styles.scroll} aria-label={`Figures of ${title}`} tabIndex={0}>
      <table className={plain.table}>
        <thead>
          <tr>
            <th scope="col">Period from</th>
            {lines.map(({ id, title: name }) => (
              <th key={id} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {periods.map((index) => (
            <tr key={index}>
              <th scope="row">{exactUtc(startOf(span, index))}</th>
              {lines.map(({ id, values }) => {
                const value = values[index] ?? null;
                return <td key={id}>{value === null ? 'no data' : format(value)}</td>;
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
