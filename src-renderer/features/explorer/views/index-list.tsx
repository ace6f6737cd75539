import { findDeclared, type IndexDeclaration, type TableDeclaration } from '#shared/catalogue/declaration.ts';
import type { KeyMap, KeyMapColumn } from '#shared/catalogue/keys/key-map.ts';
import { IndexBadge } from '../key-roles.tsx';
import { toLabel } from '../question/fields.ts';
import styles from './views.module.css';
import { parseTemplate } from './template-pieces.ts';
import { messages } from '../messages.ts';

interface IndexListProps {
  readonly map: KeyMap;
  readonly table: TableDeclaration;
  readonly onAsk: ((pattern: string) => void) | undefined;
}

/**
 * Describes the table's key and each index: its purpose, the entities that share it, and those that are only
 * sometimes in it.
 */
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
            {listSparseNotes(map, column.index).map(({ entities, says }) => (
              <p key={says} className={styles.fact}>
                <span className={styles.sparse}>sparse</span> {entities.map(toLabel).join(', ')}: {says}
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
  const gives = index === undefined ? null : `Gives ${describeProjection(index.projection)}.`;
  if (about === undefined && gives === null) return null;
  return <p className={styles.about}>{[about, gives].filter(Boolean).join(' ')}</p>;
}

function Serves({ column, onAsk }: Pick<IndexListProps, 'onAsk'> & { readonly column: KeyMapColumn }) {
  if (column.serves.length === 0) return <p className={styles.warn}>{messages.views.noQuestion}</p>;
  return (
    <ul
      className={styles.questions}
      aria-label={`Questions that ${column.index ?? messages.views.tableKey} answers`}
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
        <span>{describeSharing(column)}</span>
        {column.overloaded
          ? told.map(({ entity, by }) => (
              <span key={entity} className={styles.told} title={by === null ? undefined : `in ${by.key}`}>
                <code>{abbreviateShape(by?.shape ?? '')}</code> {toLabel(entity)}
              </span>
            ))
          : null}
      </p>
      {column.overloaded && untold.length > 0 ? (
        <p className={styles.warn}>
          {messages.views.sharedKeys} {untold.map(({ entity }) => toLabel(entity)).join(' and ')}{' '}
          {messages.views.fromOthers}
        </p>
      ) : null}
    </>
  );
}

/** "3 entities share GSI1, told apart by", followed by each entity with its mark. */
export function describeSharing({ index, entities, overloaded }: KeyMapColumn): string {
  const place = index ?? 'the table';
  const [only] = entities;
  if (only === undefined) return `No entity writes keys to ${place}`;
  if (!overloaded) return `${only.entity} alone has keys here`;
  return `${String(entities.length)} entities share ${place}, told apart by`;
}

/**
 * Shortens a key to a recognisable form: "EMAIL#", "ORG#…#OPEN". A key that is only a hole keeps its name.
 */
export function abbreviateShape(shape: string): string {
  const pieces = parseTemplate(shape);
  if (pieces.every(({ isHole }) => isHole)) return shape;
  return pieces.map(({ isHole, text }) => (isHole ? '…' : text)).join('');
}

interface SparseNote {
  readonly entities: readonly string[];
  readonly says: string;
}

/** Lists the entities that are only sometimes in an index, grouped by the same condition. */
export function listSparseNotes({ columns, rows }: KeyMap, index: string | null): readonly SparseNote[] {
  const place = columns.findIndex((column) => column.index === index);
  const entities = new Map<string, string[]>();
  for (const { entity, cells } of rows) {
    const says = cells[place]?.sparse ?? null;
    if (says !== null) entities.set(says, [...(entities.get(says) ?? []), entity]);
  }
  return [...entities].map(([says, names]) => ({ entities: names, says }));
}

/** Says which attributes a read of an index brings without going on to the table. */
export function describeProjection(projection: IndexDeclaration['projection']): string {
  if (projection === 'ALL') return messages.views.wholeItems;
  if (projection === 'KEYS_ONLY') return messages.views.keysOnly;
  return `keys and ${projection.join(', ')}`;
}

interface AskButtonProps {
  readonly number: string;
  readonly title: string;
  /** If it is missing, the question is plain text. */
  readonly onAsk?: (() => void) | undefined;
}

/** A button with the number and title of a question that opens its form. */
function AskButton({ number, title, onAsk }: AskButtonProps) {
  const words = (
    <>
      <span className={styles.number}>{number}</span> {title}
    </>
  );
  if (onAsk === undefined) return <span className={styles.ask}>{words}</span>;
  return (
    <button type="button" className={styles.ask} onClick={onAsk}>
      {words}
    </button>
  );
}
