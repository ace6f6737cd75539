import { classNames } from '../class-names.ts';
import { keyRoleClass } from '../key-role/key-role.ts';
import type { KeyRole } from '../key-role/key-role.ts';
import { OwnKey, ownKeyWords } from './index-name.tsx';
import styles from './index-badge.module.css';

export interface IndexBadgeProps {
  /** Null for the table's own key. */
  readonly index: string | null;
  readonly role: KeyRole;
  /** "PK + SK" in place of the index's name. */
  readonly text?: string | undefined;
  readonly quiet?: boolean | undefined;
}

/** An index in its colour and its name; the table's own key is called PK wherever it is. */
export function IndexBadge({ index, role, text, quiet = false }: IndexBadgeProps) {
  return (
    <span className={classNames(styles.badge, !quiet && keyRoleClass(role))} title={index ?? ownKeyWords}>
      {index === null ? <OwnKey text={text ?? 'PK'} /> : (text ?? index)}
    </span>
  );
}
