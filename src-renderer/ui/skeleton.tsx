import { useEffect, useState, type CSSProperties } from 'react';
import styles from './skeleton.module.css';
import { Spinner } from './spinner.tsx';
import { VisuallyHidden } from './visually-hidden.tsx';

/** Draws one grey bar for a figure or a short text. */
export function SkeletonBar({ width = '100%' }: { readonly width?: string | undefined }) {
  return <span className={styles.bar} style={{ '--w': width } as CSSProperties} aria-hidden />;
}

interface SkeletonRowsProps {
  readonly rows?: number | undefined;
  /** The label says what is being read, as in "Documents by status, reading page 2". */
  readonly label: string;
  readonly labelVisible?: boolean | undefined;
  readonly delayMs?: number | undefined;
}

export function SkeletonRows(props: SkeletonRowsProps) {
  const { rows = 5, label, labelVisible = false, delayMs = skeletonDelayMs } = props;
  const due = useDelayed(delayMs);
  return (
    <div className={styles.rows}>
      {due
        ? Array.from({ length: rows }, (_, row) => (
            <div key={row} className={styles.row} aria-hidden>
              <span className={styles.first}>
                <SkeletonBar width="56px" />
              </span>
              <SkeletonBar width={middles[row % middles.length]} />
              <span className={styles.last}>
                <SkeletonBar width={lasts[row % lasts.length]} />
              </span>
            </div>
          ))
        : null}
      {due && labelVisible ? (
        <output className={styles.said}>
          <Spinner />
          {label}
        </output>
      ) : (
        <VisuallyHidden>
          <output>{label}</output>
        </VisuallyHidden>
      )}
    </div>
  );
}

const middles = ['62%', '48%', '70%', '40%', '66%'];
const lasts = ['24px', '30px', '18px', '28px', '22px'];

/** A read that answers sooner than this never shows a skeleton. */
export const skeletonDelayMs = 120;

export function useDelayed(delayMs: number): boolean {
  const [passed, setPassed] = useState(delayMs <= 0);
  useEffect(() => {
    if (delayMs <= 0) return undefined;
    const timer = setTimeout(() => setPassed(true), delayMs);
    return () => clearTimeout(timer);
  }, [delayMs]);
  return passed;
}
