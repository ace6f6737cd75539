import { toneColour } from '../chart/chart-data.ts';
import { dashOf, newestOf, oldNewest, startOf, sumOf } from './time-lines.ts';
import type { TimeKind, TimeLine, TimeSpan } from './time-lines.ts';
import type { TimeLimit } from './time-plot.tsx';
import { momentWords } from './time-ticks.ts';
import styles from './time-chart.module.css';

interface TimeLegendProps {
  readonly kind: TimeKind;
  readonly lines: readonly TimeLine[];
  readonly span: TimeSpan;
  readonly cursor: number | null;
  readonly format: (value: number) => string;
  readonly limit: TimeLimit | undefined;
}

/** The figure beside each name is that of the period that is read; else the newest, of bars all together. */
export function TimeLegend({ kind, lines, span, cursor, format, limit }: TimeLegendProps) {
  return (
    <ul className={styles.legend}>
      {lines.map((line, place) => {
        const value =
          cursor === null ? (kind === 'lines' ? newestOf(line) : sumOf(line)) : (line.values[cursor] ?? null);
        const old = cursor === null && kind === 'lines' ? oldNewest(line, span) : null;
        return (
          <li key={line.id} className={styles.entry}>
            <Swatch line={line} kind={kind} place={place} />
            <span className={styles.name} title={line.title}>
              {line.title}
            </span>
            <b className={styles.number} data-none={value === null || undefined}>
              {value === null ? 'no data' : format(value)}
            </b>
            {old === null ? null : (
              <span
                className={styles.when}
              >{`at ${momentWords(startOf(span, old), { ...span, count: span.count - old })}`}</span>
            )}
          </li>
        );
      })}
      {limit === undefined ? null : (
        <li className={styles.entry}>
          <svg width="14" height="8" aria-hidden className={styles.swatch}>
            <line className={styles.limit} x1="0" x2="14" y1="4" y2="4" />
          </svg>
          <span className={styles.name}>{limit.label}</span>
          <b className={styles.number}>{format(limit.value)}</b>
        </li>
      )}
    </ul>
  );
}

interface SwatchProps {
  readonly line: TimeLine;
  readonly kind: TimeKind;
  readonly place: number;
}

function Swatch({ line: { tone }, kind, place }: SwatchProps) {
  return (
    <svg width="14" height="8" aria-hidden className={styles.swatch}>
      {kind === 'bars' ? (
        <>
          <rect x="3" width="8" height="8" rx="2" fill={toneColour(tone)} />
          {tone === 'failed' ? <path d="M3 6 9 0M6 8l5-5" stroke="var(--hatch)" strokeWidth="1.5" /> : null}
        </>
      ) : (
        <line
          x1="0"
          x2="14"
          y1="4"
          y2="4"
          stroke={toneColour(tone)}
          strokeWidth="2"
          strokeDasharray={dashOf(place)}
        />
      )}
    </svg>
  );
}
