import { catalogue } from '#shared/catalogue/catalogue.ts';
import type { SystemDeclaration } from '#shared/catalogue/declaration.ts';
import type { TableNames } from '../table-names.ts';

/** What the tables of a system are called on the connection that is read. */
export type NamesHere = (system: SystemDeclaration) => TableNames;

/** The tables of one of the pipelines, also where a system of a file speaks of them. */
interface TablesOf {
  includes(system: SystemDeclaration): boolean;
  /** By its name in AWS. */
  has(table: string): boolean;
}

export interface WhoseTables {
  readonly ofTenants: TablesOf;
  /** Theirs know no tenant, so nobody can say whose an item is (decision 015). */
  readonly ofNobody: TablesOf;
}

export function whoseTables(namesHere: NamesHere): WhoseTables {
  return {
    ofTenants: tablesOf(catalogue.extraction, namesHere),
    ofNobody: tablesOf(catalogue.downloads, namesHere),
  };
}

function tablesOf(ours: SystemDeclaration, namesHere: NamesHere): TablesOf {
  const here = new Set(Object.values(namesHere(ours)).flatMap((name) => (name === null ? [] : [bare(name)])));
  // Another stage's, or those of a connection that does not show the system, are held as well.
  const beginnings = Object.values(ours.tables).map(({ name }) => name.replace('{stage}', ''));
  const has = (table: string): boolean =>
    here.has(bare(table)) || beginnings.some((beginning) => bare(table).startsWith(beginning));
  return {
    has,
    includes(system) {
      const declared = Object.values(system.tables).map(({ name }) => name);
      const names = Object.values(namesHere(system)).flatMap((name) => name ?? []);
      return system.id === ours.id || [...declared, ...names].some(has);
    },
  };
}

/** DynamoDB takes an ARN wherever it takes a name. */
function bare(table: string): string {
  return table.slice(table.lastIndexOf('/') + 1);
}
