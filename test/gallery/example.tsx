import type { ReactNode } from 'react';
import { classNames } from '#renderer/ui/class-names.ts';
import styles from './example.module.css';

/** Lays out the inside of a gallery cell as one column, or with `wide` as many columns as fit. */
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

/** Gives a state card, which centres itself, all the room there is. */
export function Fill({ children }: { readonly children: ReactNode }) {
  return <div className={styles.fill}>{children}</div>;
}

export function noAction(): void {
  // The gallery only shows; nothing here has an effect.
}

export interface GallerySection {
  /** The section's address is /gallery#id. */
  readonly id: string;
  readonly title: string;
  readonly note: string;
  /** The section takes this many columns of the sheet, by default one. */
  readonly span?: 2 | 3 | 'all';
  readonly Section: () => ReactNode;
}
