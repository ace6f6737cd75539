import { valueProblem } from './hole-value.ts';
import type { HoleKind, HoleValue, Params } from './key-template.ts';
import { byteLength, keyBytes } from './key-size.ts';
import { readTemplate } from './read-template.ts';
import type { Hole, Piece } from './read-template.ts';

export type FilledTemplate =
  | { readonly ok: true; readonly key: string }
  | { readonly ok: false; readonly parameter: string; readonly problem: string };

/** Each name once, in the order of the template. */
export function holesOf(template: string): readonly Hole[] {
  const holes = new Map<string, Hole>();
  for (const piece of piecesOf(template)) {
    if (typeof piece !== 'string' && !holes.has(piece.name)) holes.set(piece.name, piece);
  }
  return [...holes.values()];
}

/** The key itself. `parseTemplate` brings the same parameters back out of it. */
export function fillTemplate(
  template: string,
  params: Params,
  maxBytes: number = keyBytes.partition,
): FilledTemplate {
  let key = '';
  let longest = { parameter: '', length: -1 };
  for (const piece of piecesOf(template)) {
    if (typeof piece === 'string') {
      key += piece;
      continue;
    }
    const { name, kind } = piece;
    if (!Object.hasOwn(params, name)) return { ok: false, parameter: name, problem: 'is missing' };
    const value = textOf(params[name] ?? '');
    if (value === undefined) return { ok: false, parameter: name, problem: lost };
    const problem = valueProblem(kind, value);
    if (problem !== undefined) return { ok: false, parameter: name, problem };
    if (value.length > longest.length) longest = { parameter: name, length: value.length };
    key += value;
  }
  const bytes = byteLength(key);
  if (bytes <= maxBytes) return { ok: true, key };
  const problem = `is too long: the key comes to ${bytes} bytes, and DynamoDB takes ${maxBytes}`;
  return { ok: false, parameter: longest.parameter, problem };
}

/** The values in a key, or undefined where the key is not of this template. */
export function parseTemplate(template: string, key: string): Readonly<Record<string, string>> | undefined {
  const { form, holes } = compiled(template);
  const found = form.exec(key);
  if (found === null) return undefined;
  const values = new Map<string, string>();
  for (const [index, { name, kind }] of holes.entries()) {
    const value = found[index + 1] ?? '';
    if ((values.get(name) ?? value) !== value || valueProblem(kind, value) !== undefined) return undefined;
    values.set(name, value);
  }
  return Object.fromEntries(values);
}

/** Wrong braces in a template are a mistake of whoever wrote the system; `readSystem` finds it in a file. */
export function piecesOf(template: string): readonly Piece[] {
  const read = readTemplate(template);
  if (!read.ok) throw new Error(`The template "${template}" ${read.problem}.`);
  return read.pieces;
}

const lost = 'is a number that JavaScript cannot keep exactly; give its digits as text';

function textOf(value: HoleValue): string | undefined {
  if (typeof value === 'string') return value;
  const text = String(value);
  const exact = Number.isInteger(value) ? Number.isSafeInteger(value) : /^-?\d+\.\d+$/.test(text);
  return exact ? text : undefined;
}

interface CompiledTemplate {
  readonly form: RegExp;
  readonly holes: readonly Hole[];
}

const known = new Map<string, CompiledTemplate>();

function compiled(template: string): CompiledTemplate {
  const before = known.get(template);
  if (before !== undefined) return before;
  const pieces = piecesOf(template);
  const form = pieces
    .map((piece) => (typeof piece === 'string' ? escaped(piece) : `(${formOf(piece.kind)})`))
    .join('');
  const fresh = {
    form: new RegExp(`^${form}$`, 'u'),
    holes: pieces.filter((piece) => typeof piece !== 'string'),
  };
  known.set(template, fresh);
  return fresh;
}

/** Only how long a value can be; what it may be is checked after. */
function formOf(kind: HoleKind): string {
  if (kind === 'ulid') return '[^#]{26}';
  return kind === 'date' ? '[^#]{10}' : '[^#]+';
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
