import { useId, type CSSProperties, type ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './progress.module.css';

interface ProgressBarProps {
  readonly label: string;
  /** This is null while the total is unknown. */
  readonly value: number | null;
  readonly max: number;
  /** The figure stands beside the bar, and is "188 of 205" if left out. */
  readonly figure?: ReactNode;
  readonly tone?: 'accent' | 'processing' | 'failed' | 'succeeded' | undefined;
  readonly thin?: boolean | undefined;
}

/** The bar always shows its number as well. */
export function ProgressBar({ label, value, max, figure, tone = 'accent', thin = false }: ProgressBarProps) {
  const labelId = useId();
  const done = value === null || max <= 0 ? 0 : Math.min(1, Math.max(0, value / max));
  const words = value === null ? 'counting' : `${value.toLocaleString('en')} of ${max.toLocaleString('en')}`;
  return (
    <div className={classNames(styles.progress, tone !== 'accent' && styles[tone])}>
      <div className={styles.line}>
        <span id={labelId} className={styles.label}>
          {label}
        </span>
        <span className={styles.figure}>{figure ?? words}</span>
      </div>
      <div className={classNames(styles.bar, thin && styles.thin)}>
        <progress
          className={styles.told}
          aria-labelledby={labelId}
          aria-valuetext={words}
          max={Math.max(max, 1)}
          value={value ?? undefined}
        />
        <span
          className={classNames(styles.fill, value === null && styles.running)}
          style={{ '--done': `${String(done * 100)}%` } as CSSProperties}
        />
      </div>
    </div>
  );
}

export interface ExpiryRingProps {
  /** The part that is left goes from 1 (all of it) to 0 (none). */
  readonly left: number;
  /** The words say the same, as in "2 d 18 h" or "07:46". */
  readonly words: string;
  readonly tone?: 'accent' | 'quiet' | 'soon' | 'urgent' | undefined;
}

export function ExpiryRing({ left, words, tone = 'accent' }: ExpiryRingProps) {
  const length = Math.min(1, Math.max(0, left)) * circumference;
  return (
    <span className={classNames(styles.clock, tone !== 'accent' && styles[tone])}>
      <svg className={styles.ring} viewBox="0 0 14 14" aria-hidden>
        <circle className={styles.track} cx="7" cy="7" r={radius} />
        {length > 0 ? (
          <circle
            className={styles.left}
            cx="7"
            cy="7"
            r={radius}
            strokeDasharray={`${length.toFixed(1)} 40`}
          />
        ) : null}
      </svg>
      {words}
    </span>
  );
}

const radius = 5.2;
const circumference = 2 * Math.PI * radius;
