import type { TableDeclaration } from '#shared/catalogue/declaration.ts';
import type { KeyMap, KeyMapCell, KeyMapColumn } from '#shared/catalogue/keys/key-map.ts';
import type { KeyRole } from '#renderer/ui/key-role/key-role.ts';
import { classNames } from '#renderer/ui/class-names.ts';
import { makeScrollReachable } from '#renderer/ui/scroll/make-scroll-reachable.ts';
import { VisuallyHidden } from '#renderer/ui/visually-hidden/visually-hidden.tsx';
import { indexRole } from '../../item/key-roles.ts';
import { spaced } from '../../question/fields.ts';
import { IndexBadge } from '../../systems/index-badge.tsx';
import plain from '#renderer/ui/plain-table/plain-table.module.css';
import styles from './key-map-table.module.css';
import { TemplateText } from './template-text.tsx';

export interface KeyMapTableProps {
  readonly map: KeyMap;
  readonly table: TableDeclaration;
  readonly label: string;
}

/** A row for each entity, a column for the table's key and for each index, a key pair in each cell. */
export function KeyMapTable({ map, table, label }: KeyMapTableProps) {
  if (map.rows.length === 0) return <p className={styles.none}>No entity is declared in this table.</p>;
  return (
    <div ref={makeScrollReachable} className={plain.scrolls}>
      <table className={classNames(plain.table, styles.map)} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">Entity</th>
            {map.columns.map((column) => (
              <th key={column.on} scope="col">
                <span className={styles.column}>
                  <IndexBadge table={table} index={column.index} text={ownKeyText(column)} />
                  {ownKeyText(column) === undefined ? <span>{keyNames(column)}</span> : null}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {map.rows.map(({ entity, cells }) => (
            <tr key={entity}>
              <th scope="row" className={styles.entity}>
                {spaced(entity)}
              </th>
              {cells.map((cell) => (
                <td key={cell.index ?? ''}>
                  <KeyPair cell={cell} role={indexRole(table, cell.index)} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {map.rows.some(({ cells }) => cells.some(({ partition }) => partition === null)) ? (
        <p className={styles.legend} aria-hidden>
          – no keys written
        </p>
      ) : null}
    </div>
  );
}

function KeyPair({ cell, role }: { readonly cell: KeyMapCell; readonly role: KeyRole }) {
  const { index, partition, sort, sparse } = cell;
  if (partition === null) {
    return (
      <span className={styles.empty}>
        <span aria-hidden>–</span>
        <VisuallyHidden>no keys written</VisuallyHidden>
      </span>
    );
  }
  return (
    <div className={styles.pair}>
      <TemplateText template={partition} role={role} />
      {sort === null ? null : <TemplateText template={sort} role={index === null ? 'sk' : role} />}
      {sparse === null ? null : <span className={styles.sparse}>sparse</span>}
    </div>
  );
}

/** Where the table calls its keys what everybody calls them, that is said once. */
function ownKeyText({ index, partition, sort }: KeyMapColumn): string | undefined {
  return index === null && partition.name === 'PK' && sort?.name === 'SK' ? 'PK + SK' : undefined;
}

function keyNames({ partition, sort }: KeyMapColumn): string {
  const names = [partition, ...(sort === null ? [] : [sort])];
  return names.map(({ name, type }) => (type === 'N' ? `${name} (number)` : name)).join(', ');
}
