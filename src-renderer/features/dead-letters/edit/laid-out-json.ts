import { readJson } from '#shared/domain/dead-letters/read-json.ts';

/**
 * JSON with a value a line. Only blanks are moved: what is no JSON stays as it is, and so does what reading and writing
 * it anew would change, such as long digits and doubled keys.
 */
export function laidOutJson(text: string): string {
  if (readJson(text) === undefined) return text;
  let out = '';
  let depth = 0;
  let before = '';
  for (const token of tokensOf(text)) {
    const closes = token === '}' || token === ']';
    if (closes) depth -= 1;
    const isEmpty = closes && (before === '{' || before === '[');
    if (startsLine(before, closes) && !isEmpty) out += `\n${'  '.repeat(depth)}`;
    out += token === ':' ? ': ' : token;
    if (token === '{' || token === '[') depth += 1;
    before = token;
  }
  return out;
}

/** Without any blank between its values; what is no JSON stays as it is. */
export function compactJson(text: string): string {
  return readJson(text) === undefined ? text : tokensOf(text).join('');
}

function startsLine(before: string, closes: boolean): boolean {
  return before === '{' || before === '[' || before === ',' || (closes && before !== '');
}

function tokensOf(text: string): readonly string[] {
  return text.match(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g) ?? [];
}
