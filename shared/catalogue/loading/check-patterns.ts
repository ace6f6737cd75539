import type {
  ParameterDeclaration,
  PatternDeclaration,
  SortCondition,
  SystemDeclaration,
} from '../declaration.ts';
import { valueProblem } from '../keys/hole-value.ts';
import { keysMeet } from '../keys/key-overlap.ts';
import { keyNames, keyPlaces, reachedBy, type KeyPlace, type WrittenKey } from '../keys/key-places.ts';
import { listHoles, parsePieces, type HoleKind } from '../keys/key-template.ts';
import { isWholeKey, locate, sortTemplates, type Located } from '../questions/locate.ts';
import { formatChoices, typeProblem, type Complaint } from './complaint.ts';

export function checkPatterns(system: SystemDeclaration): readonly Complaint[] {
  const places = keyPlaces(system);
  return [
    ...checkNumbers(system.patterns),
    ...Object.entries(system.patterns).flatMap(([name, { on }]) => {
      const path = ['patterns', name];
      const place = places.find((one) => one.on === on);
      if (place === undefined) return [{ path: [...path, 'on'], message: placeProblem(on, places) }];
      const located = locate(system, name);
      const wrong = checkConditions(located, path);
      return [
        ...(wrong.length === 0 ? checkReach(located, place, path) : wrong),
        ...checkReturns(system, located, place, path),
      ];
    }),
  ];
}

/** Receipts and reports identify a pattern by its number, so numbers must be unique. */
function checkNumbers(patterns: Readonly<Record<string, PatternDeclaration>>): readonly Complaint[] {
  const numbers = new Map<string, string>();
  return Object.entries(patterns).flatMap(([name, { number }]): Complaint[] => {
    const before = numbers.get(number);
    numbers.set(number, name);
    if (before === undefined) return [];
    const message = `is the number of "${before}" too; expected one of its own`;
    return [{ path: ['patterns', name, 'number'], message }];
  });
}

function placeProblem(on: string, places: readonly KeyPlace[]): string {
  return `${on.includes('.') ? 'names no index' : 'names no table'} of this system; expected ${formatChoices(places.map((place) => place.on))}`;
}

type Path = readonly string[];

/** Checks that one GetItem, Query or BatchGetItem can ask this of DynamoDB. */
function checkConditions(located: Located, path: Path): readonly Complaint[] {
  return [
    ...checkPartition(located, path),
    ...checkSort(located, path),
    ...checkHoles(located, path),
    ...checkOperation(located, path),
  ];
}

function checkPartition({ pattern, schema }: Located, path: Path): readonly Complaint[] {
  const message = typeProblem(pattern.partition, schema.partition);
  return message === undefined ? [] : [{ path: [...path, 'partition'], message }];
}

function checkSort({ pattern, schema }: Located, path: Path): readonly Complaint[] {
  const { sort } = pattern;
  if (sort === undefined) return [];
  const at = [...path, 'sort'];
  const key = schema.sort;
  if (key === undefined) {
    return [{ path: at, message: `asks by a sort key, and "${pattern.on}" has none; expected no "sort"` }];
  }
  const word = Object.keys(sort)[0] ?? '';
  if (word === 'beginsWith' && key.type === 'N') {
    const message = `asks how "${key.name}" begins, and a Number has no beginning; expected equals, between, before, upTo, after or from`;
    return [{ path: [...at, word], message }];
  }
  return [...checkPrefix(pattern, at), ...checkEnds(sort, at), ...checkTypes(sort, key, [...at, word])];
}

/** POSITION_1 begins POSITION_10 as well, so a prefix that ends in a hole does not identify one item. */
function checkPrefix({ sort, gives }: PatternDeclaration, at: Path): readonly Complaint[] {
  if (gives !== 'one' || sort === undefined || !('beginsWith' in sort)) return [];
  const last = parsePieces(sort.beginsWith).at(-1);
  if (typeof last !== 'object' || last.kind === 'date' || last.kind === 'ulid') return [];
  const message = `brings what begins with another {${last.name}} too, "10" for "1", and gives "one"; expected equals, a "#" at its end, or "many"`;
  return [{ path: [...at, 'beginsWith'], message }];
}

function checkTypes(
  sort: SortCondition,
  key: Parameters<typeof typeProblem>[1],
  at: Path,
): readonly Complaint[] {
  return sortTemplates(sort).flatMap((template, index) => {
    const message = typeProblem(template, key);
    return message === undefined ? [] : [{ path: 'between' in sort ? [...at, index] : at, message }];
  });
}

function checkEnds(sort: SortCondition, at: Path): readonly Complaint[] {
  if (!('between' in sort) || sort.between[0] !== sort.between[1]) return [];
  const message = 'is the other end too; expected two ends, such as {since:date} and {until:date}';
  return [{ path: [...at, 'between', 1], message }];
}

/** A parameter is typed once, so it can have only one kind. */
function checkHoles({ pattern }: Located, path: Path): readonly Complaint[] {
  const kinds = new Map(listHoles(pattern.partition).map(({ name, kind }) => [name, kind]));
  for (const { name, kind } of sortTemplates(pattern.sort).flatMap(listHoles)) {
    const before = kinds.get(name);
    if (before !== undefined && before !== kind) {
      const message = `takes {${name}} as ${kind}, and before it is ${before}; expected one kind for one name`;
      return [{ path: [...path, 'sort'], message }];
    }
    kinds.set(name, kind);
  }
  return [];
}

function checkOperation(located: Located, path: Path): readonly Complaint[] {
  const { pattern, table, indexName, operation } = located;
  const whole = indexName === null && isWholeKey(table, pattern.sort);
  if (pattern.each === true && !whole) {
    const message = `asks for items by their whole keys; expected a table, with its partition${table.sort === undefined ? '' : ' and { "equals": … } on its sort'}`;
    return [{ path: [...path, 'each'], message }];
  }
  if (pattern.gives === 'many' && whole && pattern.each !== true) {
    const message = 'is more than a whole key can name; expected "one"';
    return [{ path: [...path, 'gives'], message }];
  }
  return [...checkOrder(located, path), ...checkPageSize(operation, pattern.pageSize, path)];
}

function checkOrder({ pattern, schema, operation }: Located, path: Path): readonly Complaint[] {
  if (pattern.order === undefined) return [];
  const at = [...path, 'order'];
  if (operation !== 'Query') {
    return [{ path: at, message: 'orders items that are read by key; expected no "order"' }];
  }
  const message = `orders what has no sort key to go by on "${pattern.on}"; expected no "order"`;
  return schema.sort === undefined ? [{ path: at, message }] : [];
}

function checkPageSize(
  operation: Located['operation'],
  pageSize: number | undefined,
  path: Path,
): readonly Complaint[] {
  if (pageSize === undefined || operation === 'Query') return [];
  return [{ path: [...path, 'pageSize'], message: 'pages what is read by key; expected no "pageSize"' }];
}

/** Checks that the condition can find keys of some entity. */
function checkReach(
  { pattern, schema }: Located,
  place: KeyPlace,
  path: Complaint['path'],
): readonly Complaint[] {
  const { on, written } = place;
  if (reachedBy(pattern, place).length > 0) return [];
  if (written.length === 0) {
    const message = 'is written by no entity; expected its keys among the "keys" of one';
    return [{ path: [...path, 'on'], message }];
  }
  const met = written.filter(({ partition }) => keysMeet(pattern.partition, partition));
  const [word, name, templates] =
    met.length === 0
      ? ['partition', schema.partition.name, written.map(({ partition }) => partition)]
      : ['sort', schema.sort?.name ?? '', met.flatMap(({ sort }) => sort ?? [])];
  const message = `fits no ${name} on "${on}"; expected ${formatChoices([...new Set(templates)])}`;
  return [{ path: [...path, word], message }];
}

/** Checks that the declared entities can be returned, and have the attributes that are requested. */
function checkReturns(
  system: SystemDeclaration,
  located: Located,
  place: KeyPlace,
  path: Path,
): readonly Complaint[] {
  const reached = reachedBy(located.pattern, place);
  const complaints = located.pattern.returns.flatMap((name, index): Complaint[] => {
    const message = returnProblem(system, name, place, reached);
    return message === undefined ? [] : [{ path: [...path, 'returns', index], message }];
  });
  return complaints.length > 0 ? complaints : checkAttributes(located, place, path);
}

function returnProblem(
  system: SystemDeclaration,
  name: string,
  { on, written }: KeyPlace,
  reached: readonly WrittenKey[],
): string | undefined {
  const nearest = reached.length === 0 ? written : reached;
  const expected = `expected ${formatChoices(nearest.map(({ entity }) => entity))}`;
  if (!Object.hasOwn(system.entities, name)) return `is no entity of this system; ${expected}`;
  // The key condition itself is wrong, and another check reports that.
  if (reached.length === 0) return undefined;
  if (!written.some(({ entity }) => entity === name)) return `has no keys on "${on}"; ${expected}`;
  if (reached.some(({ entity }) => entity === name)) return undefined;
  return `never has such a key on "${on}"; ${expected}`;
}

/** DynamoDB refuses a query of an index for attributes that were not copied there. */
function checkAttributes(
  { pattern, table, schema }: Located,
  { on, projection, written }: KeyPlace,
  path: Path,
): readonly Complaint[] {
  const keys = [...keyNames(table), ...keyNames(schema)];
  const declared = new Set([...keys, ...written.flatMap((one) => listAttributeNames(one, pattern))]);
  const copied = new Set([...keys, ...(typeof projection === 'string' ? [] : projection)]);
  return (pattern.attributes ?? []).flatMap((name, index): Complaint[] => {
    const at = [...path, 'attributes', index];
    if (!declared.has(name)) {
      return [
        { path: at, message: `is no attribute of ${formatChoices(pattern.returns)}; check the spelling` },
      ];
    }
    if (projection === 'ALL' || copied.has(name)) return [];
    return [{ path: at, message: `is not copied to "${on}"; expected ${formatChoices([...copied])}` }];
  });
}

function listAttributeNames({ entity, declaration }: WrittenKey, { returns }: PatternDeclaration): string[] {
  if (!returns.includes(entity)) return [];
  return [...Object.keys(declaration.attributes), ...Object.keys(declaration.keys)];
}

/** Compares the declared parameters with the ones that the patterns ask for. */
export function checkParameters(system: SystemDeclaration): readonly Complaint[] {
  const kinds = askedFor(system);
  const unused = `is asked for by no pattern; expected ${formatChoices([...kinds.keys()])}`;
  const complaints = Object.entries(system.parameters ?? {}).flatMap(([name, parameter]): Complaint[] => {
    const path = ['parameters', name];
    const kind = kinds.get(name);
    if (kind === undefined) return [{ path, message: unused }];
    const isUnlisted = parameter.spreads === true && parameter.oneOf === undefined;
    return [
      ...(isUnlisted ? [{ path: [...path, 'spreads'], message: unlisted }] : []),
      ...checkValues(parameter, kind, path),
    ];
  });
  if (system.tenant === undefined || kinds.has(system.tenant)) return complaints;
  return [{ path: ['tenant'], message: unused }, ...complaints];
}

const unlisted = 'has no list of values; expected them in "oneOf", because a question is asked of each';

function askedFor({ patterns }: SystemDeclaration): ReadonlyMap<string, HoleKind> {
  const holes = Object.values(patterns)
    .flatMap(({ partition, sort }) => [partition, ...sortTemplates(sort)])
    .flatMap(listHoles);
  return new Map(holes.map(({ name, kind }) => [name, kind]));
}

/** A choice that its own template refuses would make a question that cannot be asked. */
function checkValues(
  { oneOf: choices = [], example }: ParameterDeclaration,
  kind: HoleKind,
  path: readonly string[],
): Complaint[] {
  const values = [
    ...choices.map((value, index) => ({ value, at: [...path, 'oneOf', index] })),
    ...(example === undefined ? [] : [{ value: example, at: [...path, 'example'] }]),
  ];
  const complaints = values.flatMap(({ value, at }): Complaint[] => {
    const message = valueProblem(kind, value);
    return message === undefined ? [] : [{ path: at, message }];
  });
  if (example === undefined || choices.length === 0 || choices.includes(example)) return complaints;
  return [...complaints, { path: [...path, 'example'], message: `is not among ${formatChoices(choices)}` }];
}

/** No real system has more than this. The limit keeps the pairwise comparisons short, whatever file is given. */
const most = { tables: 50, entities: 300, patterns: 500, parameters: 500, writes: 500 } as const;

export function checkCounts(system: SystemDeclaration): readonly Complaint[] {
  return (['tables', 'entities', 'patterns', 'parameters', 'writes'] as const).flatMap((part) => {
    const count = Object.keys(system[part] ?? {}).length;
    if (count <= most[part]) return [];
    return [{ path: [part], message: `has ${count} of them; expected at most ${most[part]}` }];
  });
}

/** Checks that the entities a call writes are declared. */
export function checkWrites({ writes = {}, entities }: SystemDeclaration): readonly Complaint[] {
  return Object.entries(writes).flatMap(([write, { items = {} }]) =>
    Object.keys(items)
      .filter((entity) => !Object.hasOwn(entities, entity))
      .map((entity) => ({
        path: ['writes', write, 'items', entity],
        message: `is no entity of this system; expected ${formatChoices(Object.keys(entities))}`,
      })),
  );
}
