import { classNames } from './class-names.ts';
import styles from './inline.module.css';

interface SpinnerProps {
  readonly size?: 16 | 14 | 12 | undefined;
  /** "quiet" uses the processing colour, and "inherit" follows the text around it. */
  readonly tone?: 'quiet' | 'inherit' | undefined;
}

/** The spinner is decorative, so the text beside it must say what is being waited for. */
export function Spinner({ size = 14, tone = 'quiet' }: SpinnerProps) {
  return (
    <svg
      className={classNames(styles.spinner, tone === 'quiet' && styles.quiet)}
      width={size}
      height={size}
      viewBox="0 0 14 14"
      aria-hidden
    >
      <circle className={styles.track} cx="7" cy="7" r="5.2" />
      <circle className={styles.arc} cx="7" cy="7" r="5.2" strokeDasharray="9.8 40" />
    </svg>
  );
}
