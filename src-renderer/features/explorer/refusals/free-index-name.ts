import type { SystemDeclaration } from '#shared/catalogue/declaration.ts';
import { findDeclared } from '#shared/catalogue/find-declared.ts';

/** What a further index of the entity's table could be called: GSI4 after GSI3. */
export function freeIndexName(system: SystemDeclaration, entity: string): string {
  const table = findDeclared(system.tables, findDeclared(system.entities, entity)?.table ?? '');
  const names = Object.keys(table?.indexes ?? {});
  let number = names.length + 1;
  while (names.includes(`GSI${String(number)}`)) number += 1;
  return `GSI${String(number)}`;
}
