import { childPath, isList, isNode, leafText, type JsonValue } from './json-value.ts';

/** What a copy contains: the same JSON, with exact digits, and with the masks still on. */
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
