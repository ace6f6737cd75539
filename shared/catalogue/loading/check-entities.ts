import { canonicalExact, isKept } from '../../domain/exact-number.ts';
import {
  findDeclared,
  type AttributeType,
  type EntityDeclaration,
  type KeyAttribute,
  type SampleItem,
  type StatusMachine,
  type SystemDeclaration,
  type TableDeclaration,
} from '../declaration.ts';
import type { Attributes, AttributeValue } from '../items/attribute-value.ts';
import { sampleAttributes } from '../items/sample-attributes.ts';
import { allKeyNames, findEntity, keyAttributes, keyNames } from '../keys/key-places.ts';
import { formatChoices, typeProblem, type Complaint } from './complaint.ts';

export function checkTables(system: SystemDeclaration): readonly Complaint[] {
  return Object.entries(system.tables).flatMap(([name, table]) => {
    const path = ['tables', name];
    return [
      ...checkTableKeys(table, path),
      ...checkIndexCount(table, path),
      ...checkTimeToLive(system, name, table, path),
    ];
  });
}

type Path = readonly string[];

/** An attribute has one type in a table, whichever of its keys it belongs to. */
function checkTableKeys(table: TableDeclaration, path: Path): readonly Complaint[] {
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

/**
 * A time in milliseconds is accepted here, because it is a defect of the pipeline that the review reports. Text cannot
 * be a time at all.
 */
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

export function checkEntities(system: SystemDeclaration): readonly Complaint[] {
  return Object.entries(system.entities).flatMap(([name, entity]) => {
    const path = ['entities', name];
    const table = findDeclared(system.tables, entity.table);
    if (table === undefined) {
      const message = `is no table of this system; expected ${formatChoices(Object.keys(system.tables))}`;
      return [{ path: [...path, 'table'], message }];
    }
    return [
      ...checkEntityKeys(entity, table, path),
      ...checkSparse(entity, table, path),
      ...checkAttributes(entity, table, path),
      ...checkStatus(entity, path),
      ...checkSizes(entity, path),
    ];
  });
}

function checkEntityKeys(
  entity: EntityDeclaration,
  table: TableDeclaration,
  path: Path,
): readonly Complaint[] {
  const at = [...path, 'keys'];
  const complaints: Complaint[] = [];
  const schemas = listSchemas(table);
  const keys = new Map(schemas.flat().map((key) => [key.name, key]));
  for (const name of keyNames(table)) {
    if (!Object.hasOwn(entity.keys, name)) {
      complaints.push({ path: [...at, name], message: `is missing; every item of "${entity.table}" has it` });
    }
  }
  for (const [name, template] of Object.entries(entity.keys)) {
    const key = keys.get(name);
    const message =
      key === undefined
        ? `is no key of "${entity.table}" or of its indexes; expected ${formatChoices([...keys.keys()])}`
        : (typeProblem(template, key) ?? halfProblem(name, entity, schemas));
    if (message !== undefined) complaints.push({ path: [...at, name], message });
  }
  return complaints;
}

type Keys = readonly KeyAttribute[];

function listSchemas(table: TableDeclaration): readonly [Keys, ...Keys[]] {
  return [keyAttributes(table), ...Object.values(table.indexes ?? {}).map(keyAttributes)];
}

function halfProblem(
  name: string,
  entity: EntityDeclaration,
  schemas: readonly [Keys, ...Keys[]],
): string | undefined {
  const around = schemas.filter((keys) => keys.some((key) => key.name === name));
  if (around.includes(schemas[0]) || around.some((keys) => keys.every((key) => isThere(key, entity)))) {
    return undefined;
  }
  const missing = (around[0] ?? []).map((key) => key.name).filter((key) => key !== name);
  return `is half of a key, and DynamoDB indexes only whole ones; expected ${formatChoices(missing)} beside it`;
}

/** Key attributes may also be declared as plain ones, because DynamoDB indexes an item by the attributes it has. */
function isThere({ name }: KeyAttribute, { keys, attributes }: EntityDeclaration): boolean {
  return Object.hasOwn(keys, name) || Object.hasOwn(attributes, name);
}

function checkSparse(entity: EntityDeclaration, table: TableDeclaration, path: Path): readonly Complaint[] {
  const written = Object.entries(table.indexes ?? {})
    .filter(([, schema]) => keyAttributes(schema).every((key) => isThere(key, entity)))
    .map(([name]) => name);
  return Object.keys(entity.sparse ?? {})
    .filter((index) => !written.includes(index))
    .map((index) => ({
      path: [...path, 'sparse', index],
      message: `is no index that this entity has keys for; expected ${formatChoices(written)}`,
    }));
}

function checkAttributes(
  entity: EntityDeclaration,
  table: TableDeclaration,
  path: Path,
): readonly Complaint[] {
  const keys = allKeyNames(table);
  return Object.entries(entity.attributes).flatMap(([name, attribute]): Complaint[] => {
    const at = [...path, 'attributes', name];
    if (attribute.secret === undefined) return [];
    if (attribute.private !== undefined) {
      return [{ path: [...at, 'private'], message: 'stands beside "secret"; expected one of the two' }];
    }
    if (!keys.has(name)) return [];
    const message =
      'makes a key secret, and keys are shown with every question; expected a secret outside of keys';
    return [{ path: [...at, 'secret'], message }];
  });
}

function checkStatus({ status, attributes }: EntityDeclaration, path: Path): readonly Complaint[] {
  if (status === undefined) return [];
  const attribute = findDeclared(attributes, status.attribute);
  const message = `is no attribute of this entity; expected ${formatChoices(Object.keys(attributes))}`;
  return [
    ...(attribute === undefined ? [{ path: [...path, 'status', 'attribute'], message }] : []),
    ...checkTargets(status, path),
    ...checkStates(status, attribute?.oneOf, path),
  ];
}

function checkTargets({ moves }: StatusMachine, path: Path): readonly Complaint[] {
  const states = Object.keys(moves);
  return Object.entries(moves).flatMap(([state, targets]) =>
    targets.flatMap((target, index) =>
      states.includes(target)
        ? []
        : [
            {
              path: [...path, 'status', 'moves', state, index],
              message: `is no status of this entity; expected ${formatChoices(states)}, where an end leads to []`,
            },
          ],
    ),
  );
}

function checkStates(
  { attribute, moves }: StatusMachine,
  values: readonly string[] | undefined,
  path: Path,
): readonly Complaint[] {
  if (values === undefined) return [];
  return Object.keys(moves)
    .filter((state) => !values.includes(state))
    .map((state) => ({
      path: [...path, 'status', 'moves', state],
      message: `is no value of "${attribute}"; expected ${formatChoices(values)}`,
    }));
}

function checkSizes({ bytes, largestBytes }: EntityDeclaration, path: Path): readonly Complaint[] {
  if (bytes === undefined || largestBytes === undefined || bytes <= largestBytes) return [];
  const message = `is smaller than a usual item of ${bytes} bytes; expected at least as much`;
  return [{ path: [...path, 'largestBytes'], message }];
}

/** Samples are written to the sandbox, so each must be an item that its table accepts. */
export function checkSamples(system: SystemDeclaration): readonly Complaint[] {
  return Object.entries(system.samples ?? {}).flatMap(([tableKey, items]) => {
    const path = ['samples', tableKey];
    const table = findDeclared(system.tables, tableKey);
    if (table === undefined) {
      return [
        {
          path,
          message: `are of no table of this system; expected ${formatChoices(Object.keys(system.tables))}`,
        },
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
      if (findEntity(system, tableKey, attributes) === null) {
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

/** An item without the keys of an index is left out of it. An item with wrong ones is refused by the table. */
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

/** Checks that DynamoDB accepts each value of an item. */
function checkStored(attributes: Attributes, path: Complaint['path']): readonly Complaint[] {
  return Object.entries(attributes).flatMap(([name, value]) => {
    const message = storedProblem(value);
    return message === undefined ? [] : [{ path: [...path, name], message }];
  });
}

function storedProblem(value: AttributeValue): string | undefined {
  if ('N' in value) return isKept(value.N) ? undefined : notKept;
  if ('NS' in value) return value.NS.every(isKept) ? setProblem(value.NS.map(canonicalExact)) : notKept;
  if ('SS' in value) return setProblem(value.SS);
  if ('BS' in value) return setProblem(value.BS);
  if ('B' in value) return base64.test(value.B) ? undefined : 'is not Base64, in which binary is written';
  if ('L' in value) return firstProblem(value.L);
  return 'M' in value ? firstProblem(Object.values(value.M)) : undefined;
}

const notKept = 'has a number that DynamoDB does not keep; expected up to 38 digits, from 1E-130 to 9.9E+125';
const base64 = /^(?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?$/;

function setProblem(values: readonly string[]): string | undefined {
  if (values.length === 0) return 'is an empty set, which DynamoDB does not keep; expected none at all';
  return new Set(values).size < values.length ? 'has a set with a value twice; expected it once' : undefined;
}

function firstProblem(values: readonly AttributeValue[]): string | undefined {
  return values.map(storedProblem).find((problem) => problem !== undefined);
}
