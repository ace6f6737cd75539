import { validationException } from '../../protocol/aws-error.ts';
import {
  findMember,
  setMember,
  getAttributeType,
  type AttributeType,
  type AttributeValue,
  type Item,
} from '../values/attribute-value.ts';
import { checkNesting } from '../values/check-item.ts';
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
import { rememberResults, type BindingContext, type Substitutions } from './names-and-values.ts';
import { bindValue, grouped, parseOperand, type OperandSyntax } from './operand.ts';
import { project, buildProjection, type Projection } from './projection.ts';
import { refusal, TokenReader } from './token-reader.ts';
import {
  addition,
  bindUpdateValue,
  evaluateUpdateValue,
  withoutMembers,
  type UpdateValue,
} from './update-value.ts';

/** https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Expressions.UpdateExpressions.html */
export interface Update {
  readonly edits: PathTreeRoot<Edit>;
  readonly touched: Projection;
}

export function parseUpdate(text: string, substitutions: Substitutions): Update {
  const edits = readEdits(text, substitutions);
  return { edits: pathTree(edits), touched: buildProjection(edits.map(([path]) => path)) };
}

/** Returns a new item; `item` is not changed. For an item that does not exist yet, pass its key attributes. */
export function applyUpdate(item: Readonly<Item>, update: Update): Item {
  return editMembers(item, update.edits, { item, level: 1 });
}

/** The names of the top-level attributes that the update writes, each once. */
export function listTouchedTopLevel(update: Update): string[] {
  return [...update.edits.keys()];
}

/** UPDATED_OLD and UPDATED_NEW return this part of the item before and after the update. */
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
    const value = edit(findMember(members, name), tree, place);
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

/** Returns undefined if the place is to be empty. */
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

/**
 * Indexes refer to the list before the update; elements beyond its end are appended in the order of their
 * indexes.
 */
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

/** An update does one of these at the end of a path. */
type Edit =
  | { readonly kind: 'SET'; readonly value: UpdateValue }
  | { readonly kind: 'REMOVE' }
  | { readonly kind: 'ADD' | 'DELETE'; readonly operand: AttributeValue };

/** AWS checks undefined names first, then paths, then ADD and DELETE, and functions last. */
function readEdits(text: string, substitutions: Substitutions): (readonly [DocumentPath, Edit])[] {
  const context: BindingContext = { substitutions, parameter: 'UpdateExpression' };
  const { actions, names, values } = readSyntax(text);
  for (const name of names) bindPath([name], context);
  for (const value of values) bindValue(value, context);
  const paths = actions.map((action) => bindPath(action.path, context));
  refuseCollisions('UpdateExpression', paths);
  for (const action of actions) checkOperand(action, context);
  return actions.map((action, index) => [paths[index] as DocumentPath, bindEdit(action, context)] as const);
}

const readSyntax = rememberResults(parseUpdateSyntax);

function bindEdit(action: ActionSyntax, context: BindingContext): Edit {
  if (action.kind === 'REMOVE') return { kind: 'REMOVE' };
  if (action.kind === 'SET') return { kind: 'SET', value: bindUpdateValue(action.value, context) };
  return { kind: action.kind, operand: bindValue(action.placeholder, context) };
}

function checkOperand(action: ActionSyntax, context: BindingContext): void {
  if (action.kind !== 'ADD' && action.kind !== 'DELETE') return;
  const type = getAttributeType(bindValue(action.placeholder, context));
  if (sets.has(type) || (type === 'N' && action.kind === 'ADD')) return;
  throw refusal(context.parameter, 'Incorrect operand type for operator or function', {
    operator: action.kind,
    'operand type': typeNames[type],
  });
}

const sets: ReadonlySet<AttributeType> = new Set(['SS', 'NS', 'BS']);
const typeNames: Readonly<Record<AttributeType, string>> = {
  S: 'STRING',
  N: 'NUMBER',
  B: 'BINARY',
  SS: 'STRING_SET',
  NS: 'NUMBER_SET',
  BS: 'BINARY_SET',
  M: 'MAP',
  L: 'LIST',
  BOOL: 'BOOLEAN',
  NULL: 'NULL',
};

export type ArithmeticSyntax = {
  readonly kind: '+' | '-';
  readonly operands: readonly [OperandSyntax, OperandSyntax];
  grouped: boolean;
};

type ActionSyntax =
  | { readonly kind: 'SET'; readonly path: PathSyntax; readonly value: OperandSyntax | ArithmeticSyntax }
  | { readonly kind: 'REMOVE'; readonly path: PathSyntax }
  | { readonly kind: 'ADD' | 'DELETE'; readonly path: PathSyntax; readonly placeholder: string };

/** An update as written, in its order. */
interface UpdateSyntax {
  readonly actions: readonly ActionSyntax[];
  readonly names: readonly string[];
  readonly values: readonly string[];
}

/** https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Expressions.UpdateExpressions.html */
function parseUpdateSyntax(text: string): UpdateSyntax {
  const reader = new TokenReader('UpdateExpression', text, keywords);
  const actions: ActionSyntax[] = [];
  const used = new Set<string>();
  do {
    const section = reader.keyword;
    if (section === undefined) throw reader.syntaxError();
    if (used.has(section)) {
      reader.note('section', `The "${section}" section can only be used once in an update expression`);
    }
    used.add(section);
    reader.take();
    do actions.push(parseAction(reader, section as ActionSyntax['kind']));
    while (reader.accept(','));
  } while (reader.current.kind !== 'end');
  reader.finish();
  return { actions, names: reader.names, values: reader.values };
}

const keywords: ReadonlySet<string> = new Set<ActionSyntax['kind']>(['SET', 'REMOVE', 'ADD', 'DELETE']);

function parseAction(reader: TokenReader, kind: ActionSyntax['kind']): ActionSyntax {
  const path = parsePath(reader);
  if (kind === 'REMOVE') return { kind, path };
  if (kind === 'SET') {
    reader.expect('=');
    return { kind, path, value: parseValue(reader) };
  }
  if (reader.current.kind !== ':value') throw reader.syntaxError();
  return { kind, path, placeholder: reader.take().text };
}

/** At most one `+` or `-`, which may stand in parentheses as a whole. */
function parseValue(reader: TokenReader): OperandSyntax | ArithmeticSyntax {
  const first = parseFirst(reader);
  if (isArithmetic(first) || !reader.isAt('+', '-')) return first;
  const kind = reader.take().text === '+' ? '+' : '-';
  reader.countOperator();
  return { kind, operands: [first, parseOperand(reader)], grouped: false };
}

function parseFirst(reader: TokenReader): OperandSyntax | ArithmeticSyntax {
  if (!reader.accept('(')) return parseOperand(reader);
  const inner = reader.group(() => parseValue(reader));
  reader.expect(')');
  return grouped(reader, inner);
}

function isArithmetic(value: OperandSyntax | ArithmeticSyntax): value is ArithmeticSyntax {
  return value.kind === '+' || value.kind === '-';
}
