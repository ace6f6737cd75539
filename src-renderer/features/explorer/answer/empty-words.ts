import type { SystemDeclaration } from '#shared/catalogue/declaration.ts';
import { findDeclared } from '#shared/catalogue/find-declared.ts';
import type { Located } from '#shared/catalogue/questions/locate.ts';

/** An index that only some items are written to answers "none" for the others too. */
export function emptyWords(system: SystemDeclaration, { pattern, indexName, operation }: Located): string {
  if (indexName === null) {
    return operation === 'Query'
      ? 'The table holds nothing under this key. Check the values; a key is compared letter by letter.'
      : 'The table has no item with this key. Check the values; a key is compared letter by letter.';
  }
  const notes = pattern.returns.flatMap((entity) => {
    const note = findDeclared(findDeclared(system.entities, entity)?.sparse, indexName);
    return note === undefined ? [] : [note];
  });
  const [note] = notes;
  return note === undefined
    ? `${indexName} holds nothing under this key. Check the values; a key is compared letter by letter.`
    : `${indexName} holds an item ${lowerFirst(note)}${note.endsWith('.') ? '' : '.'} That none is here does not say that none exists.`;
}

function lowerFirst(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1);
}
