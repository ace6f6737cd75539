import { formatPath } from '#shared/catalogue/loading/system-schema.ts';

type ParsedJson =
  | { readonly value: unknown }
  | {
      /** This is the place as "line 3, column 12", because a person looks for a line and not for an offset. */
      readonly path: string;
      /** This is the character at that place in quotes, or "the end". */
      readonly found: string;
      readonly problem: string;
    };

/** Parses a file that people write. The parser's own message would quote its text on the screen and in the log. */
export function parseJson(text: string): ParsedJson {
  const json = text.replace(byteOrderMark, '');
  try {
    return { value: JSON.parse(json) };
  } catch {
    const { offset, expected } = findJsonFault(json) ?? { offset: 0, expected: 'JSON' };
    const character = json[offset];
    return {
      path: formatPlace(json, offset),
      found: character === undefined ? 'the end' : JSON.stringify(character),
      problem: `is not JSON: expected ${expected}`,
    };
  }
}

/** Finds the place where an object repeats a name, because the first value would be lost. */
export function repeatedName(text: string): { readonly path: string; readonly found: string } | undefined {
  const json = text.replace(byteOrderMark, '');
  const offset = findRepeatedName(json);
  if (offset === undefined) return undefined;
  const found = /^"(?:[^"\\]|\\.)*"/.exec(json.slice(offset, offset + 80))?.[0] ?? 'a long name';
  return { path: formatPlace(json, offset), found };
}

const byteOrderMark = /^\uFEFF/;

function formatPlace(text: string, offset: number): string {
  const before = text.slice(0, offset).split('\n');
  return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
}

interface JsonFault {
  /** This is the offset of the first character that is not allowed at its place, or the end of the text. */
  readonly offset: number;
  readonly expected: string;
}

/**
 * Finds the place where a text stops being JSON, or returns undefined when it is JSON. JSON.parse gives no position
 * for the commonest slips and quotes the text instead, with any secret that was pasted into it.
 */
export function findJsonFault(text: string): JsonFault | undefined {
  // A list is used instead of recursion because a file may be as deep as it is long.
  const open: Opening[] = [];
  let next: Next = 'value';
  let at = findEnd(space, text, 0);
  while (at < text.length) {
    const { kind, end, fault } = tokenAt(text, at);
    const then = step(next, kind, open);
    if (then === undefined) return { offset: at, expected: words[next] };
    if (fault !== undefined) return { offset: end, expected: fault };
    next = then;
    at = findEnd(space, text, end);
  }
  return next === 'end' ? undefined : { offset: text.length, expected: words[next] };
}

/**
 * Returns the offset of a name that occurs a second time in one object of a valid JSON text. JSON.parse silently
 * keeps the last value.
 */
export function findRepeatedName(text: string): number | undefined {
  const open: Set<string>[] = [];
  let at = findEnd(space, text, 0);
  while (at < text.length) {
    const { kind, end } = tokenAt(text, at);
    const next = findEnd(space, text, end);
    if (kind === '{' || kind === '[') open.push(new Set());
    else if (kind === '}' || kind === ']') open.pop();
    else if (kind === 'string' && text[next] === ':') {
      const name: unknown = JSON.parse(text.slice(at, end));
      if (open.at(-1)?.has(String(name)) === true) return at;
      open.at(-1)?.add(String(name));
    }
    at = next;
  }
  return undefined;
}

/** This is a value or a name in a JSON text, by its place in the document and in the text. */
export interface JsonPlace {
  readonly path: readonly (string | number)[];
  readonly kind: 'object' | 'list' | 'scalar' | 'name';
  readonly from: number;
  readonly to: number;
}

/** Lists the places of a valid JSON text without a byte order mark, so that a part of it can be changed alone. */
export function listPlaces(text: string): readonly JsonPlace[] {
  const places: JsonPlace[] = [];
  const open: { readonly from: number; readonly path: JsonPlace['path']; name: string; index: number }[] = [];
  const here = (): JsonPlace['path'] => {
    const around = open.at(-1);
    if (around === undefined) return [];
    return [...around.path, text[around.from] === '{' ? around.name : around.index];
  };
  for (let at = findEnd(space, text, 0); at < text.length;) {
    const { kind, end } = tokenAt(text, at);
    const next = findEnd(space, text, end);
    const around = open.at(-1);
    if (kind === '{' || kind === '[') open.push({ from: at, path: here(), name: '', index: 0 });
    else if (kind === '}' || kind === ']') {
      open.pop();
      if (around !== undefined) {
        const { from, path } = around;
        places.push({ path, kind: kind === '}' ? 'object' : 'list', from, to: end });
      }
    } else if (kind === ',' && around !== undefined) around.index += 1;
    else if (kind === 'string' && text[next] === ':' && around !== undefined) {
      around.name = String(JSON.parse(text.slice(at, end)));
      places.push({ path: here(), kind: 'name', from: at, to: end });
    } else if (kind === 'string' || kind === 'bare') {
      places.push({ path: here(), kind: 'scalar', from: at, to: end });
    }
    at = next;
  }
  return places;
}

/**
 * Returns the line of a place in a JSON text, from 1. A place that is not there has the line of what it is missing in,
 * and text that is not JSON has the line where it stops being JSON.
 */
export function linesInJson(text: string): (path: string) => number {
  const starts = new Map<string, number>();
  const places = findJsonFault(text) === undefined ? listPlaces(text) : [];
  let [line, before] = [1, 0];
  for (const { path, from } of places.toSorted((one, other) => one.from - other.from)) {
    line += countLines(text, before, from);
    before = from;
    const place = formatPath(path, '');
    // A member begins with its name.
    if (!starts.has(place)) starts.set(place, line);
  }
  return (path) => {
    const fault = /^line (\d+), column \d+$/.exec(path)?.[1];
    if (fault !== undefined) return Number(fault);
    for (let place = path; place !== ''; place = place.replace(/(?:\.[^.[\]]+|\[[^\]]*\]|^[^.[\]]+)$/, '')) {
      const found = starts.get(place);
      if (found !== undefined) return found;
      if (!/[.[]/.test(place)) break;
    }
    return 1;
  };
}

function countLines(text: string, from: number, to: number): number {
  let lines = 0;
  for (let at = text.indexOf('\n', from); at !== -1 && at < to; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}

type Opening = '{' | '[';
type Kind = Opening | '}' | ']' | ',' | ':' | 'string' | 'bare' | 'none';
type Next = keyof typeof words;

const words = {
  value: 'a value',
  'first value': 'a value or "]"',
  name: 'a name in quotes',
  'first name': 'a name in quotes or "}"',
  colon: '":"',
  'after a value in a list': '"," or "]"',
  'after a value in an object': '"," or "}"',
  end: 'nothing more',
};

function step(next: Next, kind: Kind, open: Opening[]): Next | undefined {
  if (kind === '}' || kind === ']') {
    if (!closes[kind].includes(next)) return undefined;
    open.pop();
    return afterValue(open);
  }
  switch (next) {
    case 'value':
    case 'first value':
      if (kind === 'string' || kind === 'bare') return afterValue(open);
      if (kind !== '{' && kind !== '[') return undefined;
      open.push(kind);
      return kind === '{' ? 'first name' : 'first value';
    case 'name':
    case 'first name':
      return kind === 'string' ? 'colon' : undefined;
    case 'colon':
      return kind === ':' ? 'value' : undefined;
    case 'after a value in a list':
      return kind === ',' ? 'value' : undefined;
    case 'after a value in an object':
      return kind === ',' ? 'name' : undefined;
    default:
      return undefined;
  }
}

const closes: Readonly<Record<'}' | ']', readonly Next[]>> = {
  '}': ['first name', 'after a value in an object'],
  ']': ['first value', 'after a value in a list'],
};

function afterValue(open: readonly Opening[]): Next {
  const around = open.at(-1);
  if (around === undefined) return 'end';
  return around === '[' ? 'after a value in a list' : 'after a value in an object';
}

const space = /[ \t\n\r]*/y;
const bare = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)?/y;
// A string is matched piece by piece because one pattern for the whole overflows on a long one. This piece excludes
// the quote, the backslash and the control characters.
const plainText = /[ !#-[\]-\uFFFF]*/y;
const escaped = /(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))?/y;

function tokenAt(text: string, at: number): { kind: Kind; end: number; fault?: string } {
  const character = text[at] ?? '';
  if (isMark(character)) return { kind: character, end: at + 1 };
  if (character !== '"') {
    const end = findEnd(bare, text, at);
    return { kind: end === at ? 'none' : 'bare', end };
  }
  let end = at;
  for (let from = at + 1; end < from; from = findEnd(escaped, text, end)) {
    end = findEnd(plainText, text, from);
  }
  if (text[end] === '"') return { kind: 'string', end: end + 1 };
  const fault = text[end] === '\\' ? 'an escape such as \\n or \\u00e9' : "the text's closing quote";
  return { kind: 'string', end, fault };
}

function isMark(character: string): character is '{' | '[' | '}' | ']' | ',' | ':' {
  return character.length === 1 && '{[}],:'.includes(character);
}

function findEnd(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  pattern.test(text);
  return pattern.lastIndex;
}
