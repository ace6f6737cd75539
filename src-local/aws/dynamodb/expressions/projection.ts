import { findMember, setMember, type AttributeValue, type Item } from '../values/attribute-value.ts';
import {
  bindPath,
  parsePath,
  pathTree,
  refuseCollisions,
  type DocumentPath,
  type PathSyntax,
  type PathTree,
  type PathTreeRoot,
} from './document-path.ts';
import { rememberResults, type Substitutions } from './names-and-values.ts';
import { TokenReader } from './token-reader.ts';

/** https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Expressions.ProjectionExpressions.html */
export interface Projection {
  readonly tree: PathTreeRoot<true>;
}

export function parseProjection(text: string, substitutions: Substitutions): Projection {
  const parameter = 'ProjectionExpression';
  const paths = readPaths(text).map((path) => bindPath(path, { substitutions, parameter }));
  refuseCollisions(parameter, paths);
  return buildProjection(paths);
}

export function buildProjection(paths: readonly DocumentPath[]): Projection {
  return { tree: pathTree(paths.map((path) => [path, true] as const)) };
}

/** Elements of lists keep their order and move together. What the item does not have is left out. */
export function project(item: Readonly<Item>, projection: Projection): Item {
  return projectMembers(item, projection.tree) ?? {};
}

/** The names of the top-level attributes that the projection reaches into, each once. */
export function listTopLevelNames(projection: Projection): string[] {
  return [...projection.tree.keys()];
}

const readPaths = rememberResults((text): readonly PathSyntax[] => {
  const reader = new TokenReader('ProjectionExpression', text, new Set());
  const paths = [parsePath(reader)];
  while (reader.accept(',')) paths.push(parsePath(reader));
  reader.finish();
  return paths;
});

function projectMembers(
  members: Readonly<Record<string, AttributeValue>>,
  trees: PathTreeRoot<true>,
): Item | undefined {
  const found: Item = {};
  let isEmpty = true;
  for (const [name, tree] of trees) {
    const value = findMember(members, name);
    const projected = value && projectValue(value, tree);
    if (!projected) continue;
    setMember(found, name, projected);
    isEmpty = false;
  }
  return isEmpty ? undefined : found;
}

function projectValue(value: AttributeValue, tree: PathTree<true>): AttributeValue | undefined {
  if (tree.kind === 'leaf') return value;
  if (tree.kind === 'members') {
    const members = 'M' in value ? projectMembers(value.M, tree.members) : undefined;
    return members && { M: members };
  }
  if (!('L' in value)) return undefined;
  const elements: AttributeValue[] = [];
  for (const [index, inner] of tree.elements) {
    const element = value.L[index];
    const projected = element && projectValue(element, inner);
    if (projected) elements.push(projected);
  }
  return elements.length > 0 ? { L: elements } : undefined;
}
