import styles from './spark-bars.module.css';

export type SparkTone = 'failed' | 'review' | 'succeeded' | 'processing' | 'quiet' | 'accent';

export interface SparkBarsProps {
  /** What the bars say in words: "Failed batches an hour, most recently 4". */
  readonly label: string;
  /** Null is a time without a measurement: a gap, not a zero. */
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
        // A zero still leaves a mark: nothing happened, which is not the same as not knowing.
        const tall = Math.max(1, Math.round((value / most) * height));
        // oxlint-disable-next-line react/no-array-index-key -- a bar is its place in the series
        return <rect key={index} x={index * slot} y={height - tall} width={bar} height={tall} rx={0.6} />;
      })}
    </svg>
  );
}
