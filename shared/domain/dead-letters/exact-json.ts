/** As `readJson`, with each figure that JavaScript would write otherwise kept as a text of its own kind. */
export function readExactJson(text: string): Json | undefined {
  return readJson(text) === undefined ? undefined : (JSON.parse(withExactFigures(text)) as Json);
}

/** The digits of a figure that is kept as it was written. */
export function exactFigure(value: Json): string | undefined {
  return typeof value === 'string' && value.startsWith(mark) ? value.slice(mark.length) : undefined;
}

/** As JSON again, with every figure as it was. */
export function writeExactJson(json: Json, indent?: number): string {
  return JSON.stringify(json, null, indent).replaceAll(marked, '$1');
}

/** Begins no text that anybody writes. */
const mark = '\u0000\uE000';
const marked = /"\\u0000\uE000([\d.eE+-]+)"/g;
const figure = /-?\d[\d.eE+-]*/y;

function withExactFigures(json: string): string {
  const parts: string[] = [];
  let kept = 0;
  for (let at = 0; at < json.length; at += 1) {
    if (json[at] === '"') at = endOfText(json, at);
    figure.lastIndex = at;
    const [written = ''] = figure.exec(json) ?? [];
    if (written === '') continue;
    if (String(Number(written)) !== written) {
      parts.push(json.slice(kept, at), JSON.stringify(mark + written));
      kept = at + written.length;
    }
    at += written.length - 1;
  }
  return parts.join('') + json.slice(kept);
}

/** What JSON is made of. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/**
 * Undefined where it is not JSON, and where it nests deeper than anybody means it: half a million brackets are JSON,
 * too, and whoever walks down into them falls.
 */
export function readJson(text: string): Json | undefined {
  if (isDeep(text)) return undefined;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

export function isObject(value: Json | undefined): value is { readonly [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Where the quote stands that closes the one that stands here. */
function endOfText(json: string, quote: number): number {
  let at = quote + 1;
  while (at < json.length && json[at] !== '"') at += json[at] === '\\' ? 2 : 1;
  return at;
}

const deepest = 200;

function isDeep(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') at = endOfText(text, at);
    else if (character === '[' || character === '{') depth += 1;
    else if (character === ']' || character === '}') depth -= 1;
    if (depth > deepest) return true;
  }
  return false;
}

export interface JsonChange {
  readonly path: string;
  /** Null: it was not there, or is no more. */
  readonly before: string | null;
  readonly after: string | null;
}

/** What differs, by the paths of its leaves; a body that is no JSON is one leaf. */
export function jsonDiff(original: string, edited: string): readonly JsonChange[] {
  const before = readExactJson(original);
  const after = readExactJson(edited);
  if (before === undefined || after === undefined) {
    return original === edited ? [] : [{ path: '', before: original, after: edited }];
  }
  return differences('', before, after);
}

function differences(path: string, before: Json | undefined, after: Json | undefined): readonly JsonChange[] {
  if (Array.isArray(before) && Array.isArray(after)) {
    const [old, now] = [before as readonly Json[], after as readonly Json[]];
    const length = Math.max(old.length, now.length);
    return Array.from({ length }, (_, at) => differences(`${path}[${at}]`, old[at], now[at])).flat();
  }
  if (isObject(before) && isObject(after)) {
    const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return keys.flatMap((key) => differences(`${path}.${key}`, own(before, key), own(after, key)));
  }
  const [was, is] = [writeJson(before), writeJson(after)];
  return was === is ? [] : [{ path, before: was, after: is }];
}

function own(json: { readonly [key: string]: Json }, key: string): Json | undefined {
  return Object.hasOwn(json, key) ? json[key] : undefined;
}

function writeJson(json: Json | undefined): string | null {
  return json === undefined ? null : writeExactJson(json);
}
