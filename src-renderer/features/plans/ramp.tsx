import type { CSSProperties } from 'react';
import { grouped } from '#shared/domain/grouped-number.ts';
import styles from './ramp.module.css';

/** One, ten, and all the rest only when those went well. */
export function Ramp({ steps }: { readonly steps: readonly number[] }) {
  return (
    <ol className={styles.ramp} aria-label="Steps">
      {steps.map((count, place) => (
        <li
          // oxlint-disable-next-line react/no-array-index-key -- a step is its place
          key={place}
          className={styles.step}
          style={{ '--share': Math.sqrt(count) } as CSSProperties}
        >
          {place > 1 ? `rest, ${grouped(count)}` : grouped(count)}
        </li>
      ))}
    </ol>
  );
}
