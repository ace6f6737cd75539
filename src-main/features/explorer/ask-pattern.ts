import type { SystemDeclaration } from '#shared/catalogue/declaration.ts';
import { findDeclared } from '#shared/catalogue/find-declared.ts';
import type { ReadItem } from '#shared/contract/explorer.ts';
import { ok } from '#shared/contract/result.ts';
import type { CatalogueReader, PageRead } from '../../aws/reading.ts';
import type { Handlers } from '../../contract/handlers.ts';
import { itemMasker } from './mask-item.ts';
import { noSuchPattern, noSuchSystem } from './no-such.ts';
import { questionParams } from './question-params.ts';
import type { HeldRow, ReadingsShelf } from './readings-shelf.ts';
import type { ShownSystems } from './shown-systems.ts';

interface Parts {
  readonly shelf: ReadingsShelf;
  readonly systems: ShownSystems;
  readonly reader: () => CatalogueReader;
  readonly heldFor: () => string;
  readonly now: () => number;
}

/** A page of answers. Masked here, on the last step before they leave. */
export function askPattern({ shelf, systems, reader, heldFor, now }: Parts): Handlers['explorer.ask'] {
  return async (question) => {
    const system = systems.find(question.system)?.declaration;
    if (system === undefined) return noSuchSystem(question.system, 'Nothing was read.');
    if (findDeclared(system.patterns, question.pattern) === undefined) {
      return noSuchPattern(system.id, question.pattern);
    }
    const params = questionParams(system, question);
    if (!params.ok) return params;

    // By the time the answer is here another may ask, elsewhere; the rows are of who asked, and of where.
    const connection = heldFor();
    const { cursor: askedWith, pageSize, consistent } = question;
    const read = await reader().ask(
      { system, pattern: question.pattern, params: params.value },
      { cursor: askedWith, pageSize, consistent },
    );
    if (!read.ok) return read;
    const { cursor, asked, throttled, receipt } = read.value;
    const rows = maskedRows(system, read.value, now());
    const { reading, handles } = shelf.keep({
      connection,
      system: system.id,
      pattern: question.pattern,
      askedWith,
      cursor,
      rows,
    });
    const items = read.value.items.map(({ entity, bytes, catchingUp, expired }, index): ReadItem => ({
      handle: handles[index] ?? '',
      entity,
      attributes: rows[index]?.masked ?? {},
      bytes,
      catchingUp,
      expired,
    }));
    return ok({ reading, items, cursor, asked, throttled }, receipt);
  };
}

function maskedRows(system: SystemDeclaration, { items }: PageRead, now: number): readonly HeldRow[] {
  const mask = itemMasker(system, now);
  return items.map((item) => {
    const { table, key, entity, bytes } = item;
    return { system: system.id, table, key, entity, bytes, masked: mask(item) };
  });
}
