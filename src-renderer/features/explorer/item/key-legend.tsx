import type { TableDeclaration } from '#shared/catalogue/declaration.ts';
import { classNames } from '#renderer/ui/class-names.ts';
import { keyRoleClass } from '#renderer/ui/key-role/key-role.ts';
import styles from './item-pane.module.css';
import { keyGroups } from './key-roles.ts';

/** Which colour is which key; the names are in the item beside it. */
export function KeyLegend({ table }: { readonly table: TableDeclaration }) {
  const entries = keyGroups(table).flatMap(({ index, role }) =>
    index === null
      ? [{ name: 'PK', role }, ...(table.sort === undefined ? [] : [{ name: 'SK', role: 'sk' as const }])]
      : [{ name: index, role }],
  );
  return (
    <ul className={styles.legend} aria-label="Colours of the keys">
      {entries.map(({ name, role }) => (
        <li key={name}>
          <span className={classNames(styles.swatch, keyRoleClass(role))} />
          {name}
        </li>
      ))}
    </ul>
  );
}
