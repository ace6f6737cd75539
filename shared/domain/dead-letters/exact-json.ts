/** Works as `readJson`, but keeps each number that JavaScript would write differently as marked text. */
export function readExactJson(text: string): Json | undefined {
  return readJson(text) === undefined ? undefined : (JSON.parse(withExactFigures(text)) as Json);
}

/** Returns the digits of a number that was kept as written. */
export function exactFigure(value: Json): string | undefined {
  return typeof value === 'string' && value.startsWith(mark) ? value.slice(mark.length) : undefined;
}

/** Writes JSON again, with every number as it was. */
export function writeExactJson(json: Json, indent?: number): string {
  return JSON.stringify(json, null, indent).replaceAll(marked, '$1');
}

/** This prefix does not occur in real text. */
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

/** Any JSON value. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/**
 * Returns undefined for text that is not JSON, or that is nested deeper than real data. Half a million brackets are
 * valid JSON, but recursion into them overflows the stack.
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

/** Returns the position of the quote that closes the one at `quote`. */
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
  /** Null if the path does not exist on that side. */
  readonly before: string | null;
  readonly after: string | null;
}

/** Lists the differences by the paths of leaves. A body that is not JSON counts as one leaf. */
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
