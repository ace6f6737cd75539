import type { MouseEvent, ReactNode } from 'react';
import { VisuallyHidden } from '../visually-hidden/visually-hidden.tsx';
import styles from './figure.module.css';

export interface FigureStripProps {
  readonly label: string;
  readonly children: ReactNode;
}

/** Headline figures side by side; fewer to a row as the room shrinks. */
export function FigureStrip({ label, children }: FigureStripProps) {
  return (
    <section className={styles.strip} aria-label={label}>
      {children}
    </section>
  );
}

export interface FigureProps {
  readonly label: string;
  /** Written as it is shown: "7", "$0.0474". Undefined while it is being read. */
  readonly value: string | undefined;
  /** Small, after the figure: "of 8,412". */
  readonly unit?: string | undefined;
  readonly sub?: ReactNode;
  readonly spark?: ReactNode;
  /** Opens the list behind the number. */
  readonly onOpen?: ((event: MouseEvent) => void) | undefined;
  /** Where that list is, so that it can be opened beside this page too. */
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
