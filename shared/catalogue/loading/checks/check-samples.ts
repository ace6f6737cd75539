import { keyAttributes, keyNames } from '../../keys/key-attributes.ts';
import type { KeyAttribute, SampleItem, SystemDeclaration, TableDeclaration } from '../../declaration.ts';
import { entityOf } from '../../keys/entity-of.ts';
import { findDeclared } from '../../find-declared.ts';
import { sampleAttributes } from '../../items/sample-attributes.ts';
import { checkStored } from './check-stored.ts';
import { oneOf } from './complaint.ts';
import type { Complaint } from './complaint.ts';

/** Samples are written to the sandbox, so each must be an item that its table takes. */
export function checkSamples(system: SystemDeclaration): readonly Complaint[] {
  return Object.entries(system.samples ?? {}).flatMap(([tableKey, items]) => {
    const path = ['samples', tableKey];
    const table = findDeclared(system.tables, tableKey);
    if (table === undefined) {
      return [
        { path, message: `are of no table of this system; expected ${oneOf(Object.keys(system.tables))}` },
      ];
    }
    const seen = new Map<string, number>();
    return items.flatMap((item, index): readonly Complaint[] => {
      const at = [...path, index];
      const wrong = [
        ...keyAttributes(table).flatMap((key) => keyComplaint(item, key, 'the table', at)),
        ...indexKeysIn(table, item).flatMap((key) => keyComplaint(item, key, 'an index', at)),
      ];
      if (wrong.length > 0) return wrong;
      const attributes = sampleAttributes(system, tableKey, item);
      const unfit = checkStored(attributes, at);
      if (unfit.length > 0) return unfit;
      if (entityOf(system, tableKey, attributes) === null) {
        return [
          { path: at, message: 'has a key that no entity has; expected one that fits the key templates' },
        ];
      }
      const key = JSON.stringify(keyNames(table).map((name) => findDeclared(attributes, name)));
      const before = seen.get(key);
      seen.set(key, index);
      return before === undefined
        ? []
        : [
            {
              path: at,
              message: `has the key of item ${before} and would replace it; expected one of its own`,
            },
          ];
    });
  });
}

/** An item without the keys of an index is not in it; with wrong ones the table refuses it. */
function indexKeysIn(table: TableDeclaration, item: SampleItem): readonly KeyAttribute[] {
  const own = new Set(keyNames(table));
  const keys = Object.values(table.indexes ?? {}).flatMap(keyAttributes);
  const others = new Map(keys.filter(({ name }) => !own.has(name)).map((key) => [key.name, key]));
  return [...others.values()].filter(({ name }) => Object.hasOwn(item, name));
}

function keyComplaint(
  item: SampleItem,
  { name, type }: KeyAttribute,
  of: string,
  path: readonly (string | number)[],
): readonly Complaint[] {
  const value = findDeclared(item, name);
  const expected = type === 'S' ? 'a text' : 'a number';
  if (type === 'S' ? isText(value) : isNumber(value)) return [];
  return [{ path: [...path, name], message: `is a key of ${of}; expected ${expected}` }];
}

function isText(value: SampleItem[string] | undefined): boolean {
  return typeof value === 'string' && value !== '';
}

function isNumber(value: SampleItem[string] | undefined): boolean {
  return typeof value === 'number' || (typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value));
}
