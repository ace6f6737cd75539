import { counted } from '#shared/domain/formatting.ts';
import { Fragment, useState } from 'react';
import { Button } from '#renderer/ui/button.tsx';
import { Chip } from '#renderer/ui/chip.tsx';
import { describeCount } from '#renderer/ui/data-table/use-shown-rows.ts';
import { Disclosure } from '#renderer/ui/disclosure.tsx';
import plain from '#renderer/ui/plain-table.module.css';
import { EmptyState } from '#renderer/ui/states.tsx';
import { ViewFrame, ViewPart } from '#renderer/ui/view-frame.tsx';
import type {
  AttributeDeclaration,
  EntityDeclaration,
  StatusMachine,
  SystemDeclaration,
} from '#shared/catalogue/declaration.ts';
import { keyMap } from '#shared/catalogue/keys/key-map.ts';
import type { OpenSystem } from '#shared/contract/explorer.ts';
import { toLabel } from '../question/fields.ts';
import styles from './views.module.css';
import { IndexList } from './index-list.tsx';
import { KeyMapTable, QueryList } from './key-map-table.tsx';
import { messages } from '../messages.ts';

interface EntitiesViewProps {
  readonly system: OpenSystem;
  /** Opens a question. */
  readonly onAsk?: ((pattern: string) => void) | undefined;
}

/** Shows the entities of each table, their keys, and the question that each key answers. */
export function EntitiesView({ system, onAsk }: EntitiesViewProps) {
  const { declaration } = system;
  const tables = Object.entries(declaration.tables);
  return (
    <ViewFrame title="Keys" sub={describeCounts(system)}>
      {tables.length === 0 ? (
        <EmptyState title={`${declaration.name} declares no tables`}>{messages.page.declareNext}</EmptyState>
      ) : null}
      {tables.map(([key, table]) => {
        const map = keyMap(declaration, key);
        const name = system.tableNames[key] ?? table.name;
        const heading = tables.length === 1 ? '' : ` of ${key}`;
        return (
          <Fragment key={key}>
            <ViewPart title={`Entities and keys${heading}`} hint={describeTable(name, table)}>
              <KeyMapTable map={map} table={table} label={`Entities and keys${heading}`} />
            </ViewPart>
            <ViewPart title={`What each index${heading} serves`}>
              <IndexList map={map} table={table} onAsk={onAsk} />
            </ViewPart>
          </Fragment>
        );
      })}
      <EntityList key={declaration.id} system={declaration} />
      <QueryList system={declaration} onAsk={onAsk} />
    </ViewFrame>
  );
}

function describeCounts({ declaration }: OpenSystem): string {
  const { tables, entities, patterns } = declaration;
  const indexes = Object.values(tables).reduce(
    (sum, table) => sum + Object.keys(table.indexes ?? {}).length,
    0,
  );
  return [
    counted(Object.keys(entities).length, 'entity', 'entities'),
    counted(Object.keys(tables).length, 'table'),
    counted(indexes, 'index', 'indexes'),
    counted(Object.keys(patterns).length, 'question'),
  ].join(', ');
}

function describeTable(name: string, { timeToLive }: { readonly timeToLive?: string | undefined }): string {
  return timeToLive === undefined ? name : `${name}, time to live in ${timeToLive}`;
}

/** Lists the entities with their attributes and status changes, collapsed at first. */
function EntityList({ system }: { readonly system: SystemDeclaration }) {
  const entities = Object.entries(system.entities);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const isAllOpen = open.size === entities.length;

  function toggle(name: string, isOpen: boolean): void {
    const next = new Set(open);
    if (isOpen) next.add(name);
    else next.delete(name);
    setOpen(next);
  }

  if (entities.length === 0) return null;
  return (
    <ViewPart
      title={messages.views.attributes}
      hint={messages.views.ofEachEntity}
      actions={
        <Button
          size="sm"
          variant="ghost"
          onClick={() => setOpen(isAllOpen ? new Set() : new Set(entities.map(([name]) => name)))}
        >
          {isAllOpen ? messages.views.closeAll : messages.views.openAll}
        </Button>
      }
    >
      {entities.map(([name, entity]) => (
        <Disclosure
          key={name}
          title={toLabel(name)}
          hint={open.has(name) ? undefined : entity.about}
          end={summarizeAttributes(entity.attributes)}
          open={open.has(name)}
          onOpen={(isOpen) => toggle(name, isOpen)}
        >
          <EntityDetails name={name} entity={entity} />
        </Disclosure>
      ))}
    </ViewPart>
  );
}

interface EntityDetailsProps {
  readonly name: string;
  readonly entity: EntityDeclaration;
}

function EntityDetails({ name, entity }: EntityDetailsProps) {
  const { about, attributes, status, tenantless } = entity;
  const size = describeSize(entity);
  return (
    <div className={styles.details}>
      {about === undefined ? null : <p>{about}</p>}
      {tenantless === undefined ? null : (
        <p>
          {messages.views.noTenant} {tenantless}
        </p>
      )}
      {size === null ? null : <p>{size}</p>}
      {status === undefined ? null : <Moves machine={status} />}
      <div className={styles.table}>
        <table className={plain.table} aria-label={`Attributes of ${toLabel(name)}`}>
          <thead>
            <tr>
              <th scope="col">Attribute</th>
              <th scope="col">Type</th>
              <th scope="col">{messages.views.holds}</th>
            </tr>
          </thead>
          <tbody>
            {Object.entries(attributes).map(([attribute, declared]) => (
              <tr key={attribute}>
                <th scope="row" className={plain.mono}>
                  {attribute}
                </th>
                <td className={styles.type}>
                  {declared.type}
                  {declared.optional === true ? <span className={plain.quiet}>, optional</span> : null}
                </td>
                <td>
                  <Holds declared={declared} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

function Holds({ declared }: { readonly declared: AttributeDeclaration }) {
  const heldBack = describeHeldBack(declared);
  return (
    <span className={styles.holds}>
      {heldBack === null ? null : (
        <Chip tone={declared.secret === undefined ? 'default' : 'solid'} icon="lock">
          {heldBack}
        </Chip>
      )}
      {declared.oneOf === undefined ? null : (
        <span className={styles.values}>{declared.oneOf.join(', ')}</span>
      )}
      {declared.about === undefined ? null : <span className={plain.quiet}>{declared.about}</span>}
    </span>
  );
}

function Moves({ machine }: { readonly machine: StatusMachine }) {
  const { moves, ends } = listStatusMoves(machine);
  return (
    <div className={styles.machine}>
      <p className={plain.small}>Allowed changes of {machine.attribute}</p>
      <ul className={styles.moves} aria-label={`Allowed changes of ${machine.attribute}`}>
        {moves.map(({ from, to }) => (
          <li key={from} className={styles.status}>
            {from} <span className={plain.quiet}>→</span> {to}
          </li>
        ))}
        {ends.length === 0 ? null : (
          <li>
            <span className={styles.status}>{ends.join(', ')}</span>{' '}
            <span className={plain.quiet}>
              {ends.length === 1 ? messages.views.isEnd : messages.views.areEnds}
            </span>
          </li>
        )}
      </ul>
    </div>
  );
}

function describeSize({ bytes, largestBytes }: EntityDeclaration): string | null {
  if (bytes === undefined && largestBytes === undefined) return null;
  const usual = bytes === undefined ? null : `about ${describeCount(bytes)} bytes`;
  const largest = largestBytes === undefined ? null : `up to ${describeCount(largestBytes)}`;
  return `An item takes ${[usual, largest].filter((part) => part !== null).join(', ')}${usual === null ? ' bytes' : ''}.`;
}

/** Says how a value is protected, in the words of the declaration. */
export function describeHeldBack({ secret, private: personal }: AttributeDeclaration): string | null {
  if (secret !== undefined) return `secret, ${secret}`;
  return personal === undefined ? null : `private, ${personal}`;
}

interface StatusMoves {
  /** "PROCESSING" to "SUCCEEDED | FAILED", in the declared order. */
  readonly moves: readonly { readonly from: string; readonly to: string }[];
  /** The statuses that cannot change. */
  readonly ends: readonly string[];
}

export function listStatusMoves({ moves }: StatusMachine): StatusMoves {
  const all = Object.entries(moves);
  return {
    moves: all.filter(([, to]) => to.length > 0).map(([from, to]) => ({ from, to: to.join(' | ') })),
    ends: all.filter(([, to]) => to.length === 0).map(([from]) => from),
  };
}

/** "6 attributes, 2 secret, 1 private" */
export function summarizeAttributes(attributes: Readonly<Record<string, AttributeDeclaration>>): string {
  const all = Object.values(attributes);
  const secret = all.filter((one) => one.secret !== undefined).length;
  const personal = all.filter((one) => one.private !== undefined && one.secret === undefined).length;
  return [
    all.length === 1 ? '1 attribute' : `${String(all.length)} attributes`,
    ...(secret === 0 ? [] : [`${String(secret)} secret`]),
    ...(personal === 0 ? [] : [`${String(personal)} private`]),
  ].join(', ');
}
