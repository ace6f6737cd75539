import { Fragment } from 'react';
import { classNames } from '#renderer/ui/class-names.ts';
import { keyRoleClass, type KeyRole } from '#renderer/ui/key-role.tsx';
import plain from '#renderer/ui/plain-table.module.css';
import { makeScrollReachable } from '#renderer/ui/make-scroll-reachable.ts';
import { ViewPart } from '#renderer/ui/view-frame.tsx';
import { VisuallyHidden } from '#renderer/ui/visually-hidden.tsx';
import type { SystemDeclaration, TableDeclaration } from '#shared/catalogue/declaration.ts';
import type { KeyMap, KeyMapCell, KeyMapColumn } from '#shared/catalogue/keys/key-map.ts';
import { locate } from '#shared/catalogue/questions/locate.ts';
import { queryTable } from '#shared/catalogue/questions/describe-conditions.ts';
import { IndexBadge, getIndexRole } from '../key-roles.tsx';
import { toLabel } from '../question/fields.ts';
import styles from './views.module.css';
import { splitTemplate } from './template-pieces.ts';
import { messages } from '../messages.ts';

interface KeyMapTableProps {
  readonly map: KeyMap;
  readonly table: TableDeclaration;
  readonly label: string;
}

/** Shows a row for each entity, a column for the table's key and each index, and a key pair in each cell. */
export function KeyMapTable({ map, table, label }: KeyMapTableProps) {
  if (map.rows.length === 0) return <p className={styles.none}>{messages.views.noEntity}</p>;
  return (
    <div ref={makeScrollReachable} className={plain.scrolls}>
      <table className={classNames(plain.table, styles.map)} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">Entity</th>
            {map.columns.map((column) => (
              <th key={column.on} scope="col">
                <span className={styles.column}>
                  <IndexBadge table={table} index={column.index} text={describeOwnKey(column)} />
                  {describeOwnKey(column) === undefined ? <span>{formatKeyNames(column)}</span> : null}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {map.rows.map(({ entity, cells }) => (
            <tr key={entity}>
              <th scope="row" className={styles.entity}>
                {toLabel(entity)}
              </th>
              {cells.map((cell) => (
                <td key={cell.index ?? ''}>
                  <KeyPair cell={cell} role={getIndexRole(table, cell.index)} />
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
        <VisuallyHidden>{messages.item.noKeysWritten}</VisuallyHidden>
      </span>
    );
  }
  return (
    <div className={styles.pair}>
      <TemplateText template={partition} role={role} />
      {sort === null ? null : <TemplateText template={sort} role={index === null ? 'sk' : role} />}
      {sparse === null ? null : <span className={styles.keyMapTableSparse}>sparse</span>}
    </div>
  );
}

/** Returns a short text for the usual key names; undefined for others. */
function describeOwnKey({ index, partition, sort }: KeyMapColumn): string | undefined {
  return index === null && partition.name === 'PK' && sort?.name === 'SK' ? 'PK + SK' : undefined;
}

function formatKeyNames({ partition, sort }: KeyMapColumn): string {
  const names = [partition, ...(sort === null ? [] : [sort])];
  return names.map(({ name, type }) => (type === 'N' ? `${name} (number)` : name)).join(', ');
}

interface QueryListProps {
  readonly system: SystemDeclaration;
  readonly onAsk: ((pattern: string) => void) | undefined;
}

/** Shows each question beside the one request that answers it. */
export function QueryList({ system, onAsk }: QueryListProps) {
  const rows = queryTable(system);
  return (
    <ViewPart title={messages.views.questions} hint={messages.views.onePage}>
      <div ref={makeScrollReachable} className={plain.scrolls}>
        <table className={plain.table} aria-label={messages.views.questions}>
          <thead>
            <tr>
              <th scope="col">No.</th>
              <th scope="col">Question</th>
              <th scope="col">Request</th>
              <th scope="col">{messages.views.keyCondition}</th>
              <th scope="col">Gives</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ pattern, number, asks, operation, condition, order, gives }) => {
              const { table, indexName } = locate(system, pattern);
              return (
                <tr key={pattern}>
                  <td className={plain.number}>{number}</td>
                  <th scope="row" className={styles.question}>
                    {onAsk === undefined ? (
                      asks
                    ) : (
                      <button type="button" className={styles.keyMapTableAsk} onClick={() => onAsk(pattern)}>
                        {asks}
                      </button>
                    )}
                  </th>
                  <td className={styles.request}>
                    {operation} <IndexBadge table={table} index={indexName} />
                  </td>
                  <td className={styles.condition}>
                    <TemplateText template={condition} role={getIndexRole(table, indexName)} />
                  </td>
                  <td className={styles.gives}>
                    {gives}
                    {order === null ? null : <span className={plain.quiet}>, {order}</span>}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </ViewPart>
  );
}

interface TemplateTextProps {
  readonly template: string;
  readonly role: KeyRole;
}

/** Shows a key template with its holes in the colour of the key. */
function TemplateText({ template, role }: TemplateTextProps) {
  return (
    <code className={styles.template}>
      {splitTemplate(template).map((pieces, chunk) => (
        // oxlint-disable-next-line react/no-array-index-key -- the parts of a template have no other name
        <Fragment key={chunk}>
          {chunk === 0 ? null : <wbr />}
          <span className={pieces.some(({ isHole }) => isHole) ? styles.together : undefined}>
            {pieces.map(({ text, isHole }, place) => (
              // oxlint-disable-next-line react/no-array-index-key -- the parts of a template have no other name
              <span key={place} className={isHole ? classNames(styles.hole, keyRoleClass(role)) : undefined}>
                {text}
              </span>
            ))}
          </span>
        </Fragment>
      ))}
    </code>
  );
}
