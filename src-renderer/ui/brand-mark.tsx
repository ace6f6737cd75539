import { classNames } from './class-names.ts';
import styles from './inline.module.css';

interface BrandMarkProps {
  readonly size?: number | undefined;
  readonly className?: string | undefined;
}

/** Draws a lifted sluice gate with water running under it. The same drawing is in public/icon.svg. */
export function BrandMark({ size = 20, className }: BrandMarkProps) {
  return (
    <svg
      className={classNames(styles.mark, className)}
      width={size}
      height={size}
      viewBox="0 0 20 20"
      aria-hidden
    >
      <rect className={styles.ground} x="1" y="1" width="18" height="18" rx="5" />
      <path className={styles.line} d="M5.4 4.6v6.8M14.6 4.6v6.8" />
      <rect className={styles.gate} x="7.4" y="3.9" width="5.2" height="5" rx="1" />
      <path
        className={styles.line}
        d="M4.4 14.8c1.4 0 1.4-1.1 2.8-1.1s1.4 1.1 2.8 1.1 1.4-1.1 2.8-1.1 1.4 1.1 2.8 1.1"
      />
    </svg>
  );
}
