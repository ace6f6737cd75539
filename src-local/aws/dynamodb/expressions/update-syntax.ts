import { parsePath, type PathSyntax } from './document-path.ts';
import { grouped, parseOperand, type OperandSyntax } from './operand-syntax.ts';
import { TokenReader } from './token-reader.ts';

export type ArithmeticSyntax = {
  readonly kind: '+' | '-';
  readonly operands: readonly [OperandSyntax, OperandSyntax];
  grouped: boolean;
};

export type ActionSyntax =
  | { readonly kind: 'SET'; readonly path: PathSyntax; readonly value: OperandSyntax | ArithmeticSyntax }
  | { readonly kind: 'REMOVE'; readonly path: PathSyntax }
  | { readonly kind: 'ADD' | 'DELETE'; readonly path: PathSyntax; readonly placeholder: string };

/** An update as written, in its order. */
export interface UpdateSyntax {
  readonly actions: readonly ActionSyntax[];
  readonly names: readonly string[];
  readonly values: readonly string[];
}

/** https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Expressions.UpdateExpressions.html */
export function parseUpdateSyntax(text: string): UpdateSyntax {
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
