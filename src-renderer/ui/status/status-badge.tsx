import { classNames } from '../class-names.ts';
import { StatusGlyph } from './status-glyph.tsx';
import { glyphOf, type StatusName } from './status-names.ts';
import styles from './status.module.css';

export interface StatusBadgeProps {
  readonly status: StatusName;
  readonly pill?: boolean | undefined;
}

/** A status as it is written, where it is none that the console knows the meaning of. */
export function OtherStatusBadge({
  status,
  pill = false,
}: {
  readonly status: string;
  readonly pill?: boolean;
}) {
  return (
    <span
      className={classNames(styles.badge, styles.unknown, pill && styles.pill)}
      title="A status that the console does not know"
    >
      {status}
    </span>
  );
}

export function StatusBadge({ status, pill = false }: StatusBadgeProps) {
  const glyph = glyphOf[status];
  return (
    <span className={classNames(styles.badge, styles[glyph], pill && styles.pill)}>
      <StatusGlyph glyph={glyph} />
      {status}
    </span>
  );
}
