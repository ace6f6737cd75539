import type { SystemDeclaration } from '#shared/catalogue/declaration.ts';
import type { Connection } from '#shared/domain/connection.ts';
import { showsSystem } from '#shared/domain/pipeline-names.ts';

/** These are the names of a system's tables on a connection: its own names, or else the convention's. */
export type TableNames = Readonly<Record<string, string | null>>;

export function tableNames(system: SystemDeclaration, connection: Connection | 'sandbox'): TableNames {
  const stage = connection === 'sandbox' ? 'sandbox' : connection.stage;
  const isShown = connection === 'sandbox' || showsSystem(connection, system.id);
  const own = connection === 'sandbox' ? noNames : ownNames(system.id, connection);
  return Object.fromEntries(
    Object.entries(system.tables).map(([table, { name }]) => [
      table,
      isShown ? (own.get(table) ?? byConvention(name, stage)) : null,
    ]),
  );
}

const noNames: ReadonlyMap<string, string | undefined> = new Map();

/** connections.json can name each table of the built-in systems; other systems use the convention. */
function ownNames(system: string, connection: Connection): ReadonlyMap<string, string | undefined> {
  const { extraction, downloads, funds, hr } = connection;
  switch (system) {
    case 'extraction':
      return new Map([['main', extraction?.table]]);
    case 'downloads':
      return new Map([
        ['jobs', downloads?.jobsTable],
        ['batches', downloads?.batchesTable],
      ]);
    case 'funds':
      return new Map([['main', funds?.table]]);
    case 'hr':
      return new Map([['main', hr?.table]]);
    default:
      return noNames;
  }
}

function byConvention(name: string, stage: string | undefined): string | null {
  if (!name.includes('{stage}')) return name;
  return stage === undefined ? null : name.replaceAll('{stage}', stage);
}
