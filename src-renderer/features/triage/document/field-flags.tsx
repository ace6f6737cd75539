import type { Field } from '#shared/contract/triage/documents.ts';
import { Icon } from '#renderer/ui/icon/icon.tsx';
import styles from './document.module.css';

/** "below threshold", "readers disagree", "check failed": why somebody has to look. */
export function FieldFlags({ flags, readings }: Pick<Field, 'flags' | 'readings'>) {
  const readers = readings
    .map(({ reader, confidence }) => `${reader} ${confidence === null ? '' : confidence.toFixed(2)}`.trim())
    .join(', ');
  if (flags.length === 0) return null;
  return (
    <span
      className={styles.flags}
      title={[flags.join(', '), readers === '' ? '' : `candidates of ${readers}`]
        .filter((part) => part !== '')
        .join('; ')}
    >
      <Icon name="warning" size={12} />
      <span className={styles.flagWords}>{flags.join(', ')}</span>
    </span>
  );
}
