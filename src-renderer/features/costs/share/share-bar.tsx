import type { CSSProperties } from 'react';
import { VisuallyHidden } from '#renderer/ui/visually-hidden/visually-hidden.tsx';
import { percentOf } from '../book/percent-of.ts';
import styles from './share-bar.module.css';

export interface ShareBarProps {
  readonly usd: string | null;
  /** Dollars of the line that has the whole bar. */
  readonly largest: number;
  readonly total: number;
}

/** A line's share, as long as its money is against the dearest; in words for who does not see it. */
export function ShareBar({ usd, largest, total }: ShareBarProps) {
  const value = Number(usd ?? 0);
  const bar = { '--share': `${String(largest === 0 ? 0 : (value / largest) * 100)}%` } as CSSProperties;
  return (
    <td className={styles.share}>
      <span className={styles.track} style={bar} />
      <VisuallyHidden>{usd === null || total === 0 ? 'unknown' : percentOf(value / total)}</VisuallyHidden>
    </td>
  );
}
