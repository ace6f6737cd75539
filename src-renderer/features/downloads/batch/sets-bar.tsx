import type { CSSProperties } from 'react';
import { VisuallyHidden } from '#renderer/ui/visually-hidden/visually-hidden.tsx';
import styles from './sets-bar.module.css';

interface SetsBarProps {
  readonly completed: number;
  readonly failed: number;
  readonly open: number;
  readonly label: string;
}

/** What a batch counts, side by side; what has failed is hatched. */
export function SetsBar({ completed, failed, open, label }: SetsBarProps) {
  const parts = [
    ['completed', completed],
    ['failed', failed],
    ['open', open],
  ] as const;
  const shown = parts.filter(([, count]) => count > 0);
  const words = shown.map(([name, count]) => `${String(count)} ${name}`).join(', ');
  return (
    <span className={styles.frame}>
      <VisuallyHidden>{`${label}: ${words === '' ? 'none' : words}`}</VisuallyHidden>
      <span className={styles.bar} aria-hidden>
        {shown.map(([name, count]) => (
          <span
            key={name}
            className={styles.part}
            data-part={name}
            style={{ '--share': count } as CSSProperties}
          />
        ))}
      </span>
    </span>
  );
}
