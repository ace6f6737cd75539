import { Fragment } from 'react';
import { keyMap } from '#shared/catalogue/keys/key-map.ts';
import type { OpenSystem } from '#shared/contract/explorer.ts';
import { EmptyState } from '#renderer/ui/states/empty-state.tsx';
import { EntityList } from './keys/entity-list.tsx';
import { IndexList } from './keys/index-list.tsx';
import { KeyMapTable } from './keys/key-map-table.tsx';
import { QueryList } from './keys/query-list.tsx';
import { ViewFrame, ViewPart } from '#renderer/ui/view-frame/view-frame.tsx';

export interface EntitiesViewProps {
  readonly system: OpenSystem;
  /** Leads to a question. */
  readonly onAsk?: ((pattern: string) => void) | undefined;
}

/** What lives in each table, under which keys, and which question is answered by which of them. */
export function EntitiesView({ system, onAsk }: EntitiesViewProps) {
  const { declaration } = system;
  const tables = Object.entries(declaration.tables);
  return (
    <ViewFrame title="Keys" sub={countsOf(system)}>
      {tables.length === 0 ? <EmptyState title={`${declaration.name} declares no tables`} /> : null}
      {tables.map(([key, table]) => {
        const map = keyMap(declaration, key);
        const name = system.tableNames[key] ?? table.name;
        const heading = tables.length === 1 ? '' : ` of ${key}`;
        return (
          <Fragment key={key}>
            <ViewPart title={`Entities and keys${heading}`} hint={hintOf(name, table)}>
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

function countsOf({ declaration }: OpenSystem): string {
  const { tables, entities, patterns } = declaration;
  const indexes = Object.values(tables).reduce(
    (sum, table) => sum + Object.keys(table.indexes ?? {}).length,
    0,
  );
  return [
    counted(Object.keys(entities).length, 'entity', 'entities'),
    counted(Object.keys(tables).length, 'table', 'tables'),
    counted(indexes, 'index', 'indexes'),
    counted(Object.keys(patterns).length, 'question', 'questions'),
  ].join(', ');
}

function counted(count: number, one: string, many: string): string {
  return count === 1 ? `1 ${one}` : `${String(count)} ${many}`;
}

function hintOf(name: string, { timeToLive }: { readonly timeToLive?: string | undefined }): string {
  return timeToLive === undefined ? name : `${name}, time to live in ${timeToLive}`;
}
