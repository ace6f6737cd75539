import type { CSSProperties } from 'react';
import styles from './part-bars.module.css';

interface PartBar {
  readonly part: 'textract' | 'gapFill' | 'verify' | 'infrastructure';
  readonly title: string;
  /** The size is relative to the other parts, and null if it is unknown. */
  readonly size: number | null;
  /** The amount is the shown text, such as "$0.0159". */
  readonly money: string;
}

/** Shows the cost of each part of the work with a bar; the largest bar fills its line. */
export function PartBars({ parts }: { readonly parts: readonly PartBar[] }) {
  const most = Math.max(...parts.map(({ size }) => size ?? 0), Number.MIN_VALUE);
  return (
    <dl className={styles.rows}>
      {parts.map(({ part, title, size, money }) => (
        <div key={part} className={styles.row}>
          <dt>{title}</dt>
          <dd className={styles.bar} aria-hidden>
            <span
              data-part={part}
              style={{ '--share': `${(((size ?? 0) / most) * 100).toFixed(1)}%` } as CSSProperties}
            />
          </dd>
          <dd className={styles.money}>{money}</dd>
        </div>
      ))}
    </dl>
  );
}
