import { classNames } from '../class-names.ts';
import styles from './brand-mark.module.css';

export interface BrandMarkProps {
  readonly size?: number | undefined;
  readonly className?: string | undefined;
}

/** A lifted sluice gate with the water running under it. The same drawing is public/icon.svg. */
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
      <path className={styles.line} d="M5.2 11.2V4.6h9.6v6.6" />
      <rect className={styles.gate} x="7.3" y="6.6" width="5.4" height="3.6" rx="0.9" />
      <path className={styles.line} d="M4.4 14.6c1.4 0 1.4-1 2.8-1s1.4 1 2.8 1 1.4-1 2.8-1 1.4 1 2.8 1" />
    </svg>
  );
}
