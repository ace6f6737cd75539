import { classNames } from '../class-names.ts';
import { StatusGlyph } from './status-glyph.tsx';
import { glyphOf, type StatusName } from './status-names.ts';
import styles from './status.module.css';

export interface StatusBadgeProps {
  readonly status: StatusName;
  readonly pill?: boolean | undefined;
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
