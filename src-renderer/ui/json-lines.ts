interface LineBase {
  readonly path: string;
  readonly depth: number;
  /** The key is absent for the root and for entries of a list. */
  readonly key: string | undefined;
  readonly comma: boolean;
}

export interface LeafLine extends LineBase {
  readonly kind: 'leaf';
  readonly value: Exclude<JsonValue, JsonNode>;
}

/** A masked line names what is hidden and carries none of it. */
interface MaskedLine extends LineBase {
  readonly kind: 'masked';
  readonly what: string;
}

export interface NodeLine extends LineBase {
  readonly kind: 'node';
  readonly node: JsonNode;
  readonly open: boolean;
  readonly count: number;
}

interface CloseLine extends LineBase {
  readonly kind: 'close';
  readonly bracket: '}' | ']';
}

/** This line stands for the entries that are not drawn yet. */
interface RestLine extends LineBase {
  readonly kind: 'rest';
  readonly parent: string;
  readonly rest: number;
}

export type JsonLine = LeafLine | MaskedLine | NodeLine | CloseLine | RestLine;

interface JsonLinesInput {
  readonly value: JsonValue;
  readonly masked: ReadonlyMap<string, string>;
  /** The person opened or folded these nodes; all others follow the default below. */
  readonly folds: ReadonlyMap<string, boolean>;
  /** This holds the number of drawn entries of each node for which the person asked for more than the first page. */
  readonly pages: ReadonlyMap<string, number>;
  /** This many levels are open at first. */
  readonly openDepth?: number | undefined;
}

export const firstPage = 100;
const usualDepth = 2;
const openCount = 50;

/** Returns the visible lines. Folded and undrawn parts are never visited, so the cost depends only on what is shown. */
export function jsonLines({
  value,
  masked,
  folds,
  pages,
  openDepth = usualDepth,
}: JsonLinesInput): readonly JsonLine[] {
  const lines: JsonLine[] = [];

  function visit(item: JsonValue, base: LineBase): void {
    const what = masked.get(base.path);
    if (what !== undefined) {
      lines.push({ ...base, kind: 'masked', what });
      return;
    }
    if (!isNode(item)) {
      lines.push({ ...base, kind: 'leaf', value: item });
      return;
    }
    const count = childCount(item);
    const open = count > 0 && (folds.get(base.path) ?? opensItself(base.depth, count, openDepth));
    lines.push({ ...base, kind: 'node', node: item, open, count });
    if (open) visitChildren(item, base, count);
  }

  function visitChildren(node: JsonNode, base: LineBase, count: number): void {
    const shown = Math.min(count, pages.get(base.path) ?? firstPage);
    const depth = base.depth + 1;
    const keys = isList(node) ? undefined : Object.keys(node);
    for (let index = 0; index < shown; index += 1) {
      const key = keys?.[index];
      const child = isList(node) ? node[index] : node[key ?? ''];
      const path = childPath(base.path, key ?? index);
      if (child !== undefined) visit(child, { path, depth, key, comma: index < count - 1 });
    }
    if (shown < count) {
      const path = `${base.path}/~rest`;
      lines.push({
        kind: 'rest',
        path,
        depth,
        key: undefined,
        comma: false,
        parent: base.path,
        rest: count - shown,
      });
    }
    const bracket = isList(node) ? ']' : '}';
    lines.push({ ...base, path: `${base.path}/~close`, key: undefined, kind: 'close', bracket });
  }

  visit(value, { path: '', depth: 0, key: undefined, comma: false });
  return lines;
}

/** Large parts start folded, so that a 400 KB item opens as fast as a small one. */
function opensItself(depth: number, count: number, openDepth: number): boolean {
  return depth === 0 || (depth < openDepth && count <= openCount);
}

/** This is plain JSON, except that a number too exact for a double is an ExactNumber and not a string. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | ExactNumber
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

type JsonNode = readonly JsonValue[] | { readonly [key: string]: JsonValue };

/** DynamoDB keeps 38 digits. This is a class, because any plain shape could also occur in the data. */
export class ExactNumber {
  readonly digits: string;

  constructor(digits: string) {
    this.digits = digits;
  }
}

function isNode(value: JsonValue): value is JsonNode {
  return typeof value === 'object' && value !== null && !(value instanceof ExactNumber);
}

export function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}

function childCount(node: JsonNode): number {
  return isList(node) ? node.length : Object.keys(node).length;
}

/** Returns a JSON Pointer (RFC 6901) such as "/error/name". The root is "". */
export function childPath(parent: string, key: string | number): string {
  return `${parent}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

export function leafText(value: Exclude<JsonValue, JsonNode>): string {
  if (value instanceof ExactNumber) return value.digits;
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}

/** Returns the text for a copy: the same JSON with exact digits, and still masked. */
export function jsonText(
  value: JsonValue,
  masked: ReadonlyMap<string, string> = new Map(),
  path = '',
  indent = '',
): string {
  const what = masked.get(path);
  if (what !== undefined) return JSON.stringify(`masked, ${what}`);
  if (!isNode(value)) return leafText(value);
  const inner = `${indent}  `;
  const parts = isList(value)
    ? value.map((item, index) => inner + jsonText(item, masked, childPath(path, index), inner))
    : Object.entries(value).map(
        ([key, item]) =>
          `${inner}${JSON.stringify(key)}: ${jsonText(item, masked, childPath(path, key), inner)}`,
      );
  const [open, close] = isList(value) ? ['[', ']'] : ['{', '}'];
  return parts.length === 0 ? open + close : `${open}\n${parts.join(',\n')}\n${indent}${close}`;
}
