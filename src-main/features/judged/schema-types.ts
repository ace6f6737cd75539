import { keyText } from '#shared/catalogue/items/values-of-item.ts';
import { findDeclared } from '#shared/catalogue/find-declared.ts';
import type { StoredItem } from '../../aws/reading.ts';

export type SchemaTypes = Readonly<Record<string, string>>;

/** What a workflow's schema types its fields as; null where there is no such workflow, or it says nothing. */
export function typesIn(workflow: Pick<StoredItem, 'attributes'> | undefined): SchemaTypes | null {
  const schema = findDeclared(workflow?.attributes, 'schema');
  if (schema === undefined || !('M' in schema)) return null;
  return Object.fromEntries(
    Object.keys(schema.M).flatMap((name) => {
      const type = keyText(schema.M, name);
      return type === undefined ? [] : [[name, type]];
    }),
  );
}
