import type { TableDeclaration } from '#shared/catalogue/declaration.ts';
import { findDeclared } from '#shared/catalogue/find-declared.ts';
import type { KeyMap, KeyMapColumn } from '#shared/catalogue/keys/key-map.ts';
import { spaced } from '../../question/fields.ts';
import { IndexBadge } from '../../systems/index-badge.tsx';
import { AskButton } from '../ask-button.tsx';
import styles from './index-list.module.css';
import { projectionWords, shapeWords, sharingWords, sparseNotes } from './index-words.ts';

export interface IndexListProps {
  readonly map: KeyMap;
  readonly table: TableDeclaration;
  readonly onAsk: ((pattern: string) => void) | undefined;
}

/** Of the table's key and of each index: what it is for, who shares it, and who is only sometimes in it. */
export function IndexList({ map, table, onAsk }: IndexListProps) {
  return (
    <ul className={styles.list}>
      {map.columns.map((column) => (
        <li key={column.on} className={styles.index}>
          <div className={styles.badge}>
            <IndexBadge
              table={table}
              index={column.index}
              text={column.index === null && column.sort !== null ? 'PK + SK' : undefined}
            />
          </div>
          <div className={styles.facts}>
            <About column={column} table={table} />
            <Serves column={column} onAsk={onAsk} />
            <Sharing column={column} />
            {sparseNotes(map, column.index).map(({ entities, says }) => (
              <p key={says} className={styles.fact}>
                <span className={styles.sparse}>sparse</span> {entities.map(spaced).join(', ')}: {says}
              </p>
            ))}
          </div>
        </li>
      ))}
    </ul>
  );
}

function About({ column, table }: { readonly column: KeyMapColumn; readonly table: TableDeclaration }) {
  const index = column.index === null ? undefined : findDeclared(table.indexes, column.index);
  const about = index === undefined ? table.about : index.about;
  const gives = index === undefined ? null : `Gives ${projectionWords(index.projection)}.`;
  if (about === undefined && gives === null) return null;
  return <p className={styles.about}>{[about, gives].filter(Boolean).join(' ')}</p>;
}

function Serves({ column, onAsk }: Pick<IndexListProps, 'onAsk'> & { readonly column: KeyMapColumn }) {
  if (column.serves.length === 0) return <p className={styles.warn}>No question asks it.</p>;
  return (
    <ul
      className={styles.questions}
      aria-label={`Questions that ${column.index ?? "the table's key"} answers`}
    >
      {column.serves.map(({ pattern, number, title }) => (
        <li key={pattern}>
          <AskButton number={number} title={title} onAsk={onAsk && (() => onAsk(pattern))} />
        </li>
      ))}
    </ul>
  );
}

function Sharing({ column }: { readonly column: KeyMapColumn }) {
  const told = column.entities.filter(({ by }) => by !== null);
  const untold = column.entities.filter(({ by }) => by === null);
  return (
    <>
      <p className={styles.sharing}>
        <span>{sharingWords(column)}</span>
        {column.overloaded
          ? told.map(({ entity, by }) => (
              <span key={entity} className={styles.told} title={by === null ? undefined : `in ${by.key}`}>
                <code>{shapeWords(by?.shape ?? '')}</code> {spaced(entity)}
              </span>
            ))
          : null}
      </p>
      {column.overloaded && untold.length > 0 ? (
        <p className={styles.warn}>
          Nothing in these keys tells {untold.map(({ entity }) => spaced(entity)).join(' and ')} from the
          others; see the review.
        </p>
      ) : null}
    </>
  );
}
