import type { PatternDeclaration, SortCondition } from '../../declaration.ts';
import { holesOf, piecesOf } from '../../templates/fill-template.ts';
import { isWholeKey, sortTemplates } from '../../questions/locate.ts';
import type { Located } from '../../questions/locate.ts';
import { typeProblem } from './complaint.ts';
import type { Complaint } from './complaint.ts';

type Path = readonly string[];

/** That DynamoDB can be asked this at all, by one GetItem, Query or BatchGetItem. */
export function checkConditions(located: Located, path: Path): readonly Complaint[] {
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

/** POSITION_1 begins POSITION_10 as well, so a prefix that ends in a hole names no one item. */
function checkPrefix({ sort, gives }: PatternDeclaration, at: Path): readonly Complaint[] {
  if (gives !== 'one' || sort === undefined || !('beginsWith' in sort)) return [];
  const last = piecesOf(sort.beginsWith).at(-1);
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

/** One parameter is typed once, so it can be of one kind only. */
function checkHoles({ pattern }: Located, path: Path): readonly Complaint[] {
  const kinds = new Map(holesOf(pattern.partition).map(({ name, kind }) => [name, kind]));
  for (const { name, kind } of sortTemplates(pattern.sort).flatMap(holesOf)) {
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
