import { runtimeError, StateError } from './errors.ts';
import { pathAt, TextCursor } from './parse-path.ts';

export interface IntrinsicCall {
  readonly text: string;
  readonly name: string;
  readonly arguments: readonly IntrinsicArgument[];
}

export type IntrinsicArgument =
  | { readonly kind: 'literal'; readonly value: unknown }
  | { readonly kind: 'path'; readonly path: string }
  | { readonly kind: 'call'; readonly call: IntrinsicCall };

const deepest = 10;
const parsed = new Map<string, IntrinsicCall>();
const mostKept = 1_000;

/** Throws StateError if the text is not a call. */
export function parseIntrinsic(text: string): IntrinsicCall {
  const known = parsed.get(text);
  if (known) return known;
  try {
    const cursor = new TextCursor(text);
    const call = callAt(cursor, 1);
    cursor.skipSpaces();
    if (!cursor.ended) throw cursor.refuse('Unexpected text');
    if (parsed.size >= mostKept) parsed.clear();
    parsed.set(text, call);
    return call;
  } catch (error) {
    if (!(error instanceof StateError)) throw error;
    throw new StateError(runtimeError, error.cause.replace('Invalid path', 'Invalid intrinsic function'));
  }
}

const functionName = /[A-Za-z][A-Za-z0-9_.]*/y;
const literalNumber = /[+-]?\d+(\.\d+)?([eE][+-]?\d+)?/y;
const word = /(true|false|null)\b/y;

function callAt(cursor: TextCursor, depth: number): IntrinsicCall {
  if (depth > deepest) throw cursor.refuse(`More than ${deepest} nested functions`);
  cursor.skipSpaces();
  const start = cursor.at;
  const name = cursor.match(functionName);
  if (name === undefined) throw cursor.refuse('A function is expected');
  cursor.skipSpaces();
  cursor.expect('(');
  const found: IntrinsicArgument[] = [];
  cursor.skipSpaces();
  if (!cursor.take(')')) {
    do {
      found.push(argumentAt(cursor, depth, name === 'States.Format' && found.length === 0));
      cursor.skipSpaces();
    } while (cursor.take(','));
    cursor.expect(')');
  }
  return { text: cursor.text.slice(start, cursor.at), name, arguments: found };
}

function argumentAt(cursor: TextCursor, depth: number, isTemplate: boolean): IntrinsicArgument {
  cursor.skipSpaces();
  if (cursor.peek() === '$') return { kind: 'path', path: pathAt(cursor).text };
  if (cursor.take("'")) return { kind: 'literal', value: textAt(cursor, isTemplate) };
  const known = cursor.match(word);
  if (known !== undefined) return { kind: 'literal', value: JSON.parse(known) as unknown };
  const digits = cursor.match(literalNumber);
  if (digits !== undefined) return { kind: 'literal', value: Number(digits) };
  return { kind: 'call', call: callAt(cursor, depth + 1) };
}

/**
 * A backslash makes one of the reserved characters plain; before any other it is an error. A template of
 * States.Format keeps its backslashes until its `{}` have been found.
 * https://docs.aws.amazon.com/step-functions/latest/dg/intrinsic-functions.html
 */
function textAt(cursor: TextCursor, isTemplate: boolean): string {
  let text = '';
  while (!cursor.take("'")) {
    if (cursor.ended) throw cursor.refuse('A closing quote is expected');
    if (cursor.take('\\')) {
      const escaped = cursor.next();
      if (!["'", '{', '}', '\\'].includes(escaped)) throw cursor.refuse('An open escape backslash');
      text += isTemplate && escaped !== "'" ? `\\${escaped}` : escaped;
    } else text += cursor.next();
  }
  return text;
}
