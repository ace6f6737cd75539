import { keyAttributes } from '../../keys/key-attributes.ts';
import type { AttributeType, SystemDeclaration, TableDeclaration } from '../../declaration.ts';
import { findDeclared } from '../../find-declared.ts';
import type { Complaint } from './complaint.ts';

export function checkTables(system: SystemDeclaration): readonly Complaint[] {
  return Object.entries(system.tables).flatMap(([name, table]) => {
    const path = ['tables', name];
    return [
      ...checkKeys(table, path),
      ...checkIndexCount(table, path),
      ...checkTimeToLive(system, name, table, path),
    ];
  });
}

type Path = readonly string[];

/** One attribute has one type in a table, whichever of its keys it is part of. */
function checkKeys(table: TableDeclaration, path: Path): readonly Complaint[] {
  const types = new Map<string, string>();
  const complaints: Complaint[] = [];
  const schemas = [
    { schema: table, at: path },
    ...Object.entries(table.indexes ?? {}).map(([index, schema]) => ({
      schema,
      at: [...path, 'indexes', index],
    })),
  ];
  for (const { schema, at } of schemas) {
    if (schema.sort?.name === schema.partition.name) {
      complaints.push({
        path: [...at, 'sort', 'name'],
        message: 'is the partition key too; expected another attribute',
      });
    }
    for (const [index, { name, type }] of keyAttributes(schema).entries()) {
      const before = types.get(name) ?? type;
      types.set(name, before);
      if (before !== type) {
        const message = `makes "${name}" a key of type ${type}, and elsewhere in this table it is ${before}; expected one type`;
        complaints.push({ path: [...at, index === 0 ? 'partition' : 'sort', 'type'], message });
      }
    }
  }
  return complaints;
}

const mostIndexes = 20;

function checkIndexCount({ indexes = {} }: TableDeclaration, path: Path): readonly Complaint[] {
  const count = Object.keys(indexes).length;
  if (count <= mostIndexes) return [];
  const message = `has ${count} indexes; DynamoDB gives a table at most ${mostIndexes}`;
  return [{ path: [...path, 'indexes'], message }];
}

/** That it is in milliseconds is a defect of the pipeline's and a matter for the review; text is no time at all. */
const times: ReadonlySet<AttributeType> = new Set<AttributeType>([
  'epoch seconds',
  'epoch milliseconds',
  'number',
]);

function checkTimeToLive(
  system: SystemDeclaration,
  tableKey: string,
  { timeToLive }: TableDeclaration,
  path: Path,
): readonly Complaint[] {
  if (timeToLive === undefined) return [];
  const declared = Object.values(system.entities)
    .filter((entity) => entity.table === tableKey)
    .flatMap((entity) => findDeclared(entity.attributes, timeToLive) ?? []);
  const at = [...path, 'timeToLive'];
  if (declared.length === 0) {
    return [{ path: at, message: `is no attribute of an entity in "${tableKey}"; expected one that is` }];
  }
  if (declared.every(({ type }) => times.has(type))) return [];
  return [{ path: at, message: 'is not declared as a time; expected an attribute of type "epoch seconds"' }];
}
