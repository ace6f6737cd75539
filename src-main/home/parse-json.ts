import { findJsonFault, findRepeatedName } from './json-fault.ts';

export type ParsedJson =
  | { readonly value: unknown }
  | {
      /** "line 3, column 12": a person looks for a line, not for an offset. */
      readonly path: string;
      /** The character that stands there, in quotes, or "the end". */
      readonly found: string;
      readonly problem: string;
    };

/** The text of a file that people write. The parser's own words would quote it, on the screen and in the log. */
export function parseJson(text: string): ParsedJson {
  const json = text.replace(byteOrderMark, '');
  try {
    return { value: JSON.parse(json) };
  } catch {
    const { offset, expected } = findJsonFault(json) ?? { offset: 0, expected: 'JSON' };
    const character = json[offset];
    return {
      path: placeOf(json, offset),
      found: character === undefined ? 'the end' : JSON.stringify(character),
      problem: `is not JSON: expected ${expected}`,
    };
  }
}

/** Where two things have one name in one object, so that the first would be lost. */
export function repeatedName(text: string): { readonly path: string; readonly found: string } | undefined {
  const json = text.replace(byteOrderMark, '');
  const offset = findRepeatedName(json);
  if (offset === undefined) return undefined;
  const found = /^"(?:[^"\\]|\\.)*"/.exec(json.slice(offset, offset + 80))?.[0] ?? 'a long name';
  return { path: placeOf(json, offset), found };
}

const byteOrderMark = /^\uFEFF/;

function placeOf(text: string, offset: number): string {
  const before = text.slice(0, offset).split('\n');
  return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
}
