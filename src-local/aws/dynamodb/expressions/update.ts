import { validationException } from '../../protocol/aws-error.ts';
import { setMember, memberOf, type AttributeValue, type Item } from '../values/attribute-value.ts';
import { checkNesting } from '../values/nesting.ts';
import type { Substitutions } from './names-and-values.ts';
import { pathTree, type PathTree, type PathTreeRoot } from './path-tree.ts';
import { project, projectionOf, type Projection } from './projection.ts';
import { addition, withoutMembers } from './set-and-number-edits.ts';
import { readEdits, type Edit } from './update-binding.ts';
import { evaluateUpdateValue } from './update-value.ts';

/** https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Expressions.UpdateExpressions.html */
export interface Update {
  readonly edits: PathTreeRoot<Edit>;
  readonly touched: Projection;
}

export function parseUpdate(text: string, substitutions: Substitutions): Update {
  const edits = readEdits(text, substitutions);
  return { edits: pathTree(edits), touched: projectionOf(edits.map(([path]) => path)) };
}

/** A new item; `item` stays as it is. For an item that does not exist yet, pass its key attributes. */
export function applyUpdate(item: Readonly<Item>, update: Update): Item {
  return editMembers(item, update.edits, { item, level: 1 });
}

/** The names of the top-level attributes that the update writes, each once. */
export function touchedTopLevel(update: Update): string[] {
  return [...update.edits.keys()];
}

/** What UPDATED_OLD and UPDATED_NEW answer, of the item before and after. */
export function projectTouched(item: Readonly<Item>, update: Update): Item {
  return project(item, update.touched);
}

/** The item as it was, which all operands see, and how deep in it the edit is. */
interface Place {
  readonly item: Readonly<Item>;
  readonly level: number;
}

function editMembers(members: Readonly<Item>, trees: PathTreeRoot<Edit>, place: Place): Item {
  const edited: Item = { ...members };
  const removed = new Set<string>();
  for (const [name, tree] of trees) {
    const value = edit(memberOf(members, name), tree, place);
    if (value) setMember(edited, name, value);
    else removed.add(name);
  }
  if (removed.size === 0) return edited;
  // Deleting from `edited` would make it a slow object for as long as it is kept.
  const left: Item = {};
  for (const name of Object.keys(edited)) {
    const value = edited[name];
    if (value && !removed.has(name)) setMember(left, name, value);
  }
  return left;
}

/** Undefined when nothing is to stand there. */
function edit(
  value: AttributeValue | undefined,
  tree: PathTree<Edit>,
  place: Place,
): AttributeValue | undefined {
  const inner = { item: place.item, level: place.level + 1 };
  if (tree.kind === 'leaf') return editLeaf(value, tree.leaf, place);
  if (tree.kind === 'members' && value && 'M' in value) {
    return { M: editMembers(value.M, tree.members, inner) };
  }
  if (tree.kind === 'elements' && value && 'L' in value) {
    return { L: editElements(value.L, tree.elements, inner) };
  }
  throw validationException('The document path provided in the update expression is invalid for update');
}

/** Indexes are those of the list before the update; what lies beyond its end is appended in their order. */
function editElements(
  elements: readonly AttributeValue[],
  trees: readonly (readonly [number, PathTree<Edit>])[],
  place: Place,
): AttributeValue[] {
  const edited: (AttributeValue | undefined)[] = [...elements];
  for (const [index, tree] of trees) {
    const value = edit(elements[index], tree, place);
    if (index < elements.length) edited[index] = value;
    else edited.push(value);
  }
  return edited.filter((element) => element !== undefined);
}

function editLeaf(
  value: AttributeValue | undefined,
  leaf: Edit,
  { item, level }: Place,
): AttributeValue | undefined {
  switch (leaf.kind) {
    case 'REMOVE':
      return undefined;
    case 'SET': {
      const next = evaluateUpdateValue(leaf.value, item);
      checkNesting(next, level);
      return next;
    }
    case 'ADD':
      return addition(value, leaf.operand);
    default:
      return withoutMembers(value, leaf.operand);
  }
}
