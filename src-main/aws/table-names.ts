import type { SystemDeclaration } from '#shared/catalogue/declaration.ts';
import type { Connection } from '#shared/domain/connection.ts';

/** What the tables of a system are called on a connection: as it says, else by convention. */
export type TableNames = Readonly<Record<string, string | null>>;

export function tableNames(system: SystemDeclaration, connection: Connection | 'sandbox'): TableNames {
  const stage = connection === 'sandbox' ? 'sandbox' : connection.stage;
  return Object.fromEntries(
    Object.entries(system.tables).map(([table, { name }]) => [table, byConvention(name, stage)]),
  );
}

function byConvention(name: string, stage: string | undefined): string | null {
  if (!name.includes('{stage}')) return name;
  return stage === undefined ? null : name.replaceAll('{stage}', stage);
}
