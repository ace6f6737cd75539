import type { MouseEvent, ReactNode } from 'react';
import styles from './figure.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

interface FigureStripProps {
  readonly label: string;
  readonly children: ReactNode;
}

/** Shows headline figures side by side, with fewer in a row as the room shrinks. */
export function FigureStrip({ label, children }: FigureStripProps) {
  return (
    <section className={styles.strip} aria-label={label}>
      {children}
    </section>
  );
}

interface FigureProps {
  readonly label: string;
  /** The value is the shown text, such as "7" or "$0.0474", and undefined while it is being read. */
  readonly value: string | undefined;
  /** The unit follows the figure in small type, as in "of 8,412". */
  readonly unit?: string | undefined;
  readonly sub?: ReactNode;
  readonly spark?: ReactNode;
  /** Opens the list behind the number. */
  readonly onOpen?: ((event: MouseEvent) => void) | undefined;
  /** This is the address of that list, so that it can also be opened beside this page. */
  readonly href?: string | undefined;
}

export function Figure({ label, value, unit, sub, spark, onOpen, href }: FigureProps) {
  return (
    <div className={styles.figure}>
      <div className={styles.label}>
        {onOpen === undefined ? (
          label
        ) : href !== undefined ? (
          <a href={href} className={styles.open} onClick={onOpen}>
            {label}
          </a>
        ) : (
          <button type="button" className={styles.open} onClick={onOpen}>
            {label}
          </button>
        )}
      </div>
      <div className={styles.row}>
        {value === undefined ? (
          <span className={styles.bone}>
            <VisuallyHidden>loading</VisuallyHidden>
          </span>
        ) : (
          <span className={styles.value}>
            {value}
            {unit === undefined ? null : <small className={styles.unit}> {unit}</small>}
          </span>
        )}
        {spark}
      </div>
      <div className={styles.sub}>{sub}</div>
    </div>
  );
}

export type SparkTone = 'failed' | 'review' | 'succeeded' | 'processing' | 'quiet' | 'accent';

interface SparkBarsProps {
  /** The label says what the bars show, as in "Failed batches an hour, most recently 4". */
  readonly label: string;
  /** Null means that nothing was measured, which is a gap and not a zero. */
  readonly values: readonly (number | null)[];
  readonly tone?: SparkTone | undefined;
  readonly width?: number | undefined;
  readonly height?: number | undefined;
}

const slot = 5;
const bar = 3;

export function SparkBars({ label, values, tone = 'quiet', width = 88, height = 20 }: SparkBarsProps) {
  const most = Math.max(1, ...values.map((value) => value ?? 0));
  return (
    <svg
      className={styles.spark}
      data-tone={tone}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <img> cannot take its colours from the theme
      role="img"
      aria-label={label}
      width={width}
      height={height}
      viewBox={`0 0 ${Math.max(1, values.length * slot - (slot - bar))} ${height}`}
      preserveAspectRatio="none"
    >
      {values.map((value, index) => {
        if (value === null) return null;
        // A zero still leaves a mark, because it differs from a value that is unknown.
        const tall = Math.max(1, Math.round((value / most) * height));
        // oxlint-disable-next-line react/no-array-index-key -- a bar is its place in the series
        return <rect key={index} x={index * slot} y={height - tall} width={bar} height={tall} rx={0.6} />;
      })}
    </svg>
  );
}
