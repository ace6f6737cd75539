import type { Lookup } from '#shared/contract/triage/lookup.ts';
import { catalogue } from '#shared/catalogue/catalogue.ts';
import type { SystemDeclaration } from '#shared/catalogue/declaration.ts';
import { findDeclared } from '#shared/catalogue/find-declared.ts';
import { ok, type Result } from '#shared/contract/result.ts';
import type { PageRead, StoredItem } from '../../aws/reading.ts';

const systems: Readonly<Record<string, SystemDeclaration>> = catalogue;

/** What the index has under the id, or that it has nothing; `hint` says where it may be instead. */
export function foundOrNothing(
  read: Result<PageRead>,
  hint: string,
  tell: (item: StoredItem) => Lookup,
): Result<Lookup> {
  if (!read.ok) return read;
  const { items, receipt } = read.value;
  const [item] = items;
  return ok(item === undefined ? nothing(receipt.pattern, hint) : tell(item), receipt);
}

/** By the name of the question that was asked: "extraction.batchById". */
export function nothing(pattern: string, hint: string): Lookup {
  const [system = '', name = ''] = pattern.split('.');
  const asked = findDeclared(findDeclared(systems, system)?.patterns, name);
  return { found: 'nothing', asked: asked === undefined ? pattern : `${asked.number} ${asked.title}`, hint };
}
