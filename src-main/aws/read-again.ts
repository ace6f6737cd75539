import { keyNames } from '#shared/catalogue/keys/key-places.ts';
import { findDeclared, type SystemDeclaration } from '#shared/catalogue/declaration.ts';
import { refused, type Receipt, type Result } from '#shared/contract/result.ts';
import type { StoredItem } from './reading.ts';
import type { Reads } from './reads.ts';
import { getOne } from './run-gets.ts';
import { storedItem } from './stored-item.ts';
import type { TableNames } from './table-names.ts';
import { openTally, type TimeSources } from './tally.ts';

export interface ReadAgainParts extends TimeSources {
  readonly reads: Reads;
  readonly tableNames: (system: SystemDeclaration) => TableNames;
}

/** One item as the table has it now, by its base key. */
export async function readAgain(
  {
    system,
    table: tableKey,
    key,
  }: Pick<StoredItem, 'table' | 'key'> & { readonly system: SystemDeclaration },
  wanted: readonly string[] | undefined,
  parts: ReadAgainParts,
): Promise<Result<{ readonly item: StoredItem | null; readonly receipt: Receipt }>> {
  const table = findDeclared(system.tables, tableKey);
  const name = findDeclared(parts.tableNames(system), tableKey);
  if (table === undefined || name === undefined || name === null) {
    const message = `This connection has no table "${tableKey}" of ${system.name}. Nothing was read. Ask the question again.`;
    return refused({ code: 'not-found', message, what: `${system.id}.${tableKey}` });
  }
  const tally = openTally(parts);
  const attributes = wanted && [...new Set([...keyNames(table), ...wanted])];
  const target = { operation: 'GetItem', table: name, index: null } as const;
  const got = await getOne({ target, consistent: true, attributes }, key, parts.reads, tally);
  if (!got.ok) return got;
  const item = got.value && storedItem({ system, tableKey, table }, got.value, parts.now());
  const receipt = tally.receipt(
    { pattern: `${system.id}.${tableKey}`, index: null },
    item === null ? [] : [item],
  );
  return { ok: true, value: { item, receipt } };
}
