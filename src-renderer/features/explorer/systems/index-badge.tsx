import type { TableDeclaration } from '#shared/catalogue/declaration.ts';
import { classNames } from '#renderer/ui/class-names.ts';
import { keyRoleClass } from '#renderer/ui/key-role/key-role.ts';
import { OwnKey, ownKeyWords } from '#renderer/ui/index-name/index-name.tsx';
import { indexRole } from '../item/key-roles.ts';
import styles from './index-badge.module.css';

export interface IndexBadgeProps {
  readonly table: TableDeclaration;
  /** Null for the table's own key. */
  readonly index: string | null;
  /** "PK + SK" in place of the index's name. */
  readonly text?: string | undefined;
  readonly quiet?: boolean | undefined;
}

/** An index in its colour and its name; the table's own key is called PK wherever it is. */
export function IndexBadge({ table, index, text, quiet = false }: IndexBadgeProps) {
  return (
    <span
      className={classNames(styles.badge, !quiet && keyRoleClass(indexRole(table, index)))}
      title={index ?? ownKeyWords}
    >
      {index === null ? <OwnKey text={text ?? 'PK'} /> : (text ?? index)}
    </span>
  );
}
