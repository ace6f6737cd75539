import { useId, type CSSProperties, type ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import styles from './progress.module.css';

export interface ProgressBarProps {
  readonly label: string;
  /** Null while nobody knows how much there is. */
  readonly value: number | null;
  readonly max: number;
  /** The number beside the bar; "188 of 205" when left out. */
  readonly figure?: ReactNode;
  readonly tone?: 'accent' | 'processing' | 'failed' | 'succeeded' | undefined;
  readonly thin?: boolean | undefined;
}

/** A bar never stands without its number. */
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
