import { memberOf, type AttributeValue, type Item } from '../values/attribute-value.ts';
import { deepestLevel } from '../values/nesting.ts';
import { refusal } from './refusal.ts';
import { isReservedWord } from './reserved-words.ts';
import type { BindingContext } from './names-and-values.ts';
import type { TokenReader } from './token-reader.ts';

/**
 * Names of map members and indexes of list elements:
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Expressions.Attributes.html
 */
export type DocumentPath = readonly [string, ...(string | number)[]];

/** As written: a member may still be a #name. */
export type PathSyntax = readonly (string | number)[];

export function parsePath(reader: TokenReader): PathSyntax {
  return parseSteps(reader, [parseName(reader)]);
}

/** The `.name` and `[index]` after what has been read. */
export function parseSteps(reader: TokenReader, before: PathSyntax): PathSyntax {
  const path = [...before];
  for (;;) {
    if (reader.accept('.')) path.push(parseName(reader));
    else if (reader.accept('[')) {
      path.push(parseIndex(reader));
      reader.expect(']');
    } else return path;
  }
}

export function bindPath(syntax: PathSyntax, { substitutions, parameter }: BindingContext): DocumentPath {
  const path = syntax.map((step) => {
    if (typeof step === 'number' || !step.startsWith('#')) return step;
    const name = substitutions.name(step);
    if (name !== undefined) return name;
    throw refusal(parameter, 'An expression attribute name used in the document path is not defined', {
      'attribute name': step,
    });
  });
  if (path.length > deepestLevel) {
    throw refusal(parameter, 'The document path has too many nesting levels', {
      'nesting levels': path.length,
    });
  }
  return path as unknown as DocumentPath;
}

/** What stands at the path, if anything does. */
export function valueAt(item: Readonly<Item>, path: DocumentPath): AttributeValue | undefined {
  let value = memberOf(item, path[0]);
  for (let depth = 1; value !== undefined && depth < path.length; depth += 1) {
    const step = path[depth];
    if (typeof step === 'number') value = 'L' in value ? value.L[step] : undefined;
    else if (step !== undefined) value = 'M' in value ? memberOf(value.M, step) : undefined;
  }
  return value;
}

export function samePath(a: DocumentPath, b: DocumentPath): boolean {
  return a.length === b.length && a.every((step, depth) => step === b[depth]);
}

/** As in AWS's messages: `[pages, [0], text]`. */
export function pathText(path: DocumentPath): string {
  return `[${path.map((step) => (typeof step === 'number' ? `[${step}]` : step)).join(', ')}]`;
}

function parseName(reader: TokenReader): string {
  const { kind, text } = reader.current;
  if (kind === '#name') return reader.take().text;
  if (kind !== 'name' || reader.keyword !== undefined) throw reader.syntaxError();
  if (isReservedWord(text)) {
    const fault = reader.parameter === 'UpdateExpression' ? 'updateReserved' : 'reserved';
    reader.note(fault, 'Attribute name is a reserved keyword', { 'reserved keyword': text });
  }
  return reader.take().text;
}

const greatestIndex = 2_147_483_647;

function parseIndex(reader: TokenReader): number {
  if (reader.current.kind !== 'number') throw reader.syntaxError();
  const { text } = reader.take();
  if (Number(text) > greatestIndex) {
    reader.note('index', 'List index is not within the allowable range', { index: `[${text}]` });
  }
  return Number(text);
}
