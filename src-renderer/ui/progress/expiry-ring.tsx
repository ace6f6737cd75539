import { classNames } from '../class-names.ts';
import styles from './expiry-ring.module.css';

export interface ExpiryRingProps {
  /** What is left, from 1 (all of it) to 0 (gone). */
  readonly left: number;
  /** The same in words: "2 d 18 h", "07:46". */
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
