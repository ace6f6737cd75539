import { findDeclared } from '#shared/catalogue/find-declared.ts';
import { ok, refused } from '#shared/contract/result.ts';
import type { Result } from '#shared/contract/result.ts';
import type { CatalogueReader } from '../../aws/reading.ts';
import type { Handlers } from '../../contract/handlers.ts';
import { itemMasker } from './mask-item.ts';
import type { ReadingsShelf } from './readings-shelf.ts';
import type { ShownSystems } from './shown-systems.ts';

interface Parts {
  readonly shelf: ReadingsShelf;
  readonly systems: ShownSystems;
  readonly reader: () => CatalogueReader;
  readonly heldFor: () => string;
  readonly now: () => number;
}

/** One masked value, read again when somebody asks for it: main does not keep it meanwhile. */
export function revealAttribute(parts: Parts): Handlers['explorer.reveal'] {
  return async ({ handle, attribute }) => {
    const row = parts.shelf.row(parts.heldFor(), handle);
    const system = row === undefined ? undefined : parts.systems.find(row.system)?.declaration;
    if (row === undefined || system === undefined) {
      return notFound('item', 'This row is no longer held. Ask the question again, then reveal.');
    }
    const shown = findDeclared(row.masked, attribute);
    if (shown === undefined) return notFound('attribute', `The item has no attribute "${attribute}".`);
    if (!('MASKED' in shown)) return unfit(`${attribute} is not masked.`);
    if (!shown.MASKED.revealable) return isSecret(attribute);

    const { table, key, entity } = row;
    // The whole item, for the same price: a copy of a secret can only be told beside the secret.
    const again = await parts.reader().readAgain({ system, table, key });
    if (!again.ok) return again;
    const { item, receipt } = again.value;
    if (item === null) return { ...notFound('item', 'The item is no longer there.'), receipt };
    const mask = itemMasker(system, parts.now());
    const value = findDeclared(mask({ table, entity, attributes: item.attributes }, attribute), attribute);
    if (value === undefined) {
      return { ...notFound('attribute', `The item has no "${attribute}" any more.`), receipt };
    }
    // What was private when it was listed may hold something else by now.
    return 'MASKED' in value ? { ...isSecret(attribute), receipt } : ok({ value }, receipt);
  };
}

function isSecret(attribute: string): Result<never> {
  return unfit(`${attribute} is a secret; it never leaves the main process.`);
}

function unfit(problem: string): Result<never> {
  return refused({
    code: 'invalid-input',
    message: `${problem} Nothing was revealed.`,
    issues: [{ path: 'attribute', problem }],
  });
}

function notFound(what: string, problem: string): Result<never> {
  return refused({ code: 'not-found', message: `${problem} Nothing was revealed.`, what });
}
