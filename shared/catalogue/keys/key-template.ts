import { byteLength, keyBytes, valueProblem } from './hole-value.ts';

/**
 * Keys are written as text with holes, `TENANT#{tenantId}#BATCH#{batchId}`. `{since:epochMs}` names the kind of value,
 * and a hole without a kind takes text.
 */
export const holeKinds = [
  'text',
  'ulid',
  'email',
  'date',
  'time',
  'epochMs',
  'epochSeconds',
  'number',
] as const;
export type HoleKind = (typeof holeKinds)[number];

/** These kinds are compared as numbers, so their key attribute must be a Number. */
export const numericKinds = ['epochMs', 'epochSeconds', 'number'] as const satisfies readonly HoleKind[];
type NumericKind = (typeof numericKinds)[number];

/** Numbers may be given as digits, because DynamoDB stores 38 of them and JavaScript does not. */
export type HoleValue = string | number;
export type Params = Readonly<Record<string, HoleValue>>;

type HolesIn<T extends string> = T extends `${string}{${infer Inner}}${infer Rest}`
  ? Inner | HolesIn<Rest>
  : never;
type NameOf<Inner> = Inner extends `${infer Name}:${string}` ? Name : Inner;
type ValueOf<Inner> = Inner extends `${string}:${NumericKind}` ? number | `${number}` : string;

/** The parameters that a template, or a union of templates, needs. */
export type TemplateParams<T extends string> = {
  readonly [Inner in HolesIn<T> as NameOf<Inner> & string]: ValueOf<Inner>;
};

export interface Hole {
  readonly name: string;
  readonly kind: HoleKind;
}

/** A template is cut into fixed text and holes. */
export type Piece = string | Hole;

type ReadTemplate =
  | { readonly ok: true; readonly pieces: readonly Piece[] }
  | { readonly ok: false; readonly problem: string };

/** Parses the grammar of templates only. `templateProblem` tells which templates can be used as keys. */
export function readTemplate(template: string): ReadTemplate {
  const pieces: Piece[] = [];
  for (const part of template.split(/(\{[^{}]*\})/)) {
    if (part === '') continue;
    if (part.startsWith('{') && part.endsWith('}')) {
      const hole = readHole(part.slice(1, -1));
      if (typeof hole === 'string') return { ok: false, problem: hole };
      pieces.push(hole);
    } else if (/[{}]/.test(part)) {
      return { ok: false, problem: 'has a brace that opens or closes nothing' };
    } else pieces.push(part);
  }
  return { ok: true, pieces };
}

function readHole(text: string): Hole | string {
  const [name = '', kind = 'text', ...more] = text.split(':');
  if (!/^[A-Za-z]\w{0,63}$/.test(name)) {
    return `has a hole "{${text}}" without a name; a name is a letter, then letters, digits or "_"`;
  }
  if (more.length > 0 || !isHoleKind(kind)) {
    return `has a hole "{${text}}" of no known kind; kinds are ${holeKinds.join(', ')}`;
  }
  return { name, kind };
}

function isHoleKind(kind: string): kind is HoleKind {
  return (holeKinds as readonly string[]).includes(kind);
}

type FilledTemplate =
  | { readonly ok: true; readonly key: string }
  | { readonly ok: false; readonly parameter: string; readonly problem: string };

/** Returns each hole once, in the order of the template. */
export function listHoles(template: string): readonly Hole[] {
  const holes = new Map<string, Hole>();
  for (const hole of compile(template).holes) if (!holes.has(hole.name)) holes.set(hole.name, hole);
  return [...holes.values()];
}

/** Produces the key. `parseTemplate` reads the same parameters back from it. */
export function fillTemplate(
  template: string,
  params: Params,
  maxBytes: number = keyBytes.partition,
): FilledTemplate {
  let key = '';
  let longest = { parameter: '', length: -1 };
  for (const piece of parsePieces(template)) {
    if (typeof piece === 'string') {
      key += piece;
      continue;
    }
    const { name, kind } = piece;
    if (!Object.hasOwn(params, name)) return { ok: false, parameter: name, problem: 'is missing' };
    const value = formatHoleValue(params[name] ?? '');
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

/** Returns the values in a key, or undefined if the key does not match this template. */
export function parseTemplate(template: string, key: string): Readonly<Record<string, string>> | undefined {
  const { form, holes } = compile(template);
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

/**
 * Throws on wrong braces, because only a mistake in a built-in system can have them here. `readSystem` reports them in
 * a file.
 */
export function parsePieces(template: string): readonly Piece[] {
  return compile(template).pieces;
}

const lost = 'is a number that JavaScript cannot keep exactly; give its digits as text';

function formatHoleValue(value: HoleValue): string | undefined {
  if (typeof value === 'string') return value;
  const text = String(value);
  const exact = Number.isInteger(value) ? Number.isSafeInteger(value) : /^-?\d+\.\d+$/.test(text);
  return exact ? text : undefined;
}

interface CompiledTemplate {
  readonly pieces: readonly Piece[];
  readonly form: RegExp;
  readonly holes: readonly Hole[];
}

const known = new Map<string, CompiledTemplate>();

/** Each template is read once, because every key and every item of a page is filled or read by one. */
function compile(template: string): CompiledTemplate {
  const before = known.get(template);
  if (before !== undefined) return before;
  const read = readTemplate(template);
  if (!read.ok) throw new Error(`The template "${template}" ${read.problem}.`);
  const { pieces } = read;
  const form = pieces
    .map((piece) => (typeof piece === 'string' ? escaped(piece) : `(${findHolePattern(piece.kind)})`))
    .join('');
  const fresh = {
    pieces,
    form: new RegExp(`^${form}$`, 'u'),
    holes: pieces.filter((piece) => typeof piece !== 'string'),
  };
  known.set(template, fresh);
  return fresh;
}

/** Matches only the length of a value. Its content is checked later. */
function findHolePattern(kind: HoleKind): string {
  if (kind === 'ulid') return '[^#]{26}';
  return kind === 'date' ? '[^#]{10}' : '[^#]+';
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

/**
 * Returns the reason why keys of this template could not be read back, or undefined if each key has only one reading.
 */
export function templateProblem(template: string): string | undefined {
  const read = readTemplate(template);
  if (!read.ok) return `${read.problem}; expected a template such as TENANT#{tenantId}`;
  // Keys are compared as UTF-8, in which all lone surrogates are the same character.
  if (/\p{Surrogate}/u.test(template)) return 'has half of a character; expected whole ones';
  return unfitNames(read.pieces) ?? neighbours(read.pieces) ?? openHoles(read.pieces);
}

/**
 * The number of characters in a value, for kinds where it is always the same. Only these kinds show where a value ends.
 */
const fixedWidth: Readonly<Partial<Record<HoleKind, number>>> = { ulid: 26, date: 10 };

function unfitNames(pieces: readonly Piece[]): string | undefined {
  const kinds = new Map<string, HoleKind>();
  for (const piece of pieces) {
    if (typeof piece === 'string') continue;
    const { name, kind } = piece;
    if (name in Object.prototype) {
      return `takes {${name}}, a name that every JavaScript object has; expected another one`;
    }
    const before = kinds.get(name);
    if (before !== undefined && before !== kind) {
      return `takes {${name}} as ${before} and as ${kind}; expected one kind for one name`;
    }
    kinds.set(name, kind);
  }
  return undefined;
}

function neighbours(pieces: readonly Piece[]): string | undefined {
  for (const [index, piece] of pieces.entries()) {
    const next = pieces[index + 1];
    if (typeof piece !== 'string' && next !== undefined && typeof next !== 'string') {
      return `has {${piece.name}} next to {${next.name}}; expected a "#" between them`;
    }
  }
  return undefined;
}

/** Values never contain "#", so it splits a key into parts. Two open holes in one part would have several readings. */
function openHoles(pieces: readonly Piece[]): string | undefined {
  let open: Hole | undefined;
  for (const piece of pieces) {
    if (typeof piece === 'string') {
      if (piece.includes('#')) open = undefined;
    } else if (fixedWidth[piece.kind] === undefined) {
      if (open !== undefined) {
        return `cannot be read back: {${open.name}} and {${piece.name}} have no "#" between them, and neither has a fixed width as a date or a ULID has`;
      }
      open = piece;
    }
  }
  return undefined;
}

/** Returns a template without the kinds of its holes, for display. */
export function plainTemplate(template: string): string {
  return template.replace(/\{(\w+):\w+\}/g, '{$1}');
}

/** Turns "batchId" into "BATCH", the prefix that a key would use for it. */
export function toPrefix(name: string): string {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .toUpperCase();
  return words.replace(/_ID$/, '') || words;
}
