import { allKeyNames, keyAttributes, keyNames } from '../../keys/key-attributes.ts';
import type {
  EntityDeclaration,
  KeyAttribute,
  StatusMachine,
  SystemDeclaration,
  TableDeclaration,
} from '../../declaration.ts';
import { findDeclared } from '../../find-declared.ts';
import { oneOf, typeProblem } from './complaint.ts';
import type { Complaint } from './complaint.ts';

export function checkEntities(system: SystemDeclaration): readonly Complaint[] {
  return Object.entries(system.entities).flatMap(([name, entity]) => {
    const path = ['entities', name];
    const table = findDeclared(system.tables, entity.table);
    if (table === undefined) {
      const message = `is no table of this system; expected ${oneOf(Object.keys(system.tables))}`;
      return [{ path: [...path, 'table'], message }];
    }
    return [
      ...checkKeys(entity, table, path),
      ...checkSparse(entity, table, path),
      ...checkAttributes(entity, table, path),
      ...checkStatus(entity, path),
      ...checkSizes(entity, path),
    ];
  });
}

type Path = readonly string[];

function checkKeys(entity: EntityDeclaration, table: TableDeclaration, path: Path): readonly Complaint[] {
  const at = [...path, 'keys'];
  const complaints: Complaint[] = [];
  const schemas = schemasOf(table);
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
        ? `is no key of "${entity.table}" or of its indexes; expected ${oneOf([...keys.keys()])}`
        : (typeProblem(template, key) ?? halfProblem(name, entity, schemas));
    if (message !== undefined) complaints.push({ path: [...at, name], message });
  }
  return complaints;
}

type Keys = readonly KeyAttribute[];

function schemasOf(table: TableDeclaration): readonly [Keys, ...Keys[]] {
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
  return `is half of a key, and DynamoDB indexes only whole ones; expected ${oneOf(missing)} beside it`;
}

/** Key attributes may be among the plain ones too: what an item has, it is indexed by. */
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
      message: `is no index that this entity has keys for; expected ${oneOf(written)}`,
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
  const message = `is no attribute of this entity; expected ${oneOf(Object.keys(attributes))}`;
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
              message: `is no status of this entity; expected ${oneOf(states)}, where an end leads to []`,
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
      message: `is no value of "${attribute}"; expected ${oneOf(values)}`,
    }));
}

function checkSizes({ bytes, largestBytes }: EntityDeclaration, path: Path): readonly Complaint[] {
  if (bytes === undefined || largestBytes === undefined || bytes <= largestBytes) return [];
  const message = `is smaller than a usual item of ${bytes} bytes; expected at least as much`;
  return [{ path: [...path, 'largestBytes'], message }];
}
