import { typeOf, type AttributeType, type AttributeValue } from '../values/attribute-value.ts';
import { bindPath, type DocumentPath } from './document-path.ts';
import type { BindingContext, Substitutions } from './names-and-values.ts';
import { bindValue } from './operand.ts';
import { refuseCollisions } from './path-collisions.ts';
import { refusal } from './refusal.ts';
import { remembered } from './remembered.ts';
import { parseUpdateSyntax, type ActionSyntax } from './update-syntax.ts';
import { bindUpdateValue, type UpdateValue } from './update-value.ts';

/** What an update does at the end of a path. */
export type Edit =
  | { readonly kind: 'SET'; readonly value: UpdateValue }
  | { readonly kind: 'REMOVE' }
  | { readonly kind: 'ADD' | 'DELETE'; readonly operand: AttributeValue };

/** AWS looks for what is undefined, then at the paths, then at ADD and DELETE, and at functions last. */
export function readEdits(text: string, substitutions: Substitutions): (readonly [DocumentPath, Edit])[] {
  const context: BindingContext = { substitutions, parameter: 'UpdateExpression' };
  const { actions, names, values } = readSyntax(text);
  for (const name of names) bindPath([name], context);
  for (const value of values) bindValue(value, context);
  const paths = actions.map((action) => bindPath(action.path, context));
  refuseCollisions('UpdateExpression', paths);
  for (const action of actions) checkOperand(action, context);
  return actions.map((action, index) => [paths[index] as DocumentPath, bindEdit(action, context)] as const);
}

const readSyntax = remembered(parseUpdateSyntax);

function bindEdit(action: ActionSyntax, context: BindingContext): Edit {
  if (action.kind === 'REMOVE') return { kind: 'REMOVE' };
  if (action.kind === 'SET') return { kind: 'SET', value: bindUpdateValue(action.value, context) };
  return { kind: action.kind, operand: bindValue(action.placeholder, context) };
}

function checkOperand(action: ActionSyntax, context: BindingContext): void {
  if (action.kind !== 'ADD' && action.kind !== 'DELETE') return;
  const type = typeOf(bindValue(action.placeholder, context));
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
