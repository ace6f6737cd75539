import type { ReactNode } from 'react';
import { classNames } from '#renderer/ui/class-names.ts';
import styles from './example.module.css';

/** The inside of a gallery cell: a column, or with `wide` as many columns as fit. */
export function Example({
  wide = false,
  children,
}: {
  readonly wide?: boolean;
  readonly children: ReactNode;
}) {
  return <div className={classNames(styles.body, wide && styles.wide)}>{children}</div>;
}

export function Row({ children }: { readonly children: ReactNode }) {
  return <div className={styles.row}>{children}</div>;
}

export function Caption({ children }: { readonly children: ReactNode }) {
  return <p className={styles.caption}>{children}</p>;
}

/** For state cards, which centre themselves in all the room there is. */
export function Fill({ children }: { readonly children: ReactNode }) {
  return <div className={styles.fill}>{children}</div>;
}

export function noAction(): void {
  // The gallery only shows; nothing here has an effect.
}

export interface GallerySection {
  /** Its address: /gallery#id. */
  readonly id: string;
  readonly title: string;
  readonly note: string;
  /** Columns of the sheet it takes; one when left out. */
  readonly span?: 2 | 3 | 'all';
  readonly Section: () => ReactNode;
}
